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

// Whoever watches a demo has no role of the table.
struct Joiner {
    ConsoleRole role = ConsoleRole::spectator;
    bool is_watcher = false;
};

// "weiß", in any language that has sentences.
std::optional<Joiner> joiner_called(std::string_view word, const std::string& data) {
    constexpr std::array<std::pair<std::string_view, ConsoleRole>, 5> words{{
        {"command.white", ConsoleRole::white},
        {"command.black", ConsoleRole::black},
        {"command.assistant", ConsoleRole::assistant},
        {"command.arbiter", ConsoleRole::arbiter},
        {"command.spectator", ConsoleRole::spectator},
    }};
    const auto wording = acts::load_wording(data);
    const auto is_called = [&](std::string_view id) {
        return wording &&
            std::ranges::any_of((*wording)->languages(), [&](std::string_view language) {
                   return (*wording)->in(language).means(id, word);
               });
    };
    for (const auto& [id, role] : words)
        if (is_called(id)) return Joiner{.role = role};
    return is_called("role.watcher") ? std::optional{Joiner{.is_watcher = true}} : std::nullopt;
}

Result<Joiner, Error> joiner_of(const terminal::Arguments& given) {
    const auto& words = given.words();
    const auto role =
        words.size() == 1 ? table::parse_name<ConsoleRole>(words.front()) : std::nullopt;
    auto joiner = role ? std::optional{Joiner{.role = *role}} : std::nullopt;
    if (!role && words.size() == 1) joiner = joiner_called(words.front(), data_given(given));
    if (!joiner) {
        return tl::unexpected(Error{
            words.size() == 1
                ? base::phrase("\"{}\" is no role", terminal::printable(words.front()))
                : base::phrase("one role is wanted"),
            "join",
            base::phrase("write join and white, black, assistant, arbiter, spectator or watcher")});
    }
    return *joiner;
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
    const auto joiner = ANSAGE_TRY(joiner_of(given));
    auto socket = ANSAGE_TRY(consoles::find_table(given.value_or("table", "")));
    auto code = ANSAGE_TRY(code_of(given, joiner.role));
    const bool is_done = ANSAGE_TRY(consoles::run_console({
        .socket = std::move(socket),
        .role = joiner.role,
        .code = std::move(code),
        .enter_presses = given.value_or("enter", "") == "press",
        .json = given.has("json"),
        .large = given.has("large"),
        .is_watcher = joiner.is_watcher,
    }));
    return terminal::done_or_no(is_done);
}

terminal::Options join_options() {
    return terminal::Options{
        "join",
        "white|black|assistant|arbiter|spectator|watcher",
        "a console at a running table; ? at the console teaches its commands, quit leaves"}
        .value("table", "NAME", "which table, where several are open")
        .value("code", "CODE", "the arbiter's: ansage play prints it")
        .value("enter", "press", "a move alone announces and presses; never in a tournament")
        .value("data", "FOLDER", "where sentences are looked for first")
        .flag("large", "for eyes: few words a line, large where the terminal can")
        .flag("json", "one JSON object a line")
        .take_settings(options_with_settings)
        .only_typed({"code", "data"});
}

} // namespace

const terminal::Command join_command{
    "join", "a further console at a running table", {{join_options, join}}};

} // namespace ansage::app
