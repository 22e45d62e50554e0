// SPDX-License-Identifier: GPL-3.0-or-later
// Where a game stands for somebody who joins: what is asked on his behalf, and what waits for an
// answer.
#pragma once

#include "table/model/event.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"

#include <vector>

namespace ansage::consoles {

// The last announcement and the clocks, as far as that role may ask.
[[nodiscard]] std::vector<table::Asks>
standing_questions(table::ConsoleRole role, const table::State& state);

// An open draw offer, an open proposal: the view says who sees it.
[[nodiscard]] std::vector<table::EventBody>
open_matters(table::ConsoleRole role, const table::State& state);

// Until the press that player's words are still to be said, or said otherwise (D.2.8).
[[nodiscard]] bool may_announce(const table::State& state, chess::Color seat);

} // namespace ansage::consoles
