// SPDX-License-Identifier: GPL-3.0-or-later
// What the writer and the reader of a braille scoresheet agree on. Of use inside scoresheet/ only.
#pragma once

#include "scoresheet/braille.hpp"

#include <cstddef>
#include <optional>

namespace ansage::scoresheet {

// Of comments: deeper than a number, shallower than a move.
inline constexpr std::size_t comment_indent = 2;

inline constexpr unsigned chess960_starts = 960;

std::optional<chess::Position> chess960_start(unsigned number);

// "Chess960 518", the line by which such a start is known.
Cells chess960_line(const Braille& braille, unsigned number);

} // namespace ansage::scoresheet
