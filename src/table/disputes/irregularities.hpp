// SPDX-License-Identifier: GPL-3.0-or-later
// What an arbiter finds against the Laws on the way back to a position.
#pragma once

#include "table/disputes/boards_ruling.hpp"
#include "table/model/state.hpp"

#include <vector>

namespace ansage::table {

// Touched pieces that were not moved in the plies that come after `agreed`, and every illegal move
// that still stands in the record (7.5.1).
[[nodiscard]] std::vector<Irregularity> irregularities(const State& state, unsigned agreed);

} // namespace ansage::table
