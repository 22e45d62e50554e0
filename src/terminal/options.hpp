// SPDX-License-Identifier: GPL-3.0-or-later
// The options of one command, of which Boost.Program_options reads the words
// (options_reading.cpp). Abbreviations are off; a value that begins with "--" must be written
// --option=value; "-" and "0-0" are values like any other, and so are empty ones where they are not
// refused; an option that lists its words takes no other; an unquoted FEN may follow an option that
// takes one.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::terminal {

// Where a setting comes from, the nearest first.
enum class Source : std::uint8_t { command_line, environment, file };

// What was given, on the command line or as a setting of one's own.
class Arguments {
public:
    bool has(std::string_view option) const;
    std::optional<std::string> value(std::string_view option) const;
    std::string value_or(std::string_view option, std::string_view fallback) const;

    // Of an option that takes a number; empty if it was not given.
    std::optional<std::int64_t> number(std::string_view option) const;
    // Where its range is known only now; an error that names the option if it is no number of it.
    [[nodiscard]] base::Result<std::optional<std::int64_t>, base::Error>
    number(std::string_view option, std::int64_t least, std::int64_t most) const;

    // The value's place among the words that the option takes; 0 if it was not given.
    std::size_t choice(std::string_view option, std::span<const std::string_view> choices) const;

    // Everything that is no option.
    const std::vector<std::string>& words() const { return words_; }

    // "ansage play": where an error of what was given is.
    const std::string& command() const { return command_; }

    // Absent: it was given nowhere.
    std::optional<Source> source(std::string_view option) const;
    // On the command line, and not only as a habit.
    bool is_typed(std::string_view option) const;
    // It was given, and the other one less near or nowhere: of what excludes each other it counts.
    bool goes_before(std::string_view option, std::string_view other) const;
    // "--language", "ANSAGE_LANGUAGE", "/home/anna/.config/ansage/ansage.conf:3".
    std::string where(std::string_view option) const;
    // An error of an option is where that was given.
    base::Error at_its_source(base::Error error) const;
    // In the order of the alphabet; a flag that somebody turned off is among them.
    std::vector<std::string> names() const;
    // As if it had not been given.
    void forget(std::string_view option);

private:
    friend class Options;

    struct Value {
        std::string text{}; // none of a flag
        std::int64_t number = 0; // of an option that takes one
        bool is_on = true; // a flag may be turned off
        Source source{};
        std::string where{};
    };

    std::string command_;
    std::map<std::string, Value, std::less<>> values_;
    std::vector<std::string> words_;
};

class Options {
public:
    enum class Kind : std::uint8_t { flag, value, number, fen };

    // Both ends belong to it.
    struct Range {
        std::int64_t least = 0;
        std::int64_t most = 0;
    };

    struct Option {
        std::string name;
        std::string
            placeholder; // empty: a flag; what is meant literally is in lower case: full|short
        std::string help;
        Kind kind{};
        Range range{}; // of a number
        bool is_setting = true; // where the command takes settings of one's own
    };

    // `words` is how the help calls what is no option ("MOVE..."); empty if there is no such thing.
    Options(std::string command, std::string words, std::string summary);

    Options& flag(std::string name, std::string help);
    Options& value(std::string name, std::string placeholder, std::string help);
    // A whole number.
    Options& number(std::string name, std::string placeholder, std::string help, Range range);
    // A value that may be a FEN without quotation marks, in several words.
    Options& fen(std::string name, std::string help);

    // What is not typed may then stand among the settings of one's own (terminal/own_settings.hpp).
    // `commands` gives the options of all commands that take them: what one does not know may be
    // another's.
    Options& take_settings(std::vector<Options> (*commands)());
    // What is said for one run is no setting.
    Options& only_typed(std::initializer_list<std::string_view> names);

    // An empty value is then an error: a variable of the shell that was not set would open another
    // table than was meant.
    Options& refuse_empty_values();

    [[nodiscard]] base::Result<Arguments, base::Error> parse(std::span<const std::string> arguments
    ) const;
    // In the words of whoever is at the terminal (terminal/own_words.hpp).
    std::string help() const;
    // Of an option's text, or of the summary: help.play.white_name, help.play.
    std::string message_id(std::string_view name = {}) const;

    // Of which --help, man pages and completions are made.
    const std::string& command() const { return command_; }

    const std::string& words() const { return words_; }

    const std::string& summary() const { return summary_; }

    const std::vector<Option>& all() const { return options_; }

    bool takes_settings() const { return commands_with_settings_ != nullptr; }

    // Null: there is none.
    const Option* find(std::string_view name) const;
    bool has_setting(std::string_view name) const;

private:
    class Reader;

    std::string command_;
    std::string words_;
    std::string summary_;
    std::vector<Option> options_;
    bool takes_empty_values_ = true;
    std::vector<Options> (*commands_with_settings_)() = nullptr;
};

// "full", not "FILE", "[TEXT]" or "MOVE...": what is typed as it stands.
bool is_literal(std::string_view word);

// "-h" or "--help".
bool asks_for_help(std::string_view word);

// One line on stderr.
void print_error(const base::Error& error);
// ... where there is one; the command goes on.
void print_warning(const std::optional<base::Error>& error);

// Visible, and not longer than a line: for quoting what someone typed.
std::string printable(std::string_view text);

} // namespace ansage::terminal
