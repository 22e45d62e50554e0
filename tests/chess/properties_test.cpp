// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold in every position of every game, tried on random games from random starts.
#include "chess/chess960.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "printing.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <rapidcheck.h>
#include <set>
#include <vector>

namespace ansage::chess {
namespace {

Position any_start() {
    const auto number = *rc::gen::inRange(0U, 960U);
    return *Position::from_setup(chess960_setup(number));
}

// Each choice picks one of the legal moves, as long as there are any.
Position any_position() {
    Position position = any_start();
    for (const auto choice :
         *rc::gen::container<std::vector<std::uint16_t>>(rc::gen::arbitrary<std::uint16_t>())) {
        const MoveList moves = position.legal_moves();
        if (moves.empty()) break;
        position.play(moves[choice % moves.size()]);
    }
    return position;
}

} // namespace

TEST_CASE("a FEN gives back the position it was written from") {
    CHECK(rc::check([] {
        const Position position = any_position();
        const auto again = parse_position(to_fen(position));
        RC_ASSERT(again.has_value());
        RC_ASSERT(again->repetition_key() == position.repetition_key());
        RC_ASSERT(again->halfmove_clock() == position.halfmove_clock());
        RC_ASSERT(again->fullmove_number() == position.fullmove_number());
        RC_ASSERT(parse_fen(to_fen(position.setup())) == position.setup());
        RC_ASSERT(Position::from_setup(position.setup()) == position);
    }));
}

TEST_CASE("every legal move has a SAN of its own, and reads back from it") {
    CHECK(rc::check([] {
        const Position position = any_position();
        std::set<std::string> written;
        for (const Move move : position.legal_moves()) {
            const std::string san = to_san(position, move);
            RC_LOG() << to_fen(position) << ' ' << san << '\n';
            RC_ASSERT(written.insert(san).second);
            RC_ASSERT(parse_san(position, san) == move);
            RC_ASSERT(parse_san(position, to_san_without_check(position, move)) == move);
        }
    }));
}

TEST_CASE("every legal move reads back from its UCI, from its long form and from its full origin") {
    CHECK(rc::check([] {
        const Position position = any_position();
        for (const Move move : position.legal_moves()) {
            const std::string uci = to_uci(position, move, CastlingStyle::king_takes_rook);
            RC_LOG() << to_fen(position) << ' ' << uci << '\n';
            RC_ASSERT(parse_uci(position, uci) == move);
            RC_ASSERT(position.is_legal(move));
            if (move.is_castling()) continue;
            const std::string letter{to_char(position.at(move.from())->role)};
            const std::string promotion =
                move.promotion() ? std::string{to_char(*move.promotion())} : "";
            const std::string full =
                to_string(move.from()) + "-" + to_string(move.to()) + promotion;
            RC_ASSERT(parse_san(position, letter + full) == move);
        }
    }));
}

TEST_CASE("of all squares a piece could be sent to, UCI reads exactly the legal moves") {
    CHECK(rc::check([] {
        const Position position = any_position();
        const Square from = Square::from_index(*rc::gen::inRange(0U, 64U));
        std::size_t found = 0;
        for (unsigned index = 0; index < 64; ++index) {
            const Square to = Square::from_index(index);
            for (const std::string promotion : {"", "q", "n", "r", "b"}) {
                const auto move = parse_uci(position, to_string(from) + to_string(to) + promotion);
                // Castling reads from both its styles, and is counted in one.
                found += move && move->to() == to ? 1U : 0U;
            }
        }
        const MoveList moves = position.legal_moves();
        const auto starts_here = [from](Move move) { return move.from() == from; };
        RC_ASSERT(
            found ==
            static_cast<std::size_t>(std::count_if(moves.begin(), moves.end(), starts_here))
        );
    }));
}

TEST_CASE(
    "counting, listing and asking for any move agree, and no move leaves its own king attacked"
) {
    CHECK(rc::check([] {
        const Position position = any_position();
        const MoveList moves = position.legal_moves();
        RC_ASSERT(perft(position, 1) == moves.size());
        RC_ASSERT(position.has_legal_move() == !moves.empty());
        for (const Move move : moves) {
            const Position next = position.after(move);
            const Square king = next.king(position.turn());
            RC_ASSERT(next.attackers(king, next.turn()).empty());
            RC_ASSERT(next.turn() == !position.turn());
            RC_ASSERT(
                next.occupied().size() ==
                position.occupied().size() - (position.is_capture(move) ? 1 : 0)
            );
            RC_ASSERT((next.of(Color::white) & next.of(Color::black)).empty());
        }
    }));
}

TEST_CASE("any letters at all are read as SAN, UCI and FEN without harm") {
    CHECK(rc::check([](const std::string& text) {
        const Position position;
        const auto san = parse_san(position, text);
        RC_ASSERT(!san || position.is_legal(*san));
        const auto uci = parse_uci(position, text);
        RC_ASSERT(!uci || position.is_legal(*uci));
        static_cast<void>(parse_position(text));
    }));
}

} // namespace ansage::chess
