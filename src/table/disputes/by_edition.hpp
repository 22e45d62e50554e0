// SPDX-License-Identifier: GPL-3.0-or-later
// What the table does by its edition beside moves and rulings. Private to table/.
#pragma once

#include "laws/rules.hpp"
#include "table/making/decision.hpp"

namespace ansage::table {

// What the arbiter has to know of the edition when the game begins.
void tell_of_edition(Decision& decision);

// Facts for is_offence() and penalty_is_printed().
[[nodiscard]] laws::IllegalFacts
illegal_facts(const State& state, chess::Color offender, bool pressed);

// Whether an illegal move that nobody has noted counts by now: in most editions from its press on.
[[nodiscard]] bool is_offence_now(const State& state, chess::Color offender);

// After a ruling: that the edition prints no penalty for it, so that the arbiter decides.
void tell_if_illegal_not_printed(Decision& decision, chess::Color offender);
void tell_if_claim_not_printed(Decision& decision, ClaimKind kind);

// A claim of the last period: what the arbiter has to know of it, and what it does by itself.
// Guidelines III.2.2: it could not be claimed, so that to reject it costs nothing.
bool is_barred(const Decision& decision, const Claims& claim);
void tell_of_last_period(Decision& decision, const Claims& claim);
// The edition lets a claim of that kind only be postponed. True if refused.
bool refuse_rejection(Decision& decision, ClaimKind kind);
// To the opponent's time, for a claim that was wrong.
[[nodiscard]] base::Millis added_for_wrong(const TableSetup& setup, ClaimKind kind);
void give_extra_time(Decision& decision, chess::Color claimant);

// The arbiter's questions to the edition.
void on_both_flags(Decision& decision);
void on_colours_reversed(Decision& decision);
// The pieces had been set up wrongly (7.2.1), or the board lies wrongly (7.2.2).
void on_wrong_start(Decision& decision);
void on_turned_board(Decision& decision);
// A.5.1.1: the arbiter changes the setting of a clock.
void on_setting(Decision& decision);
// Guidelines III.5.2: the claim stays open, and play goes on.
// ... and gives the claimant's opponent what the edition allows for it.
void on_postpones(Decision& decision, std::optional<MatterNumber> number, bool adds_time);
// What a claim's opponent gets by the answer to it, less what it has brought him already.
[[nodiscard]] base::Millis still_added_for_wrong(const State& state, const Matter& matter);
[[nodiscard]] base::Millis still_added_if_postponed(const State& state, const Matter& matter);
// The open claim for which that time, given by hand, is the time of III.5.2.
[[nodiscard]] std::optional<MatterNumber>
claim_paid_by_hand(const State& state, chess::Color color, base::Millis time);

} // namespace ansage::table
