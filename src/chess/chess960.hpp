// SPDX-License-Identifier: GPL-3.0-or-later
// The 960 start positions of Chess960 (Guidelines II).
#pragma once

#include "chess/position.hpp"

namespace ansage::chess {

// number 0 to 959 in the usual numbering; 518 is the standard start.
Setup chess960_setup(unsigned number);

} // namespace ansage::chess
