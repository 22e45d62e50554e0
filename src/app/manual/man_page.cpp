// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/man_page.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace ansage::app {

using terminal::Options;

namespace {

// A text as roff prints it: nothing in it is an order, and what may be typed stays a minus.
std::string roff(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        switch (letter) {
        case '\\': result += "\\e"; break;
        case '-': result += "\\-"; break;
        case '.':
        case '\'':
            result += result.empty() || result.back() == '\n' ? "\\&" : "";
            result += letter == '\'' ? "\\(aq" : ".";
            break;
        default: result += letter;
        }
    }
    return result;
}

std::string begin(std::string_view name, std::string_view summary, const Manual& manual) {
    std::string title{name};
    std::ranges::transform(title, title.begin(), [](unsigned char letter) {
        return static_cast<char>(std::toupper(letter));
    });
    return fmt::format(
        ".TH {} 1 \"\" \"ansage {}\" \"Ansage\"\n.SH NAME\n{} \\- {}\n",
        roff(title),
        manual.version,
        roff(name),
        roff(summary)
    );
}

std::string synopsis(const Options& options) {
    const std::string words =
        options.words().empty() ? "" : fmt::format(" {}", roff(options.words()));
    return fmt::format("\\fBansage {}\\fR{} [\\fIoptions\\fR]\n", roff(options.command()), words);
}

std::string option_list(const Options& options) {
    std::string text;
    for (const Options::Option& option : options.all()) {
        const std::string value =
            option.placeholder.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(option.placeholder));
        text += fmt::format(
            ".TP\n\\fB\\-\\-{}\\fR{}\n{}\n", roff(option.name), value, roff(option.help)
        );
    }
    return text;
}

std::string exit_status() {
    std::string text = ".SH EXIT STATUS\n";
    for (std::size_t code = 0; code < terminal::exit_code_words.size(); ++code)
        text += fmt::format(".TP\n{}\n{}\n", code, roff(terminal::exit_code_words[code]));
    return text;
}

} // namespace

std::string man_page(const Manual& manual) {
    std::string text = begin("ansage", about_program, manual);
    text += ".SH SYNOPSIS\n\\fBansage\\fR \\fICOMMAND\\fR [\\fIoptions\\fR]\n.br\n";
    text += synopsis(manual.help);
    text += fmt::format(".SH DESCRIPTION\n{}\n.SH COMMANDS\n", roff(manual.help.summary()));
    for (const terminal::Command& command : manual.commands) {
        text += fmt::format(
            ".TP\n\\fBansage\\-{}\\fR(1)\n{}\n", roff(command.name), roff(command.summary)
        );
    }
    text += ".SH OPTIONS OF HELP\n" + option_list(manual.help) + exit_status();
    text += ".SH SEE ALSO\n";
    for (const terminal::Command& command : manual.commands) {
        text += fmt::format(
            "\\fBansage\\-{}\\fR(1){}\n",
            roff(command.name),
            &command == &manual.commands.back() ? "" : ","
        );
    }
    return text;
}

std::string man_page(const Manual& manual, const terminal::Command& command) {
    std::string text = begin(fmt::format("ansage-{}", command.name), command.summary, manual);
    const std::vector<Options> actions = command.options();
    text += ".SH SYNOPSIS\n";
    for (const Options& options : actions)
        text += (&options == &actions.front() ? "" : ".br\n") + synopsis(options);
    text += ".SH DESCRIPTION\n";
    for (const Options& options : actions)
        text += (&options == &actions.front() ? "" : ".PP\n") + roff(options.summary()) + "\n";
    for (const Options& options : actions) {
        text += actions.size() == 1
            ? ".SH OPTIONS\n"
            : fmt::format(".SH \"OPTIONS OF {}\"\n", roff(options.command()));
        text += option_list(options);
    }
    return text + exit_status() + ".SH SEE ALSO\n\\fBansage\\fR(1)\n";
}

} // namespace ansage::app
