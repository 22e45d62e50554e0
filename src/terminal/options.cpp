// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/options.hpp"

#include "base/visible.hpp"
#include "terminal/command.hpp"
#include "terminal/output.hpp"
#include "terminal/own_words.hpp"

#include <boost/program_options.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <utility>

namespace ansage::terminal {

using base::Error;
using base::Result;
namespace po = boost::program_options;

bool Arguments::has(std::string_view option) const {
    return values_.find(option) != values_.end();
}

std::optional<std::string> Arguments::value(std::string_view option) const {
    const auto found = values_.find(option);
    return found == values_.end() ? std::nullopt : std::optional{found->second};
}

std::string Arguments::value_or(std::string_view option, std::string_view fallback) const {
    return value(option).value_or(std::string{fallback});
}

Result<std::optional<std::int64_t>, Error>
Arguments::number(std::string_view option, std::int64_t least, std::int64_t most) const {
    const std::optional<std::string> text = value(option);
    if (!text) {
        return std::nullopt;
    }
    std::int64_t number = 0;
    const char* const end = text->data() + text->size();
    const auto [last, problem] = std::from_chars(text->data(), end, number);
    if (problem != std::errc{} || last != end || number < least || number > most) {
        return tl::unexpected{Error{
            fmt::format("--{} cannot be \"{}\"", option, printable(*text)),
            command_,
            fmt::format("write a whole number from {} to {}", least, most)}};
    }
    return number;
}

Result<std::size_t, Error>
Arguments::choice(std::string_view option, std::span<const std::string_view> choices) const {
    const std::optional<std::string> text = value(option);
    if (!text) {
        return 0;
    }
    const auto found = std::ranges::find(choices, *text);
    if (found == choices.end()) {
        return tl::unexpected{Error{
            fmt::format("--{} cannot be \"{}\"", option, printable(*text)),
            command_,
            fmt::format("write one of: {}", fmt::join(choices, ", "))}};
    }
    return static_cast<std::size_t>(found - choices.begin());
}

bool asks_for_help(std::string_view word) {
    return word == "-h" || word == "--help";
}

namespace {

bool is_option(std::string_view word) {
    return word.starts_with("--") && word.size() > 2;
}

// Boost hands this through its own code; it never leaves parse().
class Refusal : public std::exception {
public:
    Refusal(std::string what, std::string mend)
        : what_(std::move(what)),
          mend_(std::move(mend)) {}

    [[nodiscard]] const char* what() const noexcept override { return what_.c_str(); }

    [[nodiscard]] const std::string& mend() const { return mend_; }

private:
    std::string what_;
    std::string mend_;
};

bool is_number(std::string_view word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

// Whether a word can be that field of a FEN: 1 the side to move, 2 castling, 3 en passant, then
// numbers.
bool is_fen_field(std::size_t field, std::string_view word) {
    switch (field) {
    case 1:
        return word == "w" || word == "b";
    case 2:
        return word == "-" ||
            (!word.empty() && word.size() <= 4 &&
             word.find_first_not_of("KQABCDEFGHkqabcdefgh") == std::string_view::npos);
    case 3:
        return word == "-" ||
            (word.size() == 2 && word[0] >= 'a' && word[0] <= 'h' &&
             (word[1] == '3' || word[1] == '6'));
    default:
        return field <= 5 && is_number(word);
    }
}

bool is_placement(std::string_view word) {
    return std::ranges::count(word, '/') == 7 && word.find(' ') == std::string_view::npos;
}

} // namespace

// Reads one option at a time, as Boost asks for it; what it leaves is no option.
class Options::Reader {
public:
    explicit Reader(const Options& options)
        : options_(options) {}

    [[nodiscard]] std::vector<po::option> read_all(const std::vector<std::string>& words) const {
        po::options_description description;
        for (const Option& option : options_.options_) {
            if (option.kind == Kind::flag) {
                description.add_options()(option.name.c_str(), "");
            } else {
                description.add_options()(option.name.c_str(), po::value<std::string>());
            }
        }
        namespace style = po::command_line_style;
        return po::command_line_parser{words}
            .options(description)
            .style(style::allow_long | style::long_allow_adjacent | style::long_allow_next)
            .extra_style_parser(*this)
            .run()
            .options;
    }

    [[nodiscard]] std::vector<po::option> operator()(std::vector<std::string>& words) const {
        if (words.empty() || !(is_option(words.front()) || asks_for_help(words.front()))) {
            return {};
        }
        const std::string word = asks_for_help(words.front()) ? "--help" : words.front();
        words.erase(words.begin());
        const std::size_t equals = word.find('=');
        po::option result;
        result.string_key = word.substr(2, equals == std::string::npos ? equals : equals - 2);
        result.original_tokens.push_back(word);
        const Option& option = find(result.string_key);
        if (option.kind == Kind::flag) {
            refuse_value(option, equals);
        } else {
            result.value.push_back(
                equals == std::string::npos ? take_value(option, words) : word.substr(equals + 1)
            );
        }
        if (option.kind == Kind::fen) {
            take_fen_fields(result.value.front(), words);
        }
        return {result};
    }

private:
    [[nodiscard]] const Option& find(const std::string& name) const {
        const auto found = std::ranges::find(options_.options_, name, &Option::name);
        if (found == options_.options_.end()) {
            throw Refusal{
                fmt::format("--{} is no option", printable(name)),
                fmt::format("\"ansage {} --help\" lists them", options_.command_)};
        }
        return *found;
    }

