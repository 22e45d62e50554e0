// SPDX-License-Identifier: GPL-3.0-or-later
// FEN, X-FEN and Shredder-FEN: a position in one line of letters.
#pragma once

#include "base/result.hpp"
#include "chess/position.hpp"

#include <string>
#include <string_view>

namespace ansage::chess {

// Reads all three dialects; fields after the placement may be missing from the end ("w - - 0 1").
// Whether the position can be played is Position::from_setup()'s question. The error names the
// field and what it should be; its `where` is empty.
[[nodiscard]] base::Result<Setup, base::Error> parse_fen(std::string_view text);

// parse_fen() and Position::from_setup() in one, for those who want the error as a sentence.
[[nodiscard]] base::Result<Position, base::Error>
parse_position(std::string_view fen, Strictness strictness = Strictness::legal);

// What is wrong with a setup, for people.
base::Error to_error(SetupError error);

// X-FEN: castling as KQkq, a rook's file only where the letter would name another rook. Of a
// Position the en passant square is written only where a pawn may legally capture there, so that
// positions which are the same for 9.2.3 read the same; of a Setup as it stands.
std::string to_fen(const Position& position);
std::string to_fen(const Setup& setup);

// The first field only.
std::string to_placement(const Position& position);

} // namespace ansage::chess
