// SPDX-License-Identifier: GPL-3.0-or-later
// What time alone does.
#pragma once

#include "table/model/state.hpp"

#include <optional>
#include <vector>

namespace ansage::table {

// The earliest instant at which time alone changes something; absent where it never will.
[[nodiscard]] std::optional<base::Instant> next_deadline(const State& state);
// Everything that has become due by then, the earliest first. Private to table/.
void on_time_reached(State& state, std::vector<Event>& events, base::Instant now);

} // namespace ansage::table
