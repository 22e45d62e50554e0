// SPDX-License-Identifier: GPL-3.0-or-later
// What one vocabulary says, it understands: every legal move of many positions, in both styles, and
// no two moves of a position share an announcement.
#include "chess/san.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/fide.hpp"
#include "phonetics/parse.hpp"
#include "phonetics/shipped.hpp"
#include "support/catch.hpp"
#include "support/thinning.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace ansage::phonetics {

using chess::Move;
using chess::Position;

namespace {

constexpr unsigned positions_in_ci = 2'000;
constexpr unsigned positions_long = 100'000;

// Two seldom things are made frequent: pawns before their last rank, and few pieces on a wide
// board, so that several reach one square.
std::vector<Position> positions(unsigned count) {
    constexpr unsigned plies = 100;
    std::vector<Position> all = test::random_positions(count / plies * 2, plies);
    std::mt19937 random{20250713};
    std::ranges::shuffle(all, random);
    std::stable_partition(all.begin(), all.end(), [](const Position& position) {
        constexpr chess::SquareSet seventh_and_second{0x00FF00000000FF00U};
        const chess::SquareSet pawns =
            position.of({position.turn(), chess::Role::pawn}) & seventh_and_second;
        return position.occupied().size() < 14 || pawns.size() < 3;
    });
    all.resize(std::min<std::size_t>(all.size(), count));
    return all;
}

// The first move that is not understood as it is said, or that is said like another.
std::string mistake_in(const test::Shipped& words, const Position& position, Style style) {
    std::set<std::string> said;
    for (const Move move : position.legal_moves()) {
        const std::string text = to_text(announce(words.vocabulary, position, move, style));
        const bool is_new = said.insert(text).second;
        if (!is_new || parse(words.lexicon, position, text).move != move)
            return chess::to_san(position, move) + ": " + text;
    }
    return {};
}

void check_round_trip(const std::vector<Position>& all) {
    for (const test::Shipped& words : test::all_shipped()) {
        for (const Position& position : all) {
            for (const Style style : {Style::full, Style::short_form}) {
                const std::string mistake = mistake_in(words, position, style);
                if (!mistake.empty()) FAIL(words.vocabulary.name << ": " << mistake);
            }
        }
    }
}

} // namespace

TEST_CASE("Every vocabulary is understood as it is said, in both styles", "[phonetics]") {
    const std::vector<Position> all = positions(positions_in_ci / tests::thinning);
    REQUIRE(all.size() == positions_in_ci / tests::thinning);
    check_round_trip(all);
}

TEST_CASE("Every vocabulary is understood as it is said, in 100,000 positions", "[.long]") {
    const std::vector<Position> all = positions(positions_long);
    REQUIRE(all.size() == positions_long);
    check_round_trip(all);
}

TEST_CASE("D.2.1: there are the words of each text, and of each language", "[phonetics]") {
    std::string names;
    for (const test::Shipped& words : test::all_shipped()) names += words.vocabulary.name + " ";
    CHECK(names == "da da-german de-2014 en fide iccf-de iccf-en nato nb nb-german nl sv ");
}

} // namespace ansage::phonetics
