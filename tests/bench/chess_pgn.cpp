// SPDX-License-Identifier: GPL-3.0-or-later
// PGN files read into games. Goal: above 3 million plies a second on one thread.
#include "chess_rate.hpp"
#include "scoresheet/pgn.hpp"
#include "support/places.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <string>

namespace ansage::scoresheet {
namespace {

std::size_t read_plies(const std::string& text) {
    PgnReader reader{text, "bench"};
    std::size_t plies = 0;
    while (const auto game = reader.next()) plies += game->moves.size();
    return plies;
}

} // namespace

TEST_CASE("PGN") {
    for (const std::string name : {"rare-events.pgn", "with-clocks.pgn", "chess960-selfplay.pgn"}) {
        std::ifstream file{tests::root() + "/tests/data/games/" + name, std::ios::binary};
        const std::string text{std::istreambuf_iterator<char>{file}, {}};
        REQUIRE(read_plies(text) > 20'000);
        bench::print_rate(name + " read", "plies", [&] { return read_plies(text); });
        PgnReader reader{text, name};
        const auto game = reader.next();
        REQUIRE(game.has_value());
        BENCHMARK("the first game of " + name + " written") { return to_pgn(*game); };
    }
}

} // namespace ansage::scoresheet
