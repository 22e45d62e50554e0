// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/fide.hpp"
#include "phonetics/parse.hpp"
#include "phonetics/shipped.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::phonetics {

using chess::Move;
using chess::MoveError;
using chess::Position;
using chess::Role;
using chess::Square;
using test::fide;
using test::fide_lexicon;
using test::Row;

namespace {

std::string describe(const Said& said) {
    const auto square = [](const std::optional<Square>& each) {
        return each ? to_string(*each) : "-";
    };
    const auto role = [](const std::optional<Role>& each) {
        return each ? chess::to_char(*each) : '-';
    };
    const std::string origin = fmt::format(
        "{}{}",
        said.from_file ? chess::to_char(*said.from_file) : '-',
        said.from_rank ? chess::to_char(*said.from_rank) : '-'
    );
    const std::string castling = !said.castling      ? "-"
        : *said.castling == CastlingSide::short_side ? "short"
                                                     : "long";
    return fmt::format(
        "{} {} {} {} {} {} {}",
        role(said.role),
        said.from ? square(said.from) : origin,
        square(said.to),
        role(said.promotion),
        castling,
        said.capture ? "x" : "-",
        said.from ? "whole" : "part"
    );
}

std::string parse_to_outcome(const Position& position, std::string_view text) {
    return test::outcome(position, parse(fide_lexicon(), position, text).move);
}

// The number of positions that exhaustive tests look at; each has about thirty moves.
constexpr unsigned games = 60;
constexpr unsigned plies = 120;

} // namespace

TEST_CASE("Announcements, national letters, SAN and UCI are understood", "[phonetics]") {
    for (const Row& row : test::rows("parse.tsv")) {
        INFO(row.where << " " << row.fields.at(0));
        CHECK(
            parse_to_outcome(test::position_of(row.fields.at(1)), row.fields.at(0)) ==
            row.fields.at(2)
        );
    }
}

TEST_CASE("What was said is known even when it is illegal", "[phonetics]") {
    for (const Row& row : test::rows("said.tsv")) {
        INFO(row.where << " " << row.fields.at(0));
        const Heard heard =
            parse(fide_lexicon(), test::position_of(row.fields.at(1)), row.fields.at(0));
        CHECK(heard.text == row.fields.at(0));
        CHECK(describe(heard.said) == row.fields.at(2));
    }
}

TEST_CASE(
    "Every legal move is understood as it is announced, in full and short style", "[phonetics]"
) {
    for (const Position& position : test::random_positions(games, plies)) {
        for (const Move move : position.legal_moves()) {
            for (const Style style : {Style::full, Style::short_form}) {
                const std::string text = to_text(announce(fide(), position, move, style));
                const Heard heard = parse(fide_lexicon(), position, text);
                if (heard.move != move) FAIL(chess::to_san(position, move) << ": " << text);
            }
        }
    }
}

// In German B may be the pawn, too: then two moves fit, and this is one of them.
bool is_among_choices(const Heard& heard, Move move) {
    return std::ranges::find(heard.choices, move) != heard.choices.end();
}

TEST_CASE("Every legal move is understood from SAN and UCI", "[phonetics]") {
    const Lexicon& english = test::shipped("en").lexicon;
    for (const Position& position : test::random_positions(games, plies)) {
        for (const Move move : position.legal_moves()) {
            const std::array texts{
                chess::to_san(position, move),
                chess::to_san_without_check(position, move),
                chess::to_uci(position, move, chess::CastlingStyle::king_takes_rook),
            };
            for (const std::string& text : texts) {
                const Heard heard = parse(fide_lexicon(), position, text);
                const bool may_be_pawn = text.starts_with('B') && is_among_choices(heard, move);
                if (parse(english, position, text).move != move ||
                    (heard.move != move && !may_be_pawn))
                    FAIL(chess::to_san(position, move) << ": " << text);
            }
        }
    }
}

namespace {

// In standard chess the king that goes two squares castles.
bool is_kings_castling(const Position& position, Move move) {
    const chess::File rook = move.to().file();
    return move.is_castling() && position.king(position.turn()).file() == chess::File::e &&
        (rook == chess::File::a || rook == chess::File::h);
}

} // namespace

TEST_CASE(
    "A piece and a target are a move only if one legal move fits, else ambiguous or illegal",
    "[phonetics]"
) {
    for (const Position& position : test::random_positions(games / 4, plies)) {
        for (unsigned i = 0; i < 64 * 6; ++i) {
            const auto role = static_cast<Role>(i / 64);
            const Square target = Square::from_index(i % 64);
            const chess::MoveList moves = position.legal_moves();
            const auto fitting = std::ranges::count_if(moves, [&](Move move) {
                const bool is_there = move.is_castling()
                    ? is_kings_castling(position, move) && move.king_to() == target
                    : move.to() == target;
                return is_there && position.at(move.from())->role == role;
            });
            const std::string text =
                to_text(announce(fide(), role)) + " " + to_text(announce(fide(), target));
            const Heard heard = parse(fide_lexicon(), position, text);
            const bool right = fitting == 1 ? heard.move.has_value()
                : fitting == 0              ? heard.move == tl::unexpected{MoveError::illegal}
                                            : heard.move == tl::unexpected{MoveError::ambiguous};
            if (!right) FAIL(text << ", " << fitting << " moves fit");
        }
    }
}

TEST_CASE("Two squares are a move only if it is legal", "[phonetics]") {
    for (const Position& position : test::random_positions(4, plies)) {
        for (unsigned i = 0; i < 64 * 64; ++i) {
            const Square from = Square::from_index(i / 64);
            const Square to = Square::from_index(i % 64);
            const std::string text =
                to_text(announce(fide(), from)) + " " + to_text(announce(fide(), to));
            const Heard heard = parse(fide_lexicon(), position, text);
            const bool right = heard.move
                ? position.is_legal(*heard.move) && heard.move->from() == from
                : heard.move.error() != MoveError::not_a_move;
            if (!right || heard.said.from != from || heard.said.to != to) FAIL(text);
        }
    }
}

} // namespace ansage::phonetics
