// SPDX-License-Identifier: GPL-3.0-or-later
// Illegal moves and two hands: what follows from one, by edition and class (7.5). Private to
// table/.
#pragma once

#include "table/making/decision.hpp"

#include <optional>

namespace ansage::table {

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
// It is too late for that player's newest one (A.5.2).
[[nodiscard]] bool has_lapsed(const State& state, chess::Color color);
// 4.3 holds for the move that replaces one (7.5.1): these pieces count as touched.
void oblige(Decision& decision, chess::Color seat, chess::SquareSet squares);

} // namespace ansage::table
