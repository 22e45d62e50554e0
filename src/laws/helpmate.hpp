// SPDX-License-Identifier: GPL-3.0-or-later
// A search for a helpmate: both sides play to mate one of them, as 6.9 imagines it. Of use inside
// laws/ only.
#pragma once

#include "chess/position.hpp"
#include "laws/mating.hpp"

namespace ansage::laws {

// No and unknown differ: no means that every position that can come was looked at, or excluded by a
// proof. `budget` is the number of positions it may look at.
[[nodiscard]] Answer
search_helpmate(const chess::Position& from, chess::Color winner, std::size_t budget);

// No move, now or later, lets `winner` mate, for what stands on the board leaves no mating picture:
// a bare king; one knight against queens; bishops of one colour against what cannot block for them
// (what blocks a flight beside the king can also step between). A mate that is on the board already
// is not asked about: two such bishops can stand in one that no move leads to.
bool material_cannot_mate(const chess::Position& position, chess::Color winner);

} // namespace ansage::laws
