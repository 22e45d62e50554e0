// SPDX-License-Identifier: GPL-3.0-or-later
// What the words for moves have in common, announced, repeated or said to be executed. Private to
// table/.
#pragma once

#include "table/making/decision.hpp"

namespace ansage::table {

[[nodiscard]] Source source_of(std::optional<Performer> by);
// Words are heard only while the game is on. False if refused.
[[nodiscard]] bool words_allowed(Decision& decision, chess::Color seat);
// Illegal words are taken down without a sign (first principle 3); words that are no move, or two,
// are told apart at once, for that is no secret of the position's. False if there is nothing to
// keep.
[[nodiscard]] bool keep_words(Decision& decision, chess::Color seat, const HeardMove& heard);
// Where two moves fit the words: their speaker is asked for what is missing.
void ask_if_ambiguous(Decision& decision, chess::Color seat, unsigned ply, const HeardMove& heard);
// Repeated, or executed, as it was announced: whoever types no words says only that he did it, so
// that it carries `derived_from` and is no witness (first principle 7). Not before an arbiter.
void testify_as_announced(
    Decision& decision,
    chess::Color seat,
    std::optional<unsigned> ply_number,
    Witness witness,
    Source source
);
// Where the opponent has replied already the move stands, and the arbiter hears at the press that
// the words differ.
void unmake(Decision& decision, unsigned ply);
// The opponent's repetition makes good a move that no other witness saw (first principle 1).
void make_good_by_repetition(Decision& decision, unsigned ply, const HeardMove& heard);

} // namespace ansage::table
