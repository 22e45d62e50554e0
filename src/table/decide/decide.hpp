// SPDX-License-Identifier: GPL-3.0-or-later
// The table's one rule of change: an input gives events, events give the next state.
#pragma once

#include "table/model/event.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"

#include <optional>
#include <vector>

namespace ansage::table {

// Everything the table does about `input`. A refusal is one of the events and changes nothing else.
// Before any other input, decide `TimeReached` with the same stamp: what time did comes first, each
// event with the instant at which it became true.
[[nodiscard]] std::vector<Event> decide(const State& state, const Input& input);

// The same, with the events applied to `state` on the way: what the shell uses, since nothing
// leaves it before the journal has the events.
[[nodiscard]] std::vector<Event> step(State& state, const Input& input);

// Total and pure. Never decides anything.
void apply(State& state, const Event& event);

// What is said before the arbiter confirms an act: which matter it answers, and what follows.
// Absent for acts that answer none.
[[nodiscard]] std::optional<Message> consequence_of(const State& state, const InputBody& body);

// Why the console is not asked to confirm what an arbiter of the hall rules.
enum class HallRefusal : std::uint8_t {
    not_allowed, // at set-up
    known, // it came before
    no_statement,
    no_such_matter,
    answered, // already
    changed, // since he saw it
    nothing_offered, // the agenda proposes nothing there
    game_over,
    another_waits, // for the console's answer
};

[[nodiscard]] std::optional<HallRefusal>
refusal_of_hall(const State& state, const HallRules& ruling);
// The agenda has something there to say yes or no to.
[[nodiscard]] bool is_offered_to_hall(const Matter& matter);
// What the arbiter of the table would do by that yes or no; of a claim, that it is right or wrong.
[[nodiscard]] Arbiter act_of_hall(const Matter& matter, bool accepts);

// The earliest instant at which time alone changes something; absent where it never will.
[[nodiscard]] std::optional<base::Instant> next_deadline(const State& state);

} // namespace ansage::table
