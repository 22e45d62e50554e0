// SPDX-License-Identifier: GPL-3.0-or-later
// What the person at a console may do (D.2.10, D.2.11): one place for all of it. What the table
// then makes of it is decided as for everybody.
#pragma once

#include "table/model/input.hpp"
#include "table/model/state.hpp"

namespace ansage::table {

// A player acts for himself. The assistant performs the duties that were set for a seat, for either
// player where Appendix D says so. The arbiter pauses, sets, rules and restores, and makes no
// moves. Where no arbiter is present, the players start, stop and resume. A spectator does nothing.
bool may(const State& state, ConsoleRole console, const InputBody& body);

// What a line that is read back is once it counts.
InputBody input_of(const ReadBackAct& act);

// Whose private words a console shows; a spectator has none.
std::optional<Audience> audience_of(ConsoleRole console);
// Which player sits there, if one does.
std::optional<chess::Color> seat_of(ConsoleRole console);

// Which board a question about squares is answered from: in training, and for the arbiter, the
// record's; in a club what stands on the player's own identity board, or the record's where he has
// none; in a tournament his own identity board, where that is allowed (11.3.1).
std::optional<chess::Reading> readable_board(const State& state, const Asks& input);

} // namespace ansage::table
