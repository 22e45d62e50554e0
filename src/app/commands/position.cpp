// SPDX-License-Identifier: GPL-3.0-or-later
// ansage position [FEN]: facts of a position.
#include "acts/vocabulary.hpp"
#include "app/commands/commands.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "files/files.hpp"
#include "laws/mating.hpp"
#include "terminal/options.hpp"
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

struct Facts {
    std::string status;
    Answer white_can_mate{};
    Answer black_can_mate{};
};

// Mate and stalemate have ended the game before it could be called dead (5.1.1, 5.2.1, 5.2.2).
Facts facts_of(const Position& position) {
    Facts facts{
        "ongoing",
        laws::can_mate(position, Color::white),
        laws::can_mate(position, Color::black),
    };
    if (chess::is_checkmate(position)) facts.status = "checkmate";
    else if (chess::is_stalemate(position)) facts.status = "stalemate";
    else if (facts.white_can_mate == Answer::no && facts.black_can_mate == Answer::no)
        facts.status = "dead";
    return facts;
}

std::vector<std::string> uci_moves(const Position& position) {
    std::vector<std::string> moves;
    for (const chess::Move move : position.legal_moves())
        moves.push_back(chess::to_uci(position, move, acts::castling_style(position)));
    std::ranges::sort(moves);
    return moves;
}

ordered_json to_json(const Position& position, const Wanted& wanted) {
    const Facts facts = facts_of(position);
    ordered_json json{
        {"fen", chess::to_fen(position)},
        {"turn", chess::to_string(position.turn())},
        {"check", position.is_check()},
        {"legal", position.legal_moves().size()},
        {"status", facts.status},
        {"white_can_mate", laws::to_string(facts.white_can_mate)},
        {"black_can_mate", laws::to_string(facts.black_can_mate)},
    };
    if (wanted.moves) json["moves"] = uci_moves(position);
    if (wanted.perft) json["perft"] = chess::perft(position, *wanted.perft);
    return json;
}

void print_text(const Position& position, const Wanted& wanted) {
    const Facts facts = facts_of(position);
    fmt::print("fen {}\n", chess::to_fen(position));
    fmt::print("turn {}\n", chess::to_string(position.turn()));
    fmt::print("check {}\n", position.is_check() ? "yes" : "no");
    fmt::print("legal {}\n", position.legal_moves().size());
    fmt::print("status {}\n", facts.status);
    fmt::print("white_can_mate {}\n", laws::to_string(facts.white_can_mate));
    fmt::print("black_can_mate {}\n", laws::to_string(facts.black_can_mate));
    if (wanted.moves) fmt::print("moves {}\n", fmt::join(uci_moves(position), " "));
    if (wanted.perft) fmt::print("perft {}\n", chess::perft(position, *wanted.perft));
}

// What goes to stdout for one FEN; the caller reports errors, for it knows where the FEN came from.
Result<void, Error> print(const std::string& fen, const Wanted& wanted) {
    const auto position = chess::parse_position(fen);
    if (!position) return tl::unexpected{position.error()};
    if (wanted.json) fmt::print("{}\n", to_json(*position, wanted).dump());
    else print_text(*position, wanted);
    return {};
}

// A bad line leaves an object in its place, so that answers and questions keep in step.
void report(Error error, std::size_t line, const Wanted& wanted) {
    if (wanted.json) {
        const ordered_json json{{"line", line}, {"error", base::to_line(error)}};
        fmt::print("{}\n", json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
        return;
    }
    error.where = error.where.empty() ? base::phrase("standard input:{}", line)
                                      : base::phrase("standard input:{}: {}", line, error.where);
    terminal::print_error(error);
}

bool print_standard_input(const Wanted& wanted) {
    bool all_good = true;
    std::size_t number = 0;
    for (std::string line;;) {
        const auto is_line = files::next_line(std::cin, terminal::standard_input(), line);
        if (!is_line) {
            terminal::print_error(is_line.error());
            return false;
        }
        if (!*is_line) return all_good;
        ++number;
        if (line.ends_with('\r')) line.pop_back();
        if (auto printed = print(line, wanted); !printed) {
            all_good = false;
            report(std::move(printed.error()), number, wanted);
        }
        std::fflush(stdout);
    }
}

bool print_one(const std::string& fen, const Wanted& wanted) {
    const auto printed = print(fen, wanted);
    if (!printed) terminal::print_error(printed.error());
    return printed.has_value();
}

Result<Wanted, Error> read_wanted(const terminal::Arguments& arguments) {
    const auto depth = arguments.number("perft", 0, deepest_perft);
    if (!depth) return tl::unexpected{depth.error()};
    Wanted wanted{.json = arguments.has("json"), .moves = arguments.has("moves"), .perft = {}};
    if (*depth) wanted.perft = static_cast<unsigned>(**depth);
    return wanted;
}

int position_facts(const terminal::Arguments& arguments) {
    const auto wanted = read_wanted(arguments);
    if (!wanted) {
        terminal::print_error(wanted.error());
        return terminal::to_int(terminal::ExitCode::bad_input);
    }
    const std::vector<std::string>& words = arguments.words();
    const bool good = acts::means_standard_input(words)
        ? print_standard_input(*wanted)
        : print_one(fmt::format("{}", fmt::join(words, " ")), *wanted);
    return terminal::to_int(good ? terminal::ExitCode::done : terminal::ExitCode::bad_input);
}

} // namespace

terminal::Options position_options() {
    terminal::Options options{
        "position",
        "[FEN]",
        "Prints the facts of a position: the number of legal moves, whether the game has ended, "
        "and which side can still mate by any series of legal moves. Without FEN, or with -, every "
        "line of standard input is a FEN (X-FEN and Shredder-FEN too)."};
    options.flag("moves", "list the legal moves, in UCI")
        .value("perft", "N", "count the ways to play N plies")
        .flag("json", "one JSON object a position");
    return options;
}

int run_position(std::span<const std::string> arguments) {
    return terminal::run_with(position_options(), arguments, position_facts);
}

} // namespace ansage::app
