// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/options.hpp"

#include "base/text.hpp"
#include "base/visible.hpp"
#include "terminal/command.hpp"
#include "terminal/output.hpp"
#include "terminal/own_words.hpp"

#include <boost/program_options.hpp>

#include <algorithm>
#include <cctype>
#include <exception>
#include <fmt/format.h>
#include <utility>

namespace ansage::terminal {

using base::Error;
using base::Result;
namespace po = boost::program_options;

bool Arguments::has(std::string_view option) const { return values_.find(option) != values_.end(); }

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
    if (!text) return std::nullopt;
    const auto number = base::parse_number<std::int64_t>(*text);
    if (!number || *number < least || *number > most) {
        return tl::unexpected{Error{
            base::phrase("--{} cannot be \"{}\"", option, printable(*text)),
            command_,
            base::phrase("write a whole number from {} to {}", least, most)}};
    }
    return number;
}

Result<std::size_t, Error>
Arguments::choice(std::string_view option, std::span<const std::string_view> choices) const {
    const std::optional<std::string> text = value(option);
    if (!text) return 0;
    const auto found = std::ranges::find(choices, *text);
    if (found == choices.end()) {
        return tl::unexpected{Error{
            base::phrase("--{} cannot be \"{}\"", option, printable(*text)),
            command_,
            base::phrase("write one of: {}", base::listed(choices))}};
    }
    return static_cast<std::size_t>(found - choices.begin());
}

bool is_literal(std::string_view word) {
    return !word.empty() &&
        std::ranges::all_of(
            word,
            [](unsigned char letter) {
                return std::islower(letter) != 0 || std::isdigit(letter) != 0 || letter == '-';
            }
        );
}

bool asks_for_help(std::string_view word) { return word == "-h" || word == "--help"; }

namespace {

bool is_option(std::string_view word) { return word.starts_with("--") && word.size() > 2; }

// Boost hands this through its own code; it never leaves parse().
class Refusal : public std::exception {
public:
    Refusal(base::Phrase what, base::Phrase mend)
        : error_{std::move(what), {}, std::move(mend)} {}

    [[nodiscard]] Error at(std::string where) const {
        return {error_.what, std::move(where), error_.mend};
    }

private:
    Error error_;
};

bool is_number(std::string_view word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

// Whether a word can be that field of a FEN: 1 the side to move, 2 castling, 3 en passant, then
// numbers.
bool is_fen_field(std::size_t field, std::string_view word) {
    switch (field) {
    case 1: return word == "w" || word == "b";
    case 2:
        return word == "-" ||
            (!word.empty() && word.size() <= 4 &&
             word.find_first_not_of("KQABCDEFGHkqabcdefgh") == std::string_view::npos);
    case 3:
        return word == "-" ||
            (word.size() == 2 && word[0] >= 'a' && word[0] <= 'h' &&
             (word[1] == '3' || word[1] == '6'));
    default: return field <= 5 && is_number(word);
    }
}

// "flac|opus": each of them; none where something may stand there that is not listed. Numbers are
// not, for whoever reads one knows which.
std::vector<std::string_view> listed_words(std::string_view placeholder) {
    std::vector<std::string_view> words;
    while (!placeholder.empty()) {
        words.push_back(base::take_until(placeholder, '|'));
        if (!is_literal(words.back()) || is_number(words.back())) return {};
    }
    return words;
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
        for (const Option& option : options_.options_)
            if (option.kind == Kind::flag) description.add_options()(option.name.c_str(), "");
            else description.add_options()(option.name.c_str(), po::value<std::string>());
        namespace style = po::command_line_style;
        return po::command_line_parser{words}
            .options(description)
            .style(style::allow_long | style::long_allow_adjacent | style::long_allow_next)
            .extra_style_parser(*this)
            .run()
            .options;
    }

    [[nodiscard]] std::vector<po::option> operator()(std::vector<std::string>& words) const {
        if (words.empty() || !(is_option(words.front()) || asks_for_help(words.front()))) return {};
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
            check_value(option, result.value.front());
        }
        if (option.kind == Kind::fen) take_fen_fields(result.value.front(), words);
        return {result};
    }

private:
    [[nodiscard]] const Option& find(const std::string& name) const {
        const auto found = std::ranges::find(options_.options_, name, &Option::name);
        if (found == options_.options_.end()) {
            throw Refusal{
                base::phrase("--{} is no option", printable(name)),
                base::phrase("\"ansage {} --help\" lists them", options_.command_)};
        }
        return *found;
    }