    static void refuse_value(const Option& option, std::size_t equals) {
        if (equals != std::string::npos) {
            throw Refusal{
                fmt::format("--{} takes no value", option.name),
                fmt::format("write --{}", option.name)};
        }
    }

    [[nodiscard]] static std::string
    take_value(const Option& option, std::vector<std::string>& words) {
        if (words.empty() || words.front().starts_with("--")) {
            throw Refusal{
                fmt::format("--{} needs a value", option.name),
                fmt::format(
                    "write --{0} {1}, or --{0}={1} if it begins with --",
                    option.name,
                    option.placeholder
                )};
        }
        std::string value = words.front();
        words.erase(words.begin());
        return value;
    }

    static void take_fen_fields(std::string& fen, std::vector<std::string>& words) {
        if (!is_placement(fen)) {
            return;
        }
        for (std::size_t field = 1; !words.empty() && is_fen_field(field, words.front()); ++field) {
            fen += ' ' + words.front();
            words.erase(words.begin());
        }
    }

    const Options& options_;
};

Options::Options(std::string command, std::string words, std::string summary)
    : command_(std::move(command)),
      words_(std::move(words)),
      summary_(std::move(summary)) {
    flag("help", "this text");
}

Options& Options::flag(std::string name, std::string help) {
    options_.push_back({std::move(name), "", std::move(help), Kind::flag});
    return *this;
}

Options& Options::value(std::string name, std::string placeholder, std::string help) {
    options_.push_back({std::move(name), std::move(placeholder), std::move(help), Kind::value});
    return *this;
}

Options& Options::fen(std::string name, std::string help) {
    options_.push_back({std::move(name), "FEN", std::move(help), Kind::fen});
    return *this;
}

void Options::collect(std::span<const std::string> arguments, Arguments& result) const {
    for (const po::option& option : Reader{*this}.read_all({arguments.begin(), arguments.end()})) {
        if (option.string_key.empty()) {
            result.words_.insert(result.words_.end(), option.value.begin(), option.value.end());
            continue;
        }
        const std::string value = option.value.empty() ? "" : option.value.front();
        if (!result.values_.emplace(option.string_key, value).second) {
            throw Refusal{fmt::format("--{} is given twice", option.string_key), "give it once"};
        }
    }
    if (words_.empty() && !result.words_.empty() && !result.has("help")) {
        throw Refusal{
            fmt::format("\"{}\" is not expected here", printable(result.words_.front())),
            "leave it out"};
    }
}

Result<Arguments, Error> Options::parse(std::span<const std::string> arguments) const {
    Arguments result;
    result.command_ = "ansage " + command_;
    try {
        collect(arguments, result);
    } catch (const Refusal& refusal) {
        return tl::unexpected{Error{refusal.what(), result.command_, refusal.mend()}};
    } catch (const po::error& problem) {
        return tl::unexpected{Error{
            problem.what(), result.command_, fmt::format("see \"{} --help\"", result.command_)}};
    }
    return result;
}

std::string Options::message_id(std::string_view name) const {
    std::string id = fmt::format("help.{}", command_);
    if (!name.empty()) {
        // Every command has this one.
        id = name == "help" ? "help.help" : fmt::format("{}.{}", id, name);
    }
    std::ranges::replace(id, '-', '_');
    std::ranges::replace(id, ' ', '_');
    return id;
}

std::string Options::help() const {
    std::string text = fmt::format(
        "{}: ansage {}{}{} [options]\n",
        in_words("help.usage", "Usage"),
        command_,
        words_.empty() ? "" : " ",
        words_
    );
    text += in_words(message_id(), summary_) + "\n";
    for (const Option& option : options_) {
        const std::string_view space = option.placeholder.empty() ? "" : " ";
        text += fmt::format(
            "--{}{}{}: {}\n",
            option.name,
            space,
            option.placeholder,
            in_words(message_id(option.name), option.help)
        );
    }
    return text;
}

int run_with(
    const Options& options,
    std::span<const std::string> arguments,
    const std::function<int(const Arguments&)>& handler
) {
    const Result<Arguments, Error> parsed = options.parse(arguments);
    if (!parsed) {
        print_error(parsed.error());
        return to_int(ExitCode::bad_input);
    }
    if (parsed->has("help")) {
        fmt::print("{}", options.help());
        return to_int(ExitCode::done);
    }
    return handler(*parsed);
}

namespace {

std::function<Error(const Error&)>& error_words() {
    static std::function<Error(const Error&)> words;
    return words;
}

TextWords& help_words() {
    static TextWords words;
    return words;
}

} // namespace

void put_errors_into_words(std::function<Error(const Error&)> words) {
    error_words() = std::move(words);
}

void put_help_into_words(TextWords words) {
    help_words() = std::move(words);
}

std::string in_words(std::string_view id, const std::string& text) {
    return help_words() ? help_words()(id, text) : text;
}

void print_error(const Error& error) {
    print_notice(base::to_line(error_words() ? error_words()(error) : error));
}

int refuse(const Error& error) {
    print_error(error);
    return to_int(ExitCode::bad_input);
}

int unavailable(const Error& error) {
    print_error(error);
    return to_int(ExitCode::unavailable);
}

std::string printable(std::string_view text) {
    constexpr std::size_t longest = 120;
    const bool cut = text.size() > longest;
    if (cut) {
        text = text.substr(0, longest);
        // Never in the middle of a letter.
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) {
            text.remove_suffix(1);
        }
        text.remove_suffix(text.empty() || static_cast<unsigned char>(text.back()) < 0x80U ? 0 : 1);
    }
    const std::string line = base::visible(text);
    return cut ? line + "..." : line;
}

} // namespace ansage::terminal
