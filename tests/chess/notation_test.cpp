// SPDX-License-Identifier: GPL-3.0-or-later
// FEN, SAN and UCI, from tables.
#include "chess/fen.hpp"
#include "chess/positions.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "printing.hpp"
#include "rows.hpp"
#include "support/catch.hpp"

namespace ansage::chess {
namespace {

std::string name_of(MoveError error) {
    switch (error) {
    case MoveError::not_a_move: return "not_a_move";
    case MoveError::ambiguous: return "ambiguous";
    case MoveError::illegal: return "illegal";
    }
    return "";
}

std::string uci_or_error(const Position& position, const base::Result<Move, MoveError>& move) {
    return move ? to_uci(position, *move, CastlingStyle::king_takes_rook) : name_of(move.error());
}

} // namespace

TEST_CASE("a FEN of every dialect is read, and written as X-FEN") {
    for (const Row& row : read_rows("fen-read.txt", '|')) {
        INFO(row.where);
        const auto position = parse_position(row.fields.at(0));
        if (!position) {
            FAIL_CHECK(base::to_line(position.error()));
            continue;
        }
        CHECK(to_fen(*position) == row.fields.at(1));
        CHECK(parse_position(to_fen(*position))->repetition_key() == position->repetition_key());
    }
}

TEST_CASE("a bad FEN is refused in one line that says what is wrong and how to mend it") {
    for (const Row& row : read_rows("fen-refused.txt", '|')) {
        INFO(row.where);
        const auto position = parse_position(row.fields.at(0));
        REQUIRE_FALSE(position.has_value());
        CHECK(position.error().what == row.fields.at(1));
        CHECK_FALSE(position.error().mend.empty());
        CHECK(base::to_line(position.error()).find('\n') == std::string::npos);
    }
}

TEST_CASE("a FEN full of control characters does not reach the terminal") {
    const auto setup = parse_fen("\x1b[2J/\x07/8/8/8/8/8/8 w");
    REQUIRE_FALSE(setup.has_value());
    for (const char letter : setup.error().what.text())
        CHECK(static_cast<unsigned char>(letter) >= 0x20);
}

TEST_CASE("SAN is read as people and programs write it") {
    for (const Row& row : read_rows("san-read.txt", '|')) {
        INFO(row.where);
        const auto position = parse_position(row.fields.at(0));
        REQUIRE(position.has_value());
        CHECK(uci_or_error(*position, parse_san(*position, row.fields.at(1))) == row.fields.at(2));
    }
}

TEST_CASE("SAN is written with as little origin as tells the pieces apart (C.10)") {
    for (const Row& row : read_rows("san-written.txt", '|')) {
        INFO(row.where);
        const auto position = parse_position(row.fields.at(0));
        REQUIRE(position.has_value());
        const auto move = parse_uci(*position, row.fields.at(1));
        REQUIRE(move.has_value());
        CHECK(to_san(*position, *move) == row.fields.at(2));
        std::string plain = row.fields.at(2);
        plain.erase(std::min(plain.find_first_of("+#"), plain.size()));
        CHECK(to_san_without_check(*position, *move) == plain);
    }
}

TEST_CASE("UCI is read in both castling styles") {
    for (const Row& row : read_rows("uci-read.txt", '|')) {
        INFO(row.where);
        const auto position = parse_position(row.fields.at(0));
        REQUIRE(position.has_value());
        CHECK(uci_or_error(*position, parse_uci(*position, row.fields.at(1))) == row.fields.at(2));
    }
}

TEST_CASE("castling in UCI is the king's two squares or the king takes the rook, as asked") {
    const auto position = parse_position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    REQUIRE(position.has_value());
    const auto castling = parse_san(*position, "O-O-O");
    REQUIRE(castling.has_value());
    CHECK(to_uci(*position, *castling, CastlingStyle::king_two_squares) == "e1c1");
    CHECK(to_uci(*position, *castling, CastlingStyle::king_takes_rook) == "e1a1");
}

TEST_CASE("a move's number says whose move it is") {
    Position position;
    CHECK(to_string(position.place()) == "1.");
    CHECK(to_string(place_of(position, 6)) == "3...");
    position.play(*parse_san(position, "e4"));
    CHECK(to_string(position.place()) == "1...");
    CHECK(to_string(place_of(position, 2)) == "2.");
}

} // namespace ansage::chess
