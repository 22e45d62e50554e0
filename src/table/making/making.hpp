// SPDX-License-Identifier: GPL-3.0-or-later
// How a move is made and completed, whoever decides it. Private to table/.
#pragma once

#include "table/making/decision.hpp"

namespace ansage::table {

void testify(
    Decision& decision, unsigned ply, Witness witness, Source source, const HeardMove& heard
);
// Makes the open move if every witness that exists agrees (D.2.3, 4.7). True if it was made.
bool try_make(Decision& decision, chess::Color mover);
void make(Decision& decision, chess::Move move);
// 6.2.1.2: a move is also completed by the player's own next move.
void complete_by_next_move(Decision& decision);
// Until its press a move may be made again, as another one.
void make_again(Decision& decision, unsigned ply, chess::Move move);
// 6.2.1: the last made ply is completed.
void complete(Decision& decision, unsigned ply);

} // namespace ansage::table
