// SPDX-License-Identifier: GPL-3.0-or-later
// Touch-move: which moves a hand that touched pieces may still make (4.3, 4.4, 4.5).
#pragma once

#include "base/instant.hpp"
#include "chess/position.hpp"

#include <span>
#include <vector>

namespace ansage::laws {

// A piece on its square in the position, touched on purpose (4.2.2; D.2.2 at a peg board). In the
// order of touching.
struct Touch {
    chess::Square square;
    base::Instant at;
    bool operator==(const Touch&) const = default;
};

// Whether the move moves or takes what stands there; castling moves king and rook.
bool moves_or_takes(chess::Move move, chess::Square square);

class TouchObligation {
public:
    // `touches` in the order in which they happened; equal instants: it is unclear which was first,
    // so the player's own piece was (4.3.3). Touches of empty squares are ignored.
    TouchObligation(const chess::Position& position, std::span<const Touch> touches);

    // No legal move breaks it: nothing touched, or nothing touched can be moved or taken (4.5).
    bool is_free() const { return free_; }

    bool satisfies(chess::Move move) const;

    // The legal moves that satisfy it.
    const std::vector<chess::Move>& moves() const { return moves_; }

private:
    std::vector<chess::Move> moves_;
    bool free_ = true;
};

// Of the touches the squares that every move allowed has to move or take: none of a piece that
// could not be moved; of one of each colour both (4.3.3), and king and rook for castling (4.4.1).
// Empty if no legal move breaks the obligation.
chess::SquareSet binding_squares(const TouchObligation& obligation, std::span<const Touch> touches);

} // namespace ansage::laws
