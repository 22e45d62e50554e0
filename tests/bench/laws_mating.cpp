// SPDX-License-Identifier: GPL-3.0-or-later
// Who can still mate. Goals: after a ply, whether the position is dead, in less than 5 us; for a
// flag, in a few milliseconds, and in 0.2 s where it is a composition.
#include "chess/fen.hpp"
#include "clock/lines.hpp"
#include "laws/mating.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace ansage::laws {
namespace {

std::vector<chess::Position> positions_of(std::string_view file, std::size_t skip) {
    std::vector<chess::Position> positions;
    for (const auto& line : tests::read_lines(file))
        positions.push_back(chess::parse_position(line.text.substr(skip)).value());
    return positions;
}

int count_dead(const std::vector<chess::Position>& positions) {
    int count = 0;
    for (const auto& position : positions) count += is_dead(position) ? 1 : 0;
    return count;
}

int count_cannot(const std::vector<chess::Position>& positions) {
    int count = 0;
    for (const auto& position : positions)
        count += can_mate(position, !position.turn()) == Answer::no ? 1 : 0;
    return count;
}

} // namespace

TEST_CASE("who can mate") {
    const auto ordinary = positions_of("laws/ordinary-final-positions.txt", 0);
    const auto lost = positions_of("laws/lost-on-time-opponent-cannot-mate.txt", 0);
    REQUIRE(ordinary.size() == 5000);
    REQUIRE(lost.size() == 9821);
    BENCHMARK("dead or not, 5,000 ordinary positions") { return count_dead(ordinary); };
    BENCHMARK("can the opponent mate, 5,000 ordinary positions") { return count_cannot(ordinary); };
    BENCHMARK("can the opponent mate, 9,821 positions in which he cannot") {
        return count_cannot(lost);
    };
}

TEST_CASE("who can mate in compositions") {
    using Seconds = std::chrono::duration<double>;
    Seconds all{};
    Seconds slowest{};
    const auto compositions = positions_of("laws/can-mate-hard.txt", 3);
    for (const chess::Position& position : compositions) {
        for (const chess::Color winner : chess::both_colors) {
            const auto begin = std::chrono::steady_clock::now();
            CHECK(can_mate(position, winner) != Answer::unknown);
            const Seconds took = std::chrono::steady_clock::now() - begin;
            all += took;
            slowest = std::max(slowest, took);
        }
    }
    fmt::print(
        "who can mate in {} compositions, both sides: {:.1f} s, the slowest {:.2f} s\n",
        compositions.size(),
        all.count(),
        slowest.count()
    );
}

} // namespace ansage::laws
