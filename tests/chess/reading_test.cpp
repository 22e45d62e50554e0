// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.hpp"
#include "chess/reading.hpp"
#include "chess/types.hpp"
#include "support/catch.hpp"

namespace ansage::chess {

TEST_CASE("squares, files, ranks and pieces are written as everybody writes them, and nothing else "
          "is read") {
    for (unsigned index = 0; index < 64; ++index) {
        const Square square = Square::from_index(index);
        CHECK(parse_square(to_string(square)) == square);
    }
    for (const std::string_view text : {"", "e", "e9", "e0", "i4", "E4", "e44", " e4", "4e"}) {
        INFO(text);
        CHECK_FALSE(parse_square(text).has_value());
    }
    for (const char letter : std::string_view{"PNBRQKpnbrqk"}) {
        INFO(letter);
        REQUIRE(parse_piece(letter).has_value());
        CHECK(to_char(*parse_piece(letter)) == letter);
    }
    for (int code = -128; code < 128; ++code) {
        const char letter = static_cast<char>(code);
        INFO(code);
        CHECK(
            parse_piece(letter).has_value() ==
            (code > 0 && std::string_view{"PNBRQKpnbrqk"}.find(letter) < 12)
        );
        CHECK(
            parse_role(letter).has_value() ==
            (code > 0 && std::string_view{"PNBRQK"}.find(letter) < 6)
        );
    }
    CHECK(to_string(Color::white) == "white");
    CHECK(to_string(Color::black) == "black");
}

TEST_CASE("a set of squares can be walked, lowest square first") {
    const SquareSet set =
        SquareSet{}.insert(Square{File::h, Rank::eighth}).insert(Square{File::b, Rank::first});
    std::string names;
    for (const Square square : set) names += to_string(square);
    CHECK(names == "b1h8");
    CHECK(set.size() == 2);
    CHECK(set.first() == Square{File::b, Rank::first});
}

TEST_CASE("a placement with something and unsure squares reads and writes the same") {
    const auto text = GENERATE(
        "8/8/8/8/8/8/8/8",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "xxxxxxxx/xxxxxxxx/8/8/8/8/xxxxxxxx/xxx1xxxx",
        "4k3/8/8/3?4/8/8/8/4K2x"
    );
    const auto reading = parse_placement(text);
    REQUIRE(reading.has_value());
    CHECK(to_placement(*reading) == text);
}

TEST_CASE("what is no placement is not read") {
    const auto text = GENERATE(
        "",
        "8",
        "8/8/8/8/8/8/8",
        "8/8/8/8/8/8/8/8/8",
        "8/8/8/8/8/8/8/9",
        "8/8/8/8/8/8/8/7",
        "8/8/8/8/8/8/8/44p",
        "8/8/8/8/8/8/8/ppppppppp",
        "8/8/8/8/8/8/8/8 w",
        "8/8/8/8//8/8/8",
        "7X/8/8/8/8/8/8/8"
    );
    INFO(text);
    CHECK_FALSE(parse_placement(text).has_value());
}

TEST_CASE("an occupancy board sees that something stands there, not what") {
    const Reading seen = Position{}.reading();
    CHECK(to_placement(seen) == to_placement(Position{}));
    CHECK(seen.occupied() == Position{}.occupied());
    CHECK(to_placement(occupancy_of(seen)) == "xxxxxxxx/xxxxxxxx/8/8/8/8/xxxxxxxx/xxxxxxxx");
    const auto unsure = parse_placement("?7/8/8/8/8/8/8/7K");
    REQUIRE(unsure.has_value());
    CHECK(to_placement(occupancy_of(*unsure)) == "?7/8/8/8/8/8/8/7x");
    CHECK(unsure->occupied().size() == 1);
}

} // namespace ansage::chess
