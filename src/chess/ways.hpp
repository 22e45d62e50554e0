// SPDX-License-Identifier: GPL-3.0-or-later
// How far it is from square to square, and over which others.
#pragma once

#include "chess/attacks.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace ansage::chess {

// In a king's steps.
inline int distance(Square a, Square b) {
    const int files = static_cast<int>(a.file()) - static_cast<int>(b.file());
    const int ranks = static_cast<int>(a.rank()) - static_cast<int>(b.rank());
    return std::max(std::abs(files), std::abs(ranks));
}

// The square of a set that is nearest to one; the set must not be empty.
inline Square nearest(SquareSet squares, Square to) {
    Square found = squares.first();
    for (const Square square : squares)
        found = distance(square, to) < distance(found, to) ? square : found;
    return found;
}

// The squares strictly between two of one line, from `from` on; none for a knight's move.
inline std::vector<Square> passed_between(Square from, Square to) {
    const SquareSet between = attacks::between(from, to);
    std::vector<Square> passed(between.begin(), between.end());
    if (to.index() < from.index()) std::ranges::reverse(passed);
    return passed;
}

} // namespace ansage::chess
