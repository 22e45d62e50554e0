// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/completion.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace ansage::app {

using terminal::Options;

namespace {

// What can stand at one place of a command line.
struct Values {
    std::vector<std::string> words;
    bool files = false;
    bool folders = false;
    std::string profiles; // a kind of profile whose names fit
};

// Whose names a value is that is no file and nothing literal.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kinds_of_profile{
    {{"words", "words"},
     {"profile", "laws"},
     {"code", "braille"},
     {"letters", "braille"},
     {"read-code", "braille"},
     {"white", "seats"},
     {"black", "seats"},
     {"", ""}}};

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = std::min(text.find(separator), text.size());
        parts.emplace_back(text.substr(0, end));
        if (end == text.size()) return parts;
        text.remove_prefix(end + 1);
    }
}

// "list|watch PORT|check PORT": the first words of each; a GAME can be called by "last".
// NOLINTNEXTLINE(readability-function-size): one question within two conditions
Values values_of(std::string_view placeholder, std::string_view option, const Manual& manual) {
    Values values;
    for (const std::string& part : split(placeholder, '|')) {
        const std::string first = split(part, ' ').front();
        const std::string_view all = part;
        const auto names = [&](std::string_view what) { return all.find(what) != all.npos; };
        if (terminal::is_literal(first)) values.words.push_back(first);
        values.folders = values.folders || names("FOLDER") || names("DIR");
        values.files = values.files || names("FILE") || names("GAME") || names("SCRIPT") ||
            names("PORT") || names("A B");
        if (names("GAME")) values.words.emplace_back("last");
        if (first == "L") {
            values.words.insert(
                values.words.end(), manual.languages.begin(), manual.languages.end()
            );
        }
        if (first == "NAME" || first == "SEAT") {
            const auto* const kind = std::ranges::find_if(kinds_of_profile, [&](const auto& row) {
                return row.first == option || row.first.empty();
            });
            values.profiles = kind->second;
        }
    }
    return values;
}

// A command, or an action of one: "arbiter compare".
struct Place {
    Options options;
    std::string_view summary;
};

Values words_of(const Options& options, const Manual& manual) {
    Values values = values_of(options.words(), "", manual);
    if (options.command() == manual.help.command()) {
        for (const terminal::Command& command : manual.commands)
            values.words.emplace_back(command.name);
        values.words.insert(values.words.end(), manual.persons.begin(), manual.persons.end());
        std::ranges::sort(values.words);
        values.words.erase(
            std::unique(values.words.begin(), values.words.end()), values.words.end()
        );
    }
    return values;
}

// With "help", which is a command for whoever types.
std::vector<Place> places(const Manual& manual) {
    std::vector<Place> all;
    for (const terminal::Command& command : manual.commands) {
        for (Options& options : command.options())
            all.push_back({std::move(options), command.summary});
    }
    all.push_back({manual.help, manual.help.summary()});
    return all;
}

// What can follow "ansage", with what it is; and what can follow "ansage arbiter".
std::vector<std::pair<std::string, std::string>> first_words(const Manual& manual) {
    std::vector<std::pair<std::string, std::string>> words;
    for (const terminal::Command& command : manual.commands)
        words.emplace_back(command.name, command.summary);
    words.emplace_back(manual.help.command(), manual.help.summary());
    return words;
}

std::vector<std::string> actions_of(const terminal::Command& command) {
    std::vector<std::string> actions;
    for (const Options& options : command.options()) {
        if (const auto words = split(options.command(), ' '); words.size() > 1)
            actions.push_back(words[1]);
    }
    return actions;
}

std::string option_names(const Options& options) {
    std::vector<std::string> names;
    for (const Options::Option& option : options.all()) names.push_back("--" + option.name);
    return fmt::format("{}", fmt::join(names, " "));
}

// --- bash

constexpr std::string_view bash_beginning = R"sh(# bash completion for ansage(1)
_ansage_profiles() {
    ansage profiles list 2>/dev/null | sed -n "s/^$1 \([^:]*\): .*/\1/p"
}

# _ansage_offer WORDS SOURCE [KIND]: words, and files, folders or the names of profiles.
_ansage_offer() {
    local words=$1 typed=${COMP_WORDS[COMP_CWORD]}
    [ "$typed" = = ] && typed=
    [ "$2" = profiles ] && words="$words $(_ansage_profiles "$3")"
    mapfile -t COMPREPLY < <(
        compgen -W "$words" -- "$typed"
        case $2 in
            files) compgen -f -- "$typed" ;;
            folders) compgen -d -- "$typed" ;;
        esac
    )
    [ "$2" = none ] || compopt -o filenames 2>/dev/null
}

