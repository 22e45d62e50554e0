// SPDX-License-Identifier: GPL-3.0-or-later
// UCI, the notation of programs: origin and target square, and a promotion's letter ("e7e8q").
#pragma once

#include "base/result.hpp"
#include "chess/position.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ansage::chess {

enum class CastlingStyle : std::uint8_t {
    king_two_squares, // e1g1, for games from the standard start
    king_takes_rook, // e1h1, for games from any other start
};

// What tells that castling from every other move: the king's two squares where king and rook stand
// as in standard chess.
CastlingStyle castling_style(Move castling);

// The move must be legal in the position.
std::string to_uci(const Position& position, Move move, CastlingStyle style);

// Reads both castling styles. Where a king's step and a castling share their letters (Chess960),
// the letters mean the step.
[[nodiscard]] base::Result<Move, MoveError>
parse_uci(const Position& position, std::string_view text);

} // namespace ansage::chess
