// SPDX-License-Identifier: GPL-3.0-or-later
// What is said to stand on a board that no sensor sees. Private to table/.
#pragma once

#include "table/model/state.hpp"

namespace ansage::table {

// Whose move somebody says was carried out on a board, and which.
struct Execution {
    Ply ply;
    bool is_own = false; // of the player whose board it is
    HeardMove heard; // in the position before that ply
};

Execution execution_of(const State& state, const Executes& input);

// Puts that move on a board, legal or not, as far as it was said.
void put_down_as_heard(
    chess::Reading& reading, const chess::Position& before, const HeardMove& heard
);

// What stands there after the opponent's move of that ply was executed so.
chess::Reading said_reading(const State& state, chess::Color board, const Execution& done);

} // namespace ansage::table
