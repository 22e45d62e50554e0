// SPDX-License-Identifier: GPL-3.0-or-later
// What an arbiter of the hall may rule from there.
#pragma once

#include "table/making/decision.hpp"

#include <optional>

namespace ansage::table {

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

void on(Decision& decision, const HallRules& input);
// The console's answer to what an arbiter of the hall rules.
void confirm_hall(Decision& decision);
void decline_hall(Decision& decision);
// What he ruled on has been answered otherwise, or has changed.
void end_outdated_of_hall(Decision& decision);
// Once more what waits for the console, if anything does.
void tell_hall(Decision& decision);

} // namespace ansage::table
