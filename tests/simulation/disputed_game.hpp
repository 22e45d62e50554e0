// SPDX-License-Identifier: GPL-3.0-or-later
// A short random game in which one person makes one fault, and somebody rules on it, or does not.
#pragma once

#include "dispute_plan.hpp"

namespace ansage::tests {

// Plays it all, to the end of the game; fails the test at the first thing that does not hold, be it
// of any dispute (invariants.hpp) or of this one: what is proposed, what is given, what is left.
void play_disputed_game(const Plan& plan);

} // namespace ansage::tests
