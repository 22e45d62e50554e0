// SPDX-License-Identifier: GPL-3.0-or-later
// What a sensor board tells of a move: evidence, never a decision.
#pragma once

#include "table/model/ledger.hpp"
#include "table/witnesses/handling.hpp"

#include <optional>
#include <vector>

namespace ansage::table {

enum class ShownKind : std::uint8_t {
    before, // the position is as before the move
    move, // exactly one legal move explains the board
    illegal, // a piece of the mover's went somewhere it may not
    unfinished, // the announced move, begun and not done (captured piece or rook still standing)
    several, // more than one legal move explains the board, and nothing decides
    unclear, // nothing explains it, as while a piece is in the air
};

struct Shown {
    ShownKind kind = ShownKind::unclear;
    std::optional<chess::Move> move; // kind `move`
    std::vector<chess::Move> candidates; // kind `several`
    SpokenMove seen; // kind `illegal`
    chess::SquareSet displaced; // squares that differ from the record beside the move itself
};

// What the mover's board shows of a move in `before`. The announcement decides only between moves
// that fit the board equally well.
Shown what_board_shows(
    const BoardEvidence& board, const chess::Position& before, const HeardMove* announced
);

// What a device may announce of the board: the same of a legal and of an illegal move, and nothing
// of the same shapes. Absent where the shape leaves it open.
std::optional<SpokenMove> told_by_shape(const BoardEvidence& board, const chess::Position& before);
std::optional<SpokenMove>
told_by_shape(const Handling& hand, const BoardEvidence& board, const chess::Position& before);

// Of these squares those to which the piece can go by its way of moving and by what stands between.
chess::SquareSet
reached_from(chess::Square from, chess::SquareSet squares, const chess::Position& before);
// Where the one own piece that left stands, if it captured on an occupancy board: the only refilled
// square that it reaches.
std::optional<chess::Square> taken_by_shape(const Handling& hand, const chess::Position& before);

// Every square that `move` changes, with what stands there afterwards.
struct FootprintSquare {
    chess::Square square;
    std::optional<chess::Piece> after;
};

std::vector<FootprintSquare> footprint(const chess::Position& before, chess::Move move);
chess::SquareSet footprint_squares(chess::Move move);

} // namespace ansage::table
