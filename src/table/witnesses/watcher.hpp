// SPDX-License-Identifier: GPL-3.0-or-later
// What a sensor board tells of a move: evidence, never a decision.
#pragma once

#include "table/model/ledger.hpp"
#include "table/witnesses/handling.hpp"

#include <optional>
#include <vector>

namespace ansage::table {

// How a move was left that was not done.
enum class Undone : std::uint8_t {
    none_moved, // 7.5.3
    man_moved_back, // or taken up, and put back where it stood: 4.3 holds
    man_in_hand, // taken up, and nowhere on the board: not released (4.7)
    captured_man_left, // 4.7.1
    castling_half_done, // 4.7.2
    pawn_not_replaced, // 7.5.2: it is an illegal move, and the pawn becomes a queen
};

enum class ShownKind : std::uint8_t {
    before, // the position is as before the move
    move, // exactly one legal move explains the board
    illegal, // a piece of the mover's went somewhere it may not
    unfinished, // begun and not done (captured piece or rook still standing)
    several, // more than one legal move explains the board, and nothing decides
    unclear, // nothing explains it, as while a piece is in the air
};

struct Shown {
    ShownKind kind = ShownKind::unclear;
    std::optional<chess::Move> move; // kind `move`
    std::vector<chess::Move> candidates; // kind `several`
    SpokenMove seen; // kind `illegal`
    std::optional<Undone> undone; // kind `unfinished`, and `illegal` where a pawn was left
    // A man stands where the announced move puts it, and where it came from as well: one too many.
    bool is_lift_missing = false;
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
