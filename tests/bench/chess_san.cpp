// SPDX-License-Identifier: GPL-3.0-or-later
// SAN read and played. Goal: above 5 million moves a second on one thread.
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "chess_rate.hpp"
#include "scoresheet/pgn.hpp"
#include "support/places.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace ansage::chess {
namespace {

struct Game {
    std::vector<std::string> san;
    std::vector<std::string> uci;
};

std::vector<Game> real_games() {
    std::ifstream file{tests::root() + "/tests/data/games/rare-events.pgn", std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    scoresheet::PgnReader reader{text, "rare-events.pgn"};
    std::vector<Game> games;
    while (const auto record = reader.next()) {
        Position position = record->start;
        Game& game = games.emplace_back();
        for (const Move move : record->moves) {
            game.san.push_back(to_san(position, move));
            game.uci.push_back(to_uci(position, move, CastlingStyle::king_two_squares));
            position.play(move);
        }
    }
    return games;
}

// Reads and plays all games; how many moves that were.
template <class Parse>
std::size_t
play_all(const std::vector<Game>& games, std::vector<std::string> Game::*notation, Parse parse) {
    std::size_t moves = 0;
    for (const Game& game : games) {
        Position position;
        for (const std::string& text : game.*notation) {
            position.play(*parse(position, text));
            ++moves;
        }
    }
    return moves;
}

// What a simple reader does: write every legal move, and compare.
std::optional<Move> parse_by_writing(const Position& position, const std::string& text) {
    for (const Move move : position.legal_moves())
        if (to_san(position, move) == text) return move;
    return std::nullopt;
}

} // namespace

TEST_CASE("SAN") {
    const std::vector<Game> games = real_games();
    REQUIRE(games.size() > 1000);
    bench::print_rate("SAN read and played", "moves", [&] {
        return play_all(games, &Game::san, parse_san);
    });
    bench::print_rate("UCI read and played", "moves", [&] {
        return play_all(games, &Game::uci, parse_uci);
    });
    const std::vector<Game> few(games.begin(), games.begin() + 20);
    bench::print_rate("SAN read by writing every legal move", "moves", [&] {
        return play_all(few, &Game::san, parse_by_writing);
    });
    BENCHMARK("1204 games of SAN read and played") {
        return play_all(games, &Game::san, parse_san);
    };
}

} // namespace ansage::chess
