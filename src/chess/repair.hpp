// SPDX-License-Identifier: GPL-3.0-or-later
// From the board as it stands to the board as it should stand, in the fewest movements of a hand:
// for guiding a hand after an elbow, and for simulated hands that follow the guide.
#pragma once

#include "chess/reading.hpp"
#include "chess/types.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ansage::chess {

// `piece` is absent where the board only knows that something stands there.

// Take the piece from one square and put it on another, which is empty by then.
struct MovePiece {
    Square from;
    Square to;
    std::optional<Piece> piece;
    bool operator==(const MovePiece&) const = default;
};

// Take the piece off the board. It may be wanted again later.
struct TakeOff {
    Square square;
    std::optional<Piece> piece;
    bool operator==(const TakeOff&) const = default;
};

// Put a piece from beside the board on an empty square.
struct PutOn {
    Square square;
    std::optional<Piece> piece;
    bool operator==(const PutOn&) const = default;
};

using Repair = std::variant<MovePiece, TakeOff, PutOn>;

// The fewest movements that make `from` look like `to`, in an order in which every square is empty
// when a piece is put on it; of equally short ways one with short distances. If either reading
// knows occupancy only, both are compared as such, and pieces are named where `to` knows them. A
// square that is unsure in either is left alone.
std::vector<Repair> repairs(const Reading& from, const Reading& to);

// "move e4 e5 P", "take off d4", "put on d1 Q".
std::string to_string(const Repair& repair);

} // namespace ansage::chess
