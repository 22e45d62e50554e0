// SPDX-License-Identifier: GPL-3.0-or-later
// What lies open for the arbiter, by number, and what became of it (first principle 10). Private to
// table/.
#pragma once

#include "table/making/decision.hpp"

#include <initializer_list>

namespace ansage::table {

// Becomes the next of the agenda.
void raise(Decision& decision, Raised raised);
// That the Laws ended the game.
void raise_ending(Decision& decision, laws::Ending ending);
// What is proposed for the newest.
void propose_result(Decision& decision, laws::Ending ending);

// The newest open one of these kinds, of that player where one is given; null if there is none.
[[nodiscard]] const Matter* newest_open(
    const State& state,
    std::initializer_list<MatterKind> kinds,
    std::optional<chess::Color> about = {}
);

// The open one of that number; absent if refused, with that player's or the arbiter's words.
[[nodiscard]] std::optional<Matter>
open_matter(Decision& decision, unsigned number, std::optional<chess::Color> seat = {});

// As it begins.
[[nodiscard]] Matter matter_of(const Raised& raised);

// A ruling, by the number of its matter; the newest if there is none.
void take_back(Decision& decision, std::optional<unsigned> number);

// Words alone told an illegal move, and not where its piece came from: they are all that is known.
[[nodiscard]] bool is_told_by_words(const State& state, const Ply& ply);

// What an event that was just written down means for the agenda.
void keep_agenda(Decision& decision, const EventBody& body);

// Between these two the arbiter's answer to that matter takes effect.
void begin_ruling(Decision& decision, unsigned number);
void end_ruling(Decision& decision, MatterState state);
// What that player claimed has been ruled on without his claim.
void leave_claims_moot(Decision& decision, chess::Color claimant, ClaimKind kind);

// An illegal move, as the edition deals with it now (7.5).
struct IllegalRuling {
    unsigned offence = 0; // of that player; 1 is the first
    base::Millis added{0}; // to the opponent's clock
    std::optional<laws::Ending> ending;
    std::optional<chess::Move> queen; // 7.5.2: the move of the pawn that becomes one
    unsigned back_to = 0; // plies kept
};

[[nodiscard]] IllegalRuling illegal_ruling(const State& state, chess::Color offender, unsigned ply);
// The rule by which it is judged.
[[nodiscard]] const laws::IllegalMoveRule& illegal_rule(const State& state);

// That the arbiter rules one that lies open, or one that nobody but he has seen.
void rule_illegal(Decision& decision, chess::Color color, std::optional<unsigned> number);
// That he saw that player use both (7.5.4).
void rule_two_hands(Decision& decision, chess::Color color);
// It would not be refused.
[[nodiscard]] bool are_two_hands_punished(const State& state, chess::Color color);
// The ply of that player that was made or begun last; else the one that he will make.
[[nodiscard]] unsigned newest_ply_of(const State& state, chess::Color color);
// That player has made no other move since it was ruled.
[[nodiscard]] bool concerns_newest(const State& state, const Matter& matter, chess::Color color);
// Who has pressed with a pawn on the last rank of which nobody knows what it became.
[[nodiscard]] std::optional<chess::Color> pressed_without_piece(const State& state);
// That move is one of those that fit, with the piece that was not named.
[[nodiscard]] bool names_missing_piece(const State& state, chess::Color mover, chess::Move move);
// A.5.4: of that player's pawn on the last rank nobody knows what it became, and the opponent has
// pressed since: whether a pawn still stands there only the arbiter sees, and he is asked.
void look_for_unseen_pawn(Decision& decision, chess::Color mover);
// It is too late for that player's newest one (A.5.2).
[[nodiscard]] bool has_lapsed(const State& state, chess::Color color);
// 4.3 holds for the move that replaces one (7.5.1): these pieces count as touched.
void oblige(Decision& decision, chess::Color seat, chess::SquareSet squares);

// In words: which matter it is, and what follows if the arbiter says yes to it.
[[nodiscard]] Message words_of(const State& state, const Matter& matter);
[[nodiscard]] Message
words_of_claim(const State& state, const Claimed& claim, const std::optional<laws::Ending>& right);
// What a right claim leads to, whatever was proposed; absent where no result does.
[[nodiscard]] std::optional<laws::Ending> ending_if_right(const State& state, const Claimed& claim);
// 7.5.4, by what the arbiter saw now.
[[nodiscard]] Message words_of_two_hands(const State& state, chess::Color color);
[[nodiscard]] Message words_of_arrival(const State& state, chess::Color seat, base::Millis late);

} // namespace ansage::table
