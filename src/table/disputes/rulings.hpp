// SPDX-License-Identifier: GPL-3.0-or-later
// What an arbiter does, or two players agree on. Private to table/.
#pragma once

#include "table/making/decision.hpp"

#include <string>

namespace ansage::table {

void on(Decision& decision, const Arbiter& input);
void on(Decision& decision, const ArbiterSets& input);
void on(Decision& decision, const ArbiterSetsMoves& input);
void on(Decision& decision, const ArbiterAdds& input);
void on(Decision& decision, const ArbiterRulesIllegal& input);
void on(Decision& decision, const ArbiterRestores& input);
void on(Decision& decision, const ArbiterEnds& input);
void on(Decision& decision, const Suggests& input);

// What the Laws ended, as a proposal or, where no arbiter is present, as the result (principle 6).
void propose_ending(Decision& decision, laws::Ending ending);
void end_game(Decision& decision, laws::Ending ending, const std::string& reason);
void add_time(Decision& decision, chess::Color color, base::Millis time);
// Back to the position after that ply; the move that is to be played again is played on its own
// player's time.
void restore(Decision& decision, unsigned ply, bool is_new_game = false);
// ... with the clocks as they were recorded there, if they were.
void restore_with_clocks(Decision& decision, unsigned ply, bool is_new_game);
void repair_both(Decision& decision);

// Of the open matter of that number; without one, of the newest that fits.
void accept(Decision& decision, std::optional<unsigned> number);
void reject(Decision& decision, std::optional<unsigned> number);
void let_stand(Decision& decision, std::optional<unsigned> number);
// A claim's answer (9.5).
void rule_claim(Decision& decision, bool correct, std::optional<unsigned> number);
// Nothing, where the matter has none.
void end_proposal(Decision& decision, const Matter& matter, bool accepted);
// A ruling, by the number of its matter; the newest if there is none.
void take_back(Decision& decision, std::optional<unsigned> number);
// What the players of a club may do about an illegal move: the arbiter's ruling, by agreement.
void propose_ruling(Decision& decision, chess::Color offender);

} // namespace ansage::table