_ansage() {
    local typed=${COMP_WORDS[COMP_CWORD]} place=${COMP_WORDS[1]} option
    COMPREPLY=()
)sh";

constexpr std::string_view bash_middle = R"sh(
    option=${COMP_WORDS[COMP_CWORD - 1]}
    [ "$option" = = ] && option=${COMP_WORDS[COMP_CWORD - 2]}
    [ "$typed" = = ] && option=${COMP_WORDS[COMP_CWORD - 1]}
    case "$place $option" in
)sh";

constexpr std::string_view bash_end = R"sh(    esac
}
complete -F _ansage ansage
)sh";

std::string bash_offer(const Values& values) {
    const std::string words = shell_quoted(fmt::format("{}", fmt::join(values.words, " ")));
    if (!values.profiles.empty())
        return fmt::format("_ansage_offer {} profiles {}", words, values.profiles);
    return fmt::format(
        "_ansage_offer {} {}",
        words,
        values.files         ? "files"
            : values.folders ? "folders"
                             : "none"
    );
}

std::string bash_first_words(const Manual& manual) {
    std::vector<std::string> words;
    for (const auto& [name, summary] : first_words(manual)) words.push_back(name);
    std::string text = fmt::format(
        "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
        "        _ansage_offer '{} --help --version' none\n"
        "        return\n"
        "    fi\n",
        fmt::join(words, " ")
    );
    for (const terminal::Command& command : manual.commands) {
        const auto actions = actions_of(command);
        if (!actions.empty()) {
            text += fmt::format(
                "    if [ \"$place\" = {0} ]; then\n"
                "        [ \"$COMP_CWORD\" -eq 2 ] && _ansage_offer '{1}' none && return\n"
                "        place=\"{0} ${{COMP_WORDS[2]}}\"\n"
                "    fi\n",
                command.name,
                fmt::join(actions, " ")
            );
        }
    }
    return text;
}

// --- zsh

// Within _arguments a colon ends a part, brackets end the help.
std::string zsh_text(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        if (letter == ':' || letter == '[' || letter == ']' || letter == '\\') result += '\\';
        result += letter;
    }
    return result;
}

std::string zsh_action(const Values& values) {
    std::vector<std::string> actions;
    if (!values.words.empty())
        actions.push_back(fmt::format("_ansage_words {}", fmt::join(values.words, " ")));
    if (!values.profiles.empty()) actions.push_back("_ansage_profiles " + values.profiles);
    if (values.files || values.folders) actions.emplace_back(values.files ? "_files" : "_files -/");
    if (actions.size() == 1) return "{" + actions.front() + "}";
    return actions.empty() ? " " : fmt::format("{{{}}}", fmt::join(actions, "; "));
}

constexpr std::string_view zsh_beginning = R"sh(#compdef ansage
_ansage_words() {
    compadd -- "$@"
}

_ansage_profiles() {
    local -a names
    names=(${(f)"$(ansage profiles list 2>/dev/null | sed -n "s/^$1 \([^:]*\): .*/\1/p")"})
    compadd -a names
}

_ansage() {
    local -a commands
    local place=$words[2]
)sh";

// --- fish

constexpr std::string_view fish_beginning = R"sh(# fish completion for ansage(1)
function __ansage_profiles
    ansage profiles list 2>/dev/null | string replace -rf "^$argv[1] ([^:]*): .*" '$1'
end

function __ansage_at
    set -l words (commandline -opc)
    set -e words[1]
    test "$words[1..$(count $argv)]" = "$argv"
end

complete -c ansage -f
)sh";

// fish leaves single quotes only by \'.
std::string fish_quoted(std::string_view text) {
    std::string result = "'";
    for (const char letter : text) {
        if (letter == '\'' || letter == '\\') result += '\\';
        result += letter;
    }
    return result + "'";
}

std::string fish_values(const Values& values) {
    std::string words = fmt::format("{}", fmt::join(values.words, " "));
    if (!values.profiles.empty()) words += fmt::format(" (__ansage_profiles {})", values.profiles);
    if (values.folders && !values.files) words += " (__fish_complete_directories)";
    std::string text = values.files ? " -F" : "";
    return words.empty() ? text : fmt::format("{} -a {}", text, fish_quoted(words));
}

// What is known is all that is offered, unless it may be a file.
std::string fish_value(const Values& values) {
    return (values.files ? " -r" : " -x") + fish_values(values);
}

} // namespace

