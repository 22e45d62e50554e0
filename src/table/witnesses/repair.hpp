// SPDX-License-Identifier: GPL-3.0-or-later
// Leading a hand back: what to do next so that a board shows the position again.
#pragma once

#include "chess/reading.hpp"

#include <optional>

namespace ansage::table {

// With both: take the piece from `from` and put it on `to`. Only `from`: take it off. Only `to`:
// put `piece` there.
struct RepairStep {
    std::optional<chess::Square> from;
    std::optional<chess::Square> to;
    std::optional<chess::Piece> piece;
    friend bool operator==(const RepairStep&, const RepairStep&) = default;
};

// Absent when nothing contradicts `target`. Repeated until then it takes the fewest hand movements:
// a piece that stands wrong goes to a square that lacks it wherever the board knows its pieces.
std::optional<RepairStep> next_repair(const chess::Reading& reading, const chess::Reading& target);

} // namespace ansage::table
