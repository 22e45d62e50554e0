// SPDX-License-Identifier: GPL-3.0-or-later
// ansage position [FEN]: facts of a position.
#include "acts/vocabulary.hpp"
#include "app/commands/commands.hpp"
#include "base/try.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "files/files.hpp"
#include "laws/mating.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/own_words.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ansage::app {

using base::Error;
using base::Result;
using chess::Color;
using chess::Position;
using laws::Answer;
using nlohmann::ordered_json;

namespace {

constexpr std::int64_t deepest_perft = 12;

struct Wanted {
    bool json = false;
    bool moves = false;
    std::optional<unsigned> perft;
};

// Mate and stalemate have ended the game before it could be called dead (5.1.1, 5.2.1, 5.2.2).
std::string_view status_of(const Position& position, bool somebody_may_mate) {
    if (chess::is_checkmate(position)) return "checkmate";
    if (chess::is_stalemate(position)) return "stalemate";
    return somebody_may_mate ? "ongoing" : "dead";
}

std::vector<std::string> uci_moves(const Position& position) {
    std::vector<std::string> moves;
    for (const chess::Move move : position.legal_moves())
        moves.push_back(chess::to_uci(position, move, acts::castling_style(position)));
    std::ranges::sort(moves);
    return moves;
}

ordered_json to_json(const Position& position, const Wanted& wanted) {
    const Answer white = laws::can_mate(position, Color::white);
    const Answer black = laws::can_mate(position, Color::black);
    const bool somebody_may_mate = white != Answer::no || black != Answer::no;
    ordered_json json{
        {"fen", chess::to_fen(position)},
        {"turn", chess::to_string(position.turn())},
        {"check", position.is_check()},
        {"legal", position.legal_moves().size()},
        {"status", status_of(position, somebody_may_mate)},
        {"white_can_mate", laws::to_string(white)},
        {"black_can_mate", laws::to_string(black)},
    };
    if (wanted.moves) json["moves"] = uci_moves(position);
    if (wanted.perft) json["perft"] = chess::perft(position, *wanted.perft);
    return json;
}

std::string in_words(const ordered_json& value) {
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (value.is_array())
        return fmt::format("{}", fmt::join(value.get<std::vector<std::string>>(), " "));
    return value.is_string() ? value.get<std::string>() : value.dump();
}

// What goes to stdout for one FEN; the caller reports errors, for it knows where the FEN came from.
Result<void, Error> print(const std::string& fen, const Wanted& wanted) {
    const auto position = ANSAGE_TRY(chess::parse_position(fen));
    const ordered_json facts = to_json(position, wanted);
    if (wanted.json) terminal::print_data(facts.dump());
    else {
        for (const auto& [key, value] : facts.items())
            terminal::print_data(key + ' ' + in_words(value));
    }
    return {};
}

// A bad line leaves an object in its place, so that answers and questions keep in step.
void report(Error error, std::size_t line, const Wanted& wanted) {
    if (wanted.json) {
        const ordered_json json{{"line", line}, {"error", base::to_line(error)}};
        terminal::print_json(json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
        return;
    }
    error.where = error.where.empty() ? base::phrase("standard input:{}", line)
                                      : base::phrase("standard input:{}: {}", line, error.where);
    terminal::print_error(error);
}

terminal::Answer print_standard_input(const Wanted& wanted) {
    auto code = terminal::ExitCode::done;
    std::size_t number = 0;
    files::TextLines lines{std::cin, terminal::standard_input()};
    while (true) {
        const auto line = ANSAGE_TRY(lines.next());
        if (!line) break;
        terminal::print_warning(lines.take_remark());
        ++number;
        if (auto printed = print(*line, wanted); !printed) {
            code = terminal::ExitCode::bad_input;
            report(std::move(printed.error()), number, wanted);
        }
        std::fflush(stdout);
    }
    return code;
}

terminal::Answer position_facts(const terminal::Arguments& given) {
    const auto depth = given.number("perft");
    Wanted wanted{.json = given.has("json"), .moves = given.has("moves"), .perft = {}};
    if (depth) wanted.perft = static_cast<unsigned>(*depth);
    const std::vector<std::string>& words = given.words();
    if (acts::means_standard_input(words)) return print_standard_input(wanted);
    ANSAGE_TRY(print(fmt::format("{}", fmt::join(words, " ")), wanted));
    return terminal::ExitCode::done;
}

terminal::Options position_options() {
    return terminal::Options{
        "position",
        "[FEN]",
        "Prints the facts of a position: the number of legal moves, whether the game has ended, "
        "and which side can still mate by any series of legal moves. Without FEN, or with -, every "
        "line of standard input is a FEN (X-FEN and Shredder-FEN too)."}
        .flag("moves", "list the legal moves, in UCI")
        .number("perft", "N", "count the ways to play N plies", {0, deepest_perft})
        .flag("json", "one JSON object a position");
}

} // namespace

const terminal::Command position_command{
    "position",
    "facts of a position: legal moves, status, who can still mate",
    {{position_options, position_facts}}};

} // namespace ansage::app