    static void refuse_value(const Option& option, std::size_t equals) {
        if (equals != std::string::npos) {
            throw Refusal{
                base::phrase("--{} takes no value", option.name),
                base::phrase("write --{}", option.name)};
        }
    }

    static void refuse_absence(const Option& option) {
        throw Refusal{
            base::phrase("--{} needs a value", option.name),
            base::phrase(
                "write --{0} {1}, or --{0}={1} if it begins with --",
                option.name,
                option.placeholder
            )};
    }

    void check_value(const Option& option, const std::string& value) const {
        if (value.empty() && !options_.takes_empty_values_) refuse_absence(option);
        const auto listed = listed_words(option.placeholder);
        if (!listed.empty() && std::ranges::find(listed, value) == listed.end()) {
            throw Refusal{
                base::phrase("--{} cannot be \"{}\"", option.name, printable(value)),
                base::phrase("write one of: {}", base::listed(listed))};
        }
    }

    [[nodiscard]] static std::string
    take_value(const Option& option, std::vector<std::string>& words) {
        if (words.empty() || words.front().starts_with("--")) refuse_absence(option);
        std::string value = words.front();
        words.erase(words.begin());
        return value;
    }

    static void take_fen_fields(std::string& fen, std::vector<std::string>& words) {
        if (!is_placement(fen)) return;
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

Options& Options::refuse_empty_values() {
    takes_empty_values_ = false;
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
            throw Refusal{
                base::phrase("--{} is given twice", option.string_key),
                base::phrase("give it once")};
        }
    }
    if (words_.empty() && !result.words_.empty() && !result.has("help")) {
        throw Refusal{
            base::phrase("\"{}\" is not expected here", printable(result.words_.front())),
            base::phrase("leave it out")};
    }
}

Result<Arguments, Error> Options::parse(std::span<const std::string> arguments) const {
    Arguments result;
    result.command_ = "ansage " + command_;
    try {
        collect(arguments, result);
    } catch (const Refusal& refusal) {
        return tl::unexpected{refusal.at(result.command_)};
    } catch (const po::error& problem) {
        return tl::unexpected{Error{
            base::as_it_is(std::string{problem.what()}),
            result.command_,
            base::phrase("see \"{} --help\"", result.command_)}};
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

ErrorWords& error_words() {
    static ErrorWords words;
    return words;
}

TextWords& help_words() {
    static TextWords words;
    return words;
}

} // namespace

void put_errors_into_words(ErrorWords words) { error_words() = std::move(words); }

void put_help_into_words(TextWords words) { help_words() = std::move(words); }

std::string line_in_words(const Error& error) {
    return error_words() ? error_words()(error) : base::to_line(error);
}

std::string standard_input() { return line_in_words({base::phrase("standard input"), {}, {}}); }

std::string in_words(std::string_view id, const std::string& text) {
    return help_words() ? help_words()(id, text) : text;
}

void print_error(const Error& error) { print_notice(line_in_words(error)); }

void print_warning(const std::optional<Error>& error) {
    if (error) print_error(*error);
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
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U)
            text.remove_suffix(1);
        text.remove_suffix(text.empty() || static_cast<unsigned char>(text.back()) < 0x80U ? 0 : 1);
    }
    const std::string line = base::visible(text);
    return cut ? line + "..." : line;
}

} // namespace ansage::terminal
