// SPDX-License-Identifier: GPL-3.0-or-later
// The small values of the codec as text: what stands between the quotation marks.
#pragma once

#include "chess/move.hpp"
#include "chess/reading.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ansage::journal {

// "e2e4", "e7e8q", "e5d6 e.p.", "e1h1 castling" (the king's square, then the rook's): the move can
// be read back without its position.
std::string move_text(chess::Move move);
std::optional<chess::Move> parse_move_text(std::string_view text);

// A letter of parse_placement(), or "." for an empty square.
char seen_letter(chess::SquareReading seen);
std::optional<chess::SquareReading> parse_seen_letter(std::string_view text);

} // namespace ansage::journal
