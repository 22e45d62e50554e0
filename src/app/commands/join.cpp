// SPDX-License-Identifier: GPL-3.0-or-later
// ansage join ROLE: a further console at a running table.
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "base/try.hpp"
#include "consoles/client.hpp"
#include "consoles/place.hpp"
#include "table/model/names.hpp"
#include "telling/language.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <iostream>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using base::Result;
using table::ConsoleRole;

namespace {

// "weiß", in any language that has sentences.
std::optional<ConsoleRole> role_called(std::string_view word, const std::string& data) {
    constexpr std::array<std::pair<std::string_view, ConsoleRole>, 5> words{{
        {"command.white", ConsoleRole::white},
        {"command.black", ConsoleRole::black},
        {"command.assistant", ConsoleRole::assistant},
        {"command.arbiter", ConsoleRole::arbiter},
        {"command.spectator", ConsoleRole::spectator},
    }};
    const auto wording = acts::load_wording(data);
    for (const auto& [id, role] : words) {
        const bool is_it = wording &&
            std::ranges::any_of((*wording)->languages(), [&, id = id](std::string_view language) {
                               return (*wording)->in(language).means(id, word);
                           });
        if (is_it) return role;
    }
    return std::nullopt;
}

Result<ConsoleRole, Error> role_of(const terminal::Arguments& given) {
    const auto& words = given.words();
    auto role = words.size() == 1 ? table::parse_name<ConsoleRole>(words.front()) : std::nullopt;
    if (!role && words.size() == 1) role = role_called(words.front(), data_given(given));
    if (!role) {
        return tl::unexpected(Error{
            words.size() == 1
                ? base::phrase("\"{}\" is no role", terminal::printable(words.front()))
                : base::phrase("one role is wanted"),
            "join",
            base::phrase("write join and white, black, assistant, arbiter or spectator")});
    }
    return *role;
}

// Asked for at a terminal, so that it stands in no list of processes.
Result<std::string, Error> code_of(const terminal::Arguments& given, ConsoleRole role) {
    if (role != ConsoleRole::arbiter || given.has("code")) return given.value_or("code", "");
    if (::isatty(STDIN_FILENO) == 0) {
        return tl::unexpected(Error{
            base::phrase("the arbiter's console needs the code of the table"),
            "--code",
            base::phrase("ansage play printed it when it started")});
    }
    const Reader reader = ANSAGE_TRY(reader_given(given));
    terminal::print_begun(reader.in().sentence("console.code") + ": ");
    std::string code;
    std::getline(std::cin, code);
    return code;
}

terminal::Answer join(const terminal::Arguments& given) {
    const auto role = ANSAGE_TRY(role_of(given));
    auto socket = ANSAGE_TRY(consoles::find_table(given.value_or("table", "")));
    auto code = ANSAGE_TRY(code_of(given, role));
    return terminal::done_or_no(ANSAGE_TRY(consoles::run_console({
        .socket = std::move(socket),
        .role = role,
        .code = std::move(code),
        .enter_presses = given.value_or("enter", "") == "press",
        .json = given.has("json"),
        .large = given.has("large"),
    })));
}

terminal::Options join_options() {
    return terminal::Options{
        "join",
        "white|black|assistant|arbiter|spectator",
        "a console at a running table; ? at the console teaches its commands, quit leaves"}
        .value("table", "NAME", "which table, where several are open")
        .value("code", "CODE", "the arbiter's: ansage play prints it")
        .value("enter", "press", "a move alone announces and presses; never in a tournament")
        .value("data", "FOLDER", "where sentences are looked for first")
        .flag("large", "for eyes: few words a line, large where the terminal can")
        .flag("json", "one JSON object a line");
}

} // namespace

const terminal::Command join_command{
    "join", "a further console at a running table", {{join_options, join}}};

} // namespace ansage::app
