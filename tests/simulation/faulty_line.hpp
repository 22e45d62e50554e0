// SPDX-License-Identifier: GPL-3.0-or-later
// A random game as it would have been without a fault, and the fault that is made in it.
#pragma once

#include "dispute_plan.hpp"

namespace ansage::tests {

struct Line {
    chess::Position start;
    std::vector<chess::Move> moves;
    std::size_t at = 0; // it happens at this one, or, carried out wrongly, after it

    [[nodiscard]] chess::Position before(std::size_t number) const {
        chess::Position position = start;
        for (std::size_t i = 0; i < number; ++i) position.play(moves[i]);
        return position;
    }

    [[nodiscard]] chess::Color mover() const { return at % 2 == 0 ? start.turn() : !start.turn(); }
};

// What the move is for, with which the fault is made.
enum class Wish : std::uint8_t { any, castling, promotion, castling_by_mistake };

[[nodiscard]] bool fulfils(const chess::Position& before, chess::Move move, Wish wish);

// What is done instead of the line's move.
struct Wrong {
    std::optional<chess::Move> move; // said, or carried out
    bool leaves_pawn = false; // on the last rank, whatever the words are (7.5.2)
    std::optional<chess::Square> square; // the opponent's hand puts the piece there
};

// A legal move after which the game goes on; absent where there is none.
[[nodiscard]] std::optional<chess::Move>
any_move(Dice& dice, const chess::Position& before, const laws::Edition& edition);
[[nodiscard]] Line any_line(Dice& dice, const laws::Edition& edition, Wish wish);
// Absent where that fault cannot happen there.
[[nodiscard]] std::optional<Wrong> wrong_in(Dice& dice, const Line& line, Fault fault, Wish wish);

} // namespace ansage::tests
