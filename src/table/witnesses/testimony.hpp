// SPDX-License-Identifier: GPL-3.0-or-later
// What the witnesses of this table's moves have told so far: words, boards and scores.
#pragma once

#include "table/model/state.hpp"
#include "table/witnesses/watcher.hpp"

#include <optional>

namespace ansage::table {

// The words for a made move mean another one; ambiguous ones mean none.
bool announcement_differs(const State& state, Ply ply);
// Nothing at all is known of the move that this player makes or has made (first principle 1).
bool is_unheard(const State& state, chess::Color mover);
// He has pressed, or the opponent has since, too: whoever tells his move makes it good.
bool is_move_awaited(const State& state, chess::Color mover);
BoardEvidence evidence_of_mover(const State& state, chess::Color mover);
// The same of the last made move: what its player's hand had done before it counted as made, and
// since.
BoardEvidence evidence_of_made(const State& state);
// The newest word of what stands on the mover's board, where no sensor saw it; null if none.
const Testimony* said_to_be_executed(const PlyRecord& ply);
Shown shown_by_mover(const State& state, chess::Color mover);
// A press is judged at the latest so long after it (first principle 2).
inline constexpr base::Millis press_patience{1000};

// The words name that move, legal or not.
bool words_fit(const SpokenMove& said, const SpokenMove& seen);
// A piece that was taken up in this turn is missing on the board, and the reading does not account
// for it.
bool is_in_hand(const Shown& shown, const State& state, chess::Color mover);
// The mover's board shows no sure move, and something on it changed just before the press, or
// since: a sensor that dropped out may see again.
bool may_change(const State& state, chess::Color mover, base::Instant press);
// What the board told last is that a square is filled again that was empty for no longer than a
// sensor drops out: it is as quiet as before.
bool has_just_recovered(const BoardState& board);
// That board has not followed the record, and nothing has been moved on it since: it testifies
// nothing of a move to come.
bool stands_still(const State& state, chess::Color board);
// Every square that the made move changed looks as it should now.
bool is_carried_out(const State& state, chess::Color board, Ply ply);
// The opponent's newest repetition of that made move means another one.
bool repetition_differs(const State& state, Ply ply);
// What that player's score has for the ply: an entry, or, where the impaired player's voice was
// recorded, the words (D.2.7). Null if nothing.
const Testimony* score_entry(const State& state, const PlyRecord& ply, chess::Color color);
// What was announced and what was said to be executed, where no sensor looks. An impaired player's
// move needs the words (D.2.3) until his press.
std::optional<chess::Move> move_by_words(const State& state, chess::Color mover, bool is_pressed);
// The move, or an illegal one as far as it can be written as one.
std::optional<chess::Move> meant_move(const chess::Position& before, const HeardMove& heard);
// The same, where one piece goes there by its way of moving: none has to be guessed.
std::optional<chess::Move> shaped_move(const chess::Position& before, const HeardMove& heard);
// Words alone told an illegal move, and not where its piece came from: they are all that is known.
bool is_told_by_words(const State& state, const PlyRecord& ply);
const Testimony* announcement_of_open(const State& state);
std::optional<chess::Square> first_of(chess::SquareSet squares);
// An illegal move as far as it can be written as one.
std::optional<chess::Move> illegal_move(const chess::Position& before, const SpokenMove& seen);

} // namespace ansage::table
