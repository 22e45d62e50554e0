// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/script.hpp"

#include "terminal/text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::acts {

using base::Error;
using base::Result;

namespace {

// From the start of the line or after white space; nowhere else, so that words may hold a #.
std::string_view without_comment(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool begins = i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t';
        if (line[i] == '#' && begins) return line.substr(0, i);
    }
    return line;
}

class ScriptReader {
public:
    explicit ScriptReader(std::string_view file) {
        script_.file = file;
        script_.header = default_header();
    }

    Result<void, Error> read_line(std::string_view line, unsigned number) {
        line = terminal::trim(without_comment(line));
        if (line.empty()) return {};
        Result<void, Error> read = line.front() == '@' ? read_setting(line)
            : line.front() == '>' ? read_expected(terminal::trim(line.substr(1)), number)
                                  : read_act(line, number);
        if (!read) read.error().where = fmt::format("{}:{}", script_.file, number);
        return read;
    }

    Script take() { return std::move(script_); }

private:
    Result<void, Error> read_setting(std::string_view line) {
        if (!script_.lines.empty()) {
            return tl::unexpected(Error{
                base::phrase("the table is set up before anything happens"),
                {},
                base::phrase("move this line to the top")});
        }
        return read_header_line(script_.header, line);
    }

    Result<void, Error> read_expected(std::string_view text, unsigned number) {
        if (script_.lines.empty()) {
            return tl::unexpected(Error{
                base::phrase("an outcome needs an event above it"),
                {},
                base::phrase("move it below one")});
        }
        script_.lines.back().expected.push_back({number, std::string{text}});
        script_.has_expectations = true;
        return {};
    }

    Result<void, Error> read_act(std::string_view line, unsigned number) {
        const std::size_t space = std::min(line.find_first_of(" \t"), line.size());
        const std::optional<base::Millis> time = terminal::parse_clock_time(line.substr(0, space));
        if (!time) {
            return tl::unexpected(Error{
                base::phrase("\"{}\" is no time", line.substr(0, space)),
                {},
                base::phrase("write minutes and seconds such as 0:04.2")});
        }
        const base::Instant at{*time};
        if (!script_.lines.empty() && at < script_.lines.back().at) {
            return tl::unexpected(Error{
                base::phrase("time runs backwards here"),
                {},
                base::phrase("put the lines in the order of their times")});
        }
        Result<Act, Error> act = parse_act(line.substr(space));
        if (!act) {
            if (act.error().mend.empty())
                act.error().mend = base::phrase("see who does what in docs/table-script.md");
            return tl::unexpected(act.error());
        }
        script_.lines.push_back({number, at, std::move(*act), std::string{line}, {}});
        return {};
    }

    Script script_;
};

} // namespace

Result<Script, Error> parse_script(std::string_view text, std::string_view file) {
    ScriptReader reader{file};
    unsigned number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (auto read = reader.read_line(text.substr(0, end), ++number); !read)
            return tl::unexpected(read.error());
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return reader.take();
}

} // namespace ansage::acts
