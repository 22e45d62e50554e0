// SPDX-License-Identifier: GPL-3.0-or-later
// The same round trip on real games: every move that was played, and every move that could have
// been.
#include "phonetics/announcement.hpp"
#include "phonetics/parse.hpp"
#include "phonetics/shipped.hpp"
#include "scoresheet/pgn.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/thinning.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace ansage::phonetics {

using chess::Move;
using chess::Position;

namespace {

bool is_understood_in(const test::Shipped& words, const Position& position, Move move) {
    for (const Style style : {Style::full, Style::short_form}) {
        const std::string text = to_text(announce(words.vocabulary, position, move, style));
        if (parse(words.lexicon, position, text).move != move) {
            UNSCOPED_INFO("said: " << text);
            return false;
        }
    }
    return true;
}

// In names, and in figures.
bool is_understood(const Position& position, Move move) {
    return is_understood_in(test::shipped("fide"), position, move) &&
        is_understood_in(test::shipped("iccf-de"), position, move);
}

// Every move of every game; on each 40th ply, which is another one in each game, every legal move.
// Returns the number of plies of all games.
std::size_t say_games(const std::string& name) {
    std::ifstream file{std::string{tests::root() + "/tests/data/games/"} + name, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    scoresheet::PgnReader reader{text, name};
    std::size_t plies = 0;
    for (std::size_t number = 0; const auto game = reader.next(); ++number) {
        if (number % tests::thinning != 0) {
            plies += game->moves.size();
            continue;
        }
        Position position = game->start;
        for (const Move move : game->moves) {
            constexpr std::size_t seldom = 40;
            const bool all_understood = ++plies % seldom != 0 ||
                std::ranges::all_of(position.legal_moves(), [&](Move each) {
                    return is_understood(position, each);
                });
            if (!all_understood || !is_understood(position, move))
                FAIL(name << ":" << game->line << ", a move is not understood as it is said");
            position.play(move);
        }
    }
    return plies;
}

} // namespace

TEST_CASE("Every move of real games is understood as it is announced", "[phonetics]") {
    CHECK(say_games("rare-events.pgn") > 100'000);
}

TEST_CASE("Every move of Chess960 games is understood as it is announced", "[phonetics]") {
    CHECK(say_games("chess960-selfplay.pgn") > 10'000);
}

} // namespace ansage::phonetics