std::string shell_quoted(std::string_view text) {
    std::string result = "'";
    for (const char letter : text)
        result += letter == '\'' ? std::string{"'\\''"} : std::string{letter};
    return result + "'";
}

// NOLINTNEXTLINE(readability-function-size): a line an option of a place
std::string bash_completion(const Manual& manual) {
    std::string text{bash_beginning};
    text += bash_first_words(manual) + std::string{bash_middle};
    std::string words;
    for (const Place& place : places(manual)) {
        const Options& options = place.options;
        for (const Options::Option& option : options.all()) {
            if (!option.placeholder.empty()) {
                text += fmt::format(
                    "        '{} --{}') {}; return ;;\n",
                    options.command(),
                    option.name,
                    bash_offer(values_of(option.placeholder, option.name, manual))
                );
            }
        }
        words += fmt::format(
            "        '{}') if [[ $typed == -* ]]; then _ansage_offer '{}' none; else {}; "
            "fi ;;\n",
            options.command(),
            option_names(options),
            bash_offer(words_of(options, manual))
        );
    }
    return text + "    esac\n    case $place in\n" + words + std::string{bash_end};
}

std::string zsh_completion(const Manual& manual) {
    std::string text{zsh_beginning};
    text += "    if (( CURRENT == 2 )); then\n        commands=(\n";
    for (const auto& [name, summary] : first_words(manual))
        text += fmt::format("            {}\n", shell_quoted(name + ":" + zsh_text(summary)));
    text += "        )\n        _describe command commands\n        return\n    fi\n";
    text += "    shift words\n    (( CURRENT-- ))\n";
    for (const terminal::Command& command : manual.commands) {
        const auto actions = actions_of(command);
        if (!actions.empty()) {
            text += fmt::format(
                "    if [[ $place == {0} ]]; then\n"
                "        (( CURRENT == 2 )) && {{ compadd -- {1}; return }}\n"
                "        place=\"{0} $words[2]\"\n"
                "        shift words\n        (( CURRENT-- ))\n    fi\n",
                command.name,
                fmt::join(actions, " ")
            );
        }
    }
    text += "    case $place in\n";
    for (const Place& place : places(manual)) {
        text += fmt::format("    '{}') _arguments", place.options.command());
        for (const Options::Option& option : place.options.all()) {
            const bool is_flag = option.placeholder.empty();
            const std::string value = is_flag
                ? ""
                : fmt::format(
                      ":{}:{}",
                      zsh_text(option.placeholder),
                      zsh_action(values_of(option.placeholder, option.name, manual))
                  );
            text += fmt::format(
                " \\\n        {}",
                shell_quoted(fmt::format(
                    "--{}{}[{}]{}", option.name, is_flag ? "" : "=", zsh_text(option.help), value
                ))
            );
        }
        if (!place.options.words().empty()) {
            text += fmt::format(
                " \\\n        {}",
                shell_quoted(fmt::format(
                    "*:{}:{}",
                    zsh_text(place.options.words()),
                    zsh_action(words_of(place.options, manual))
                ))
            );
        }
        text += " ;;\n";
    }
    return text + "    esac\n}\n\n_ansage \"$@\"\n";
}

std::string fish_completion(const Manual& manual) {
    std::string text{fish_beginning};
    const std::string_view first = "test (count (commandline -opc)) -eq 1";
    for (const auto& [name, summary] : first_words(manual)) {
        text += fmt::format(
            "complete -c ansage -n '{}' -a {} -d {}\n", first, name, fish_quoted(summary)
        );
    }
    for (const terminal::Command& command : manual.commands) {
        for (const std::string& action : actions_of(command)) {
            text += fmt::format(
                "complete -c ansage -n '__ansage_at {}; and test (count (commandline "
                "-opc)) -eq 2' "
                "-a {}\n",
                command.name,
                action
            );
        }
    }
    for (const Place& place : places(manual)) {
        const std::string at =
            fmt::format("complete -c ansage -n '__ansage_at {}'", place.options.command());
        for (const Options::Option& option : place.options.all()) {
            const std::string value = option.placeholder.empty()
                ? ""
                : fish_value(values_of(option.placeholder, option.name, manual));
            text +=
                fmt::format("{} -l {}{} -d {}\n", at, option.name, value, fish_quoted(option.help));
        }
        if (const std::string words = fish_values(words_of(place.options, manual)); !words.empty())
            text += at + words + "\n";
    }
    return text;
}

} // namespace ansage::app
