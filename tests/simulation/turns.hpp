// SPDX-License-Identifier: GPL-3.0-or-later
// What the kinds of mistakes have in common: what people could confuse, and how a turn goes on.
// Private to the simulation's mistakes.
#pragma once

#include "mistakes.hpp"
#include "table/witnesses/watcher.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace ansage::tests {

inline constexpr bool two_turns = true;

[[nodiscard]] std::span<const Mistake> mistakes_of_listening();
[[nodiscard]] std::span<const Mistake> mistakes_of_speaking();
[[nodiscard]] std::span<const Mistake> mistakes_of_handling();
[[nodiscard]] std::span<const Mistake> mistakes_of_devices();

template <class T>
std::optional<T> any_of(const std::vector<T>& list, Dice& dice) {
    return list.empty() ? std::nullopt : std::optional{list[dice.below(list.size())]};
}

// Other legal moves than this one, which an ear could take for it: the same kind of piece.
[[nodiscard]] std::vector<chess::Move> others(const chess::Position& before, chess::Move move);

// Another legal move that leaves that board looking otherwise.
[[nodiscard]] std::optional<chess::Move>
confused(People& people, chess::Color board, const chess::Position& before, chess::Move move);

[[nodiscard]] std::vector<chess::Square>
empty_squares(const chess::Reading& board, chess::SquareSet busy);

// Squares that the move to come, and the one after it, have to do with.
[[nodiscard]] chess::SquareSet busy_squares(const Turn& turn);

[[nodiscard]] bool apart(chess::Move one, chess::Move other);

// The program knows what that move was called.
[[nodiscard]] bool was_heard(const table::State& state, chess::Ply ply);

// The hand puts down king and rook one after the other, and each of them has left its square.
[[nodiscard]] bool has_two_halves(chess::Move castling);

// Something that neither move has to do with, and no king.
[[nodiscard]] std::optional<chess::Square> bystander(const Turn& turn, chess::Color board);

[[nodiscard]] bool is_quiet(const chess::Position& before, chess::Move move);

// The mover's own move, announced before the press, and the press.
void play_and_press(Turn& turn);

// At the mover's own press his board is due, and the arbiter comes.
void board_falls_due(Turn& turn, table::AlertKind kind);

} // namespace ansage::tests
