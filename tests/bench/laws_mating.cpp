// SPDX-License-Identifier: GPL-3.0-or-later
// Who can still mate. Goals: after a ply, whether the position is dead, in less than 5 us; for a
// flag, in a few milliseconds.
#include "chess/fen.hpp"
#include "clock/lines.hpp"
#include "laws/mating.hpp"

#include <catch2/catch.hpp>

namespace ansage::laws {
namespace {

std::vector<chess::Position> positions_of(std::string_view file, std::size_t skip) {
    std::vector<chess::Position> positions;
    for (const auto& line : tests::read_lines(file)) {
        positions.push_back(chess::parse_position(line.text.substr(skip)).value());
    }
    return positions;
}

int count_dead(const std::vector<chess::Position>& positions) {
    int count = 0;
    for (const auto& position : positions) {
        count += is_dead(position) ? 1 : 0;
    }
    return count;
}

int count_cannot(const std::vector<chess::Position>& positions) {
    int count = 0;
    for (const auto& position : positions) {
        count += can_mate(position, !position.turn()) == Answer::no ? 1 : 0;
    }
    return count;
}

} // namespace

TEST_CASE("who can mate") {
    const auto ordinary = positions_of("laws/ordinary-final-positions.txt", 0);
    const auto lost = positions_of("laws/lost-on-time-opponent-cannot-mate.txt", 0);
    REQUIRE(ordinary.size() == 5000);
    REQUIRE(lost.size() == 9821);
    BENCHMARK("dead or not, 5,000 ordinary positions") {
        return count_dead(ordinary);
    };
    BENCHMARK("can the opponent mate, 5,000 ordinary positions") {
        return count_cannot(ordinary);
    };
    BENCHMARK("can the opponent mate, 9,821 positions in which he cannot") {
        return count_cannot(lost);
    };
}

} // namespace ansage::laws
