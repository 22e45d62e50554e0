// SPDX-License-Identifier: GPL-3.0-or-later
// Which board may be read square by square, and by whom.
#pragma once

#include "chess/reading.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"

#include <optional>

namespace ansage::table {

// Which board a question about squares is answered from: in training, and for the arbiter, the
// record's; in a club what stands on the player's own identity board, or the record's where he has
// none; in a tournament his own identity board, where that is allowed (11.3.1).
[[nodiscard]] std::optional<chess::Reading> readable_board(const State& state, const Asks& input);

} // namespace ansage::table
