// SPDX-License-Identifier: GPL-3.0-or-later
// What an arbiter does, or two players agree on. Private to table/.
#pragma once

#include "table/disputes/agenda.hpp"

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
// The move that was made last has ended the game (5.1.1, 5.2, 9.6).
[[nodiscard]] bool has_ended_on_board(const State& state);
// ... also where nobody presses. 9.6.2 counts the moves that were made, or those that were
// completed: then the press is part of it.
[[nodiscard]] bool ended_before_press(const State& state);
// Before an arbiter nothing may tell such a move from another until it is pressed (principle 3):
// his or a player's word, or the clock that was stopped, brings it to him.
void bring_ending(Decision& decision);
// Where no arbiter is it is declared as soon as the opponent has shown that he knows the move.
void declare_known_ending(Decision& decision);
void end_game(Decision& decision, laws::Ending ending, const std::string& reason);
// By the matter that was raised last: it can be taken back like what an arbiter rules.
void end_by_newest(Decision& decision, laws::Ending ending);
void add_time(Decision& decision, chess::Color color, base::Millis time);
// Back to the position after that ply; the move that is to be played again is played on its own
// player's time.
void restore(Decision& decision, Ply ply, bool is_new_game = false);
// ... with the clocks as they were recorded there, if they were.
void restore_with_clocks(Decision& decision, Ply ply, bool is_new_game);
// The flags that had fallen in what is taken back, where the clocks are put back with the moves.
void leave_flags_moot(Decision& decision, Ply ply);
void repair_both(Decision& decision);

// Of the open matter of that number; without one, of the newest that fits.
void accept(Decision& decision, std::optional<MatterNumber> number);
void reject(Decision& decision, std::optional<MatterNumber> number);
void let_stand(Decision& decision, std::optional<MatterNumber> number);
// A king's move that is in doubt stays on the sheets; nothing where there is none.
void keep_move(Decision& decision);
// At the end whoever may keep it has to know.
void tell_of_doubt(Decision& decision);
// A claim's answer (9.5).
void rule_claim(Decision& decision, bool correct, std::optional<MatterNumber> number);
// Nothing, where the matter has none.
void end_proposal(Decision& decision, const Matter& matter, bool accepted);
// A ruling, by the number of its matter; the newest if there is none.
void take_back(Decision& decision, std::optional<MatterNumber> number);
// What the players of a club may do about an illegal move: the arbiter's ruling, by agreement.
void propose_ruling(Decision& decision, const Matter& offence);

// --- illegal moves and two hands
// That one was completed (7.5.1), to those who have to know.
void tell_illegal(Decision& decision, chess::Color offender, Ply ply);
// Words alone may have been a slip of the tongue (D.2.8): no penalty is proposed before somebody
// has said what stands on the mover's board.
[[nodiscard]] bool is_only_said(const State& state, Ply ply);

// An illegal move, as the edition deals with it now (7.5).
struct IllegalRuling {
    unsigned offence = 0; // of that player; 1 is the first
    bool is_counted = false; // already, for two hands at the same move (7.5.4)
    base::Millis added{0}; // to the opponent's clock
    base::Millis gained{0}; // by the press that goes with it, and taken off again
    std::optional<laws::Ending> ending;
    std::optional<chess::Move> queen; // 7.5.2: the move of the pawn that becomes one
    Ply back_to; // the last that is kept
};

[[nodiscard]] IllegalRuling illegal_ruling(const State& state, chess::Color offender, Ply ply);
// The rule by which it is judged.
[[nodiscard]] const laws::IllegalMoveRule& illegal_rule(const State& state);

// That the arbiter rules one that lies open, or one that nobody but he has seen.
void rule_illegal(Decision& decision, chess::Color color, std::optional<MatterNumber> number);
// That he saw that player use both (7.5.4).
void rule_two_hands(Decision& decision, chess::Color color);
// It would not be refused.
[[nodiscard]] bool are_two_hands_punished(const State& state, chess::Color color);
// The ply of that player that was made or begun last; else the one that he will make.
[[nodiscard]] Ply newest_ply_of(const State& state, chess::Color color);
// That player has made no other move since it was ruled.
[[nodiscard]] bool concerns_newest(const State& state, const Matter& matter, chess::Color color);
// Who has pressed with a pawn on the last rank of which nobody knows what it became.
[[nodiscard]] std::optional<chess::Color> pressed_without_piece(const State& state);
// That move is one of those that fit, with the piece that was not named.
[[nodiscard]] bool names_missing_piece(const State& state, chess::Color mover, chess::Move move);
// It is too late for that player's newest one (A.5.2).
[[nodiscard]] bool has_lapsed(const State& state, chess::Color color);
// 4.3 holds for the move that replaces one (7.5.1): these pieces count as touched.
void oblige(Decision& decision, chess::Color seat, chess::SquareSet squares);

} // namespace ansage::table
