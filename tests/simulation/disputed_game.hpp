// SPDX-License-Identifier: GPL-3.0-or-later
// A short random game in which one person makes one fault, and somebody rules on it, or does not.
#pragma once

#include "dispute_plan.hpp"

#include <set>
#include <string_view>

namespace ansage::tests {

// What a game had that not every one has, each in a few words.
using Traits = std::set<std::string_view>;

// Plays it all, to the end of the game; fails the test at the first thing that does not hold, be it
// of any dispute (invariants.hpp) or of this one: what is proposed, what is given, what is left.
Traits play_disputed_game(const Plan& plan);

} // namespace ansage::tests
