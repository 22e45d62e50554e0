// SPDX-License-Identifier: GPL-3.0-or-later
// The table's one rule of change: an input gives events, events give the next state.
#pragma once

#include "table/model/state.hpp"

#include <optional>
#include <vector>

namespace ansage::table {

// Everything the table does about `input`. A refusal is one of the events and changes nothing else.
// Before any other input, decide `TimeReached` with the same stamp: what time did comes first, each
// event with the instant at which it became true.
std::vector<Event> decide(const State& state, const Input& input);

// The same, with the events applied to `state` on the way: what the shell uses, since nothing
// leaves it before the journal has the events.
[[nodiscard]] std::vector<Event> step(State& state, const Input& input);

// The state that words refer to, where an illegal move that was not pressed stands for now; absent
// where it is `state` itself.
[[nodiscard]] std::optional<State> state_for_words(const State& state, const InputBody& body);

// The earliest instant at which time alone changes something; absent where it never will.
std::optional<base::Instant> next_deadline(const State& state);
// Everything that has become due by then, the earliest first. Private to table/.
void on_time_reached(State& state, std::vector<Event>& events, base::Instant now);

} // namespace ansage::table
