// SPDX-License-Identifier: GPL-3.0-or-later
// The read-back: what a person types in a player's name counts when it was read back to him, and to
// nobody else, and he has confirmed it with one more key. A slip of the fingers is then no slip of
// the tongue, and no illegal move (7.5.1, D.2.8).
//
// The line, its confirmation and its withdrawal are inputs, each journalled before anything is said
// of it: between the line and its key the table may die, and goes on with the line still open.
// Which lines are read back is for the console to say, by State::is_read_back and by who types;
// what a program writes into a pipe is no typing. Private to table/.
#pragma once

#include "table/making/decision.hpp"

namespace ansage::table {

// What the table would refuse it refuses at once; anything else is read back, by its shape alone
// (first principle 12). A newer line stands in the place of an older one of that console. Where
// the player has no earphone, the other one hears the read-back too: then it is the announcement.
void on(Decision& decision, const TypesLine& input);
// Never at once, whoever else hears it: what was heard, or typed where he alone hears it.
void read_back(Decision& decision, ConsoleRole console, const ReadBackAct& act);
// Takes effect now, with the instant that counts (D.2.3, 6.8).
void on(Decision& decision, const ConfirmsLine& input);
// Without an open line: the announcement that everybody has heard, before the press (D.2.8).
void on(Decision& decision, const WithdrawsLine& input);
// To whoever sits down there anew: an open line waits for his key. Nothing if there is none.
void read_back_again(Decision& decision, ConsoleRole console);
// Never in a tournament.
void on(Decision& decision, const ChoosesReadBack& input);

} // namespace ansage::table
