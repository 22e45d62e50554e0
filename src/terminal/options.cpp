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

bool Arguments::has(std::string_view option) const {
    const auto found = values_.find(option);
    return found != values_.end() && found->second.is_on;
}

std::optional<std::string> Arguments::value(std::string_view option) const {
    return has(option) ? std::optional{values_.find(option)->second.text} : std::nullopt;
}

std::string Arguments::value_or(std::string_view option, std::string_view fallback) const {
    return value(option).value_or(std::string{fallback});
}

std::optional<std::int64_t> Arguments::number(std::string_view option) const {
    return has(option) ? std::optional{values_.find(option)->second.number} : std::nullopt;
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

std::optional<Source> Arguments::source(std::string_view option) const {
    return has(option) ? std::optional{values_.find(option)->second.source} : std::nullopt;
}

bool Arguments::is_typed(std::string_view option) const {
    return source(option) == Source::command_line;
}

bool Arguments::goes_before(std::string_view option, std::string_view other) const {
    return has(option) && (!has(other) || *source(option) < *source(other));
}

std::string Arguments::where(std::string_view option) const {
    const auto found = values_.find(option);
    return found == values_.end() ? fmt::format("--{}", option) : found->second.where;
}

Error Arguments::at_its_source(Error error) const {
    const std::string place = error.where.text();
    const std::string option = place.starts_with("--") ? place.substr(2) : place;
    if (has(option) && !is_typed(option)) error.where = where(option);
    return error;
}

std::vector<std::string> Arguments::names() const {
    std::vector<std::string> names;
    for (const auto& [name, value] : values_) names.push_back(name);
    return names;
}

void Arguments::forget(std::string_view option) {
    if (const auto found = values_.find(option); found != values_.end()) values_.erase(found);
}

bool is_literal(std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, [](unsigned char letter) {
        return std::islower(letter) != 0 || std::isdigit(letter) != 0 || letter == '-';
    });
}

bool asks_for_help(std::string_view word) { return word == "-h" || word == "--help"; }

Options::Options(std::string command, std::string words, std::string summary)
    : command_(std::move(command)),
      words_(std::move(words)),
      summary_(std::move(summary)) {
    flag("help", "this text").only_typed({"help"});
}

Options& Options::flag(std::string name, std::string help) {
    options_.push_back({std::move(name), "", std::move(help), Kind::flag});
    return *this;
}

Options& Options::value(std::string name, std::string placeholder, std::string help) {
    options_.push_back({std::move(name), std::move(placeholder), std::move(help), Kind::value});
    return *this;
}

Options& Options::number(std::string name, std::string placeholder, std::string help, Range range) {
    options_.push_back(
        {std::move(name), std::move(placeholder), std::move(help), Kind::number, range}
    );
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

Options& Options::take_settings(std::vector<Options> (*commands)()) {
    commands_with_settings_ = commands;
    return *this;
}

Options& Options::only_typed(std::initializer_list<std::string_view> names) {
    for (Option& option : options_)
        if (std::ranges::find(names, option.name) != names.end()) option.is_setting = false;
    return *this;
}

const Options::Option* Options::find(std::string_view name) const {
    const auto found = std::ranges::find(options_, name, &Option::name);
    return found == options_.end() ? nullptr : &*found;
}

bool Options::has_setting(std::string_view name) const {
    const Option* const option = find(name);
    return option != nullptr && option->is_setting;
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
    if (!given.has("help")) {
        return action.run(given).map_error([&](const Failure& failure) {
            return Failure{given.at_its_source(failure.error), failure.code};
        });
    }
    fmt::print("{}", options.help());
    return ExitCode::done;
}

// "compare" of "arbiter compare".
Answer run_named(const Command& command, std::span<const std::string> arguments) {
    const std::string_view name = arguments.empty() ? std::string_view{} : arguments.front();
    for (const Action& action : command.actions) {
        if (action.options().command() == fmt::format("{} {}", command.name, name))
            return run_action(action, arguments.subspan(1));
    }
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
