// SPDX-License-Identifier: GPL-3.0-or-later
// SAN, the short notation of scoresheets and PGN, with English letters: N B R Q K.
#pragma once

#include "base/result.hpp"
#include "chess/position.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ansage::chess {

// The move must be legal. Ends in + for check and # for mate.
std::string to_san(const Position& position, Move move);
std::string to_san_without_check(const Position& position, Move move);

// Reads SAN as people and programs write it: x, +, #, !, ?, = and "e.p." may be there or not, an
// origin may be given where none is needed (Ng1f3), castling may have zeros or letters O.
[[nodiscard]] base::Result<Move, MoveError>
parse_san(const Position& position, std::string_view text);

} // namespace ansage::chess
