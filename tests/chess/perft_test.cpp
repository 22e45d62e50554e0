// SPDX-License-Identifier: GPL-3.0-or-later
// Counting all ways to play some plies finds nearly every mistake a move generator can make.
#include "chess/fen.hpp"
#include "rows.hpp"
#include "support/catch.hpp"

#include <limits>
#include <string>

namespace ansage::chess {
namespace {

constexpr std::uint64_t everything = std::numeric_limits<std::uint64_t>::max();
#ifdef NDEBUG
constexpr std::uint64_t quick = 200'000'000;
#else
// Counts that are slow without optimisation, or under a sanitizer, are left to the hidden test.
constexpr std::uint64_t quick = 10'000;
#endif

// Fields after the FEN are "D3 8902"; counts above the limit are left out.
void check_counts(const Row& row, std::uint64_t limit) {
    INFO(row.where);
    const auto position = parse_position(row.fields.at(0));
    REQUIRE(position.has_value());
    for (std::size_t index = 1; index < row.fields.size(); ++index) {
        const std::string& field = row.fields[index];
        const auto depth = static_cast<unsigned>(std::stoul(field.substr(1)));
        const std::uint64_t count = std::stoull(field.substr(field.find(' ')));
        if (count <= limit) {
            INFO("depth " << depth);
            CHECK(perft(*position, depth) == count);
        }
    }
}

void check_file(std::string_view name, std::uint64_t limit) {
    for (const Row& row : read_rows(name, ';')) check_counts(row, limit);
}

} // namespace

TEST_CASE("the six standard positions have exactly their known numbers of move sequences") {
    check_file("perft-standard.txt", quick);
}

TEST_CASE("rare rules and their corners have exactly their known numbers of move sequences") {
    check_file("perft-special.txt", quick);
}

TEST_CASE("positions from Chess960 games have exactly their known numbers of move sequences") {
    check_file("perft-chess960-games.txt", quick / 100);
}

TEST_CASE("every Chess960 start has exactly its known numbers of move sequences") {
    check_file("perft-chess960-starts.txt", quick / 1000);
}

TEST_CASE("every known number of move sequences is exact", "[.long]") {
    const auto name = GENERATE(
        "perft-standard.txt",
        "perft-special.txt",
        "perft-chess960-games.txt",
        "perft-chess960-starts.txt"
    );
    check_file(name, everything);
}

TEST_CASE("no ply at all can be played in one way") { CHECK(perft(Position{}, 0) == 1); }

} // namespace ansage::chess
