// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a state is one that a table can be in: what holds between its members whatever happened.
// Builds with ANSAGE_CHECK_STATE ask after every event (src/table/model/checked.hpp).
#pragma once

#include "table/model/state.hpp"

#include <string>
#include <vector>

namespace ansage::tests {

// amid: between two events of one decision, where not all that belongs together is there yet; only
// what an event may have changed. newest: after a decision, of the record only the newest moves.
enum class Moment { amid, newest, at_rest };

// What is wrong, a sentence each; empty if nothing is. Pure.
[[nodiscard]] std::vector<std::string>
faults_of(const table::State& state, Moment moment = Moment::at_rest);

// What only certain events may change.
struct StateCounts {
    // By how many completed moves the clock's counter is ahead of the record: the arbiter's hand.
    table::PerColor<int> ahead;
    table::PerColor<unsigned> illegal_moves;
    std::uint64_t next_id = 1;
    std::size_t alerts = 0;
    std::size_t matters = 0;
    std::size_t hall_answers = 0;
};

[[nodiscard]] StateCounts counts_of(const table::State& state);

// What must not have come of one event. `before` and `now`: the counts until then, and of `after`.
[[nodiscard]] std::vector<std::string> faults_since(
    const StateCounts& before,
    const StateCounts& now,
    const table::State& after,
    const table::EventBody& event
);
// It may have changed moves before the newest two.
[[nodiscard]] bool changes_old_moves(const table::EventBody& event);

} // namespace ansage::tests
