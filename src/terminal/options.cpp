// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/options.hpp"

#include "base/text.hpp"
#include "base/try.hpp"
#include "base/utf8.hpp"
#include "base/visible.hpp"
#include "terminal/command.hpp"
#include "terminal/output.hpp"
#include "terminal/own_words.hpp"

#include <algorithm>
#include <cctype>
#include <exception>
#include <fmt/format.h>
#include <utility>

namespace ansage::terminal {

using base::Error;
using base::Result;

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

std::size_t
Arguments::choice(std::string_view option, std::span<const std::string_view> choices) const {
    const auto found = std::ranges::find(choices, value_or(option, ""));
    return found == choices.end() ? 0 : static_cast<std::size_t>(found - choices.begin());
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

// Takes words from the front.
class Options::Reader {
public:
    Reader(const Options& options, std::span<const std::string> words)
        : options_(options),
          rest_(words) {
        given_.command_ = "ansage " + options.command_;
    }

    [[nodiscard]] Result<Arguments, Error> read() {
        while (!rest_.empty()) {
            const std::string word = take();
            if (word == "--")
                while (!rest_.empty()) given_.words_.push_back(take());
            else if (is_option(word) || asks_for_help(word))
                ANSAGE_TRY(read_option(asks_for_help(word) ? "--help" : word));
            else given_.words_.push_back(word);
        }
        const std::vector<std::string>& words = given_.words_;
        if (options_.words_.empty() && !words.empty() && !given_.has("help")) {
            return refused(
                base::phrase("\"{}\" is not expected here", printable(words.front())),
                base::phrase("leave it out")
            );
        }
        return std::move(given_);
    }

private:
    [[nodiscard]] std::string take() {
        std::string word = rest_.front();
        rest_ = rest_.subspan(1);
        return word;
    }

    [[nodiscard]] tl::unexpected<Error> refused(base::Phrase what, base::Phrase mend) const {
        return tl::unexpected(Error{std::move(what), given_.command_, std::move(mend)});
    }

    [[nodiscard]] Result<void, Error> read_option(const std::string& word) {
        const std::size_t equals = std::min(word.find('='), word.size());
        const std::string name = word.substr(2, equals - 2);
        const auto option = std::ranges::find(options_.options_, name, &Option::name);
        if (option == options_.options_.end()) {
            return refused(
                base::phrase("--{} is no option", printable(name)),
                base::phrase("\"ansage {} --help\" lists them", options_.command_)
            );
        }
        const bool has_value = equals < word.size();
        if (option->kind == Kind::flag && has_value) {
            return refused(
                base::phrase("--{} takes no value", name), base::phrase("write --{}", name)
            );
        }
        std::string value;
        if (option->kind != Kind::flag)
            value = ANSAGE_TRY(
                value_of(*option, has_value ? std::optional{word.substr(equals + 1)} : std::nullopt)
            );
        if (given_.values_.emplace(name, std::move(value)).second) return {};
        return refused(base::phrase("--{} is given twice", name), base::phrase("give it once"));
    }

    // `given` stood behind an equals sign.
    [[nodiscard]] Result<std::string, Error>
    value_of(const Option& option, std::optional<std::string> given) {
        if (!given && !rest_.empty() && !rest_.front().starts_with("--")) given = take();
        if (!given || (given->empty() && !options_.takes_empty_values_)) {
            return refused(
                base::phrase("--{} needs a value", option.name),
                base::phrase(
                    "write --{0} {1}, or --{0}={1} if it begins with --",
                    option.name,
                    option.placeholder
                )
            );
        }
        const auto listed = listed_words(option.placeholder);
        if (!listed.empty() && std::ranges::find(listed, *given) == listed.end()) {
            return refused(
                base::phrase("--{} cannot be \"{}\"", option.name, printable(*given)),
                base::phrase("write one of: {}", base::listed(listed))
            );
        }
        if (option.kind == Kind::fen && is_placement(*given))
            for (std::size_t field = 1; !rest_.empty() && is_fen_field(field, rest_.front());
                 ++field)
                *given += ' ' + take();
        return *std::move(given);
    }

    const Options& options_;
    std::span<const std::string> rest_;
    Arguments given_;
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

Result<Arguments, Error> Options::parse(std::span<const std::string> arguments) const {
    return Reader{*this, arguments}.read();
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

std::vector<Options> Command::options() const {
    std::vector<Options> all;
    std::ranges::transform(actions, std::back_inserter(all), [](const Action& action) {
        return action.options();
    });
    return all;
}

namespace {

Answer run_action(const Action& action, std::span<const std::string> arguments) {
    const Options options = action.options();
    const Arguments given = ANSAGE_TRY(options.parse(arguments));
    if (!given.has("help")) return action.run(given);
    fmt::print("{}", options.help());
    return ExitCode::done;
}

// "compare" of "arbiter compare".
Answer run_named(const Command& command, std::span<const std::string> arguments) {
    const std::string_view name = arguments.empty() ? std::string_view{} : arguments.front();
    for (const Action& action : command.actions)
        if (action.options().command() == fmt::format("{} {}", command.name, name))
            return run_action(action, arguments.subspan(1));
    if (asks_for_help(name)) {
        for (const Options& options : command.options()) fmt::print("{}", options.help());
        return ExitCode::done;
    }
    return tl::unexpected(Error{
        arguments.empty() ? base::phrase("nothing to do")
                          : base::phrase("\"{}\" is not expected here", printable(name)),
        fmt::format("ansage {}", command.name),
        base::phrase("\"ansage {} --help\" lists them", command.name)});
}

} // namespace

int run(const Command& command, std::span<const std::string> arguments) {
    const Answer answer = command.actions.size() == 1
        ? run_action(command.actions.front(), arguments)
        : run_named(command, arguments);
    return answer ? to_int(*answer) : tell_failure(answer.error());
}

int tell_failure(const Failure& failure) {
    print_error(failure.error);
    return to_int(failure.code);
}

Failure unavailable(Error error) { return {std::move(error), ExitCode::unavailable}; }

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

std::string printable(std::string_view text) {
    constexpr std::size_t longest = 120;
    const bool cut = text.size() > longest;
    if (cut) text = base::without_unfinished_end(text.substr(0, longest));
    const std::string line = base::visible(text);
    return cut ? line + "..." : line;
}

} // namespace ansage::terminal
