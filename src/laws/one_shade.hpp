// SPDX-License-Identifier: GPL-3.0-or-later
// Walls that bishops of one shade never break: a proof for positions with kings, pawns and such
// bishops only. Of use inside laws/ only.
#pragma once

#include "chess/position.hpp"

namespace ansage::laws {

// True: `winner` mates by no series of legal moves. False: not proven. The position is no mate.
bool is_held_by_kings_and_pawns(const chess::Position& position, chess::Color winner);

} // namespace ansage::laws
