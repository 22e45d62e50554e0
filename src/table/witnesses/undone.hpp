// SPDX-License-Identifier: GPL-3.0-or-later
// A move that was not done when its player pressed: how far it came, and where the Laws say so. One
// class for all of them; the pawn that was left on the last rank is the only one that the Laws call
// a move (7.5.2).
#pragma once

#include "table/model/state.hpp"
#include "table/witnesses/watcher.hpp"

#include <span>
#include <string_view>

namespace ansage::table {

struct UndoneRow {
    Undone way{};
    AlertKind alert{};
    // Of the edition's articles, beside the one on the press: why it is not done. Empty: none.
    std::string_view article;
};

// In the order of the enumerators.
[[nodiscard]] std::span<const UndoneRow> ways_undone();
[[nodiscard]] const UndoneRow& row_of(Undone way);

// How that player, who is to move, has left his move, by his board; of a board that is no witness,
// and of one that shows a move, nothing is said.
[[nodiscard]] Undone undone_by(const State& state, chess::Color mover);

// 7.5.2: the illegal move of that ply is a pawn's that was left on the last rank, and would have
// been legal with a piece.
[[nodiscard]] bool left_a_pawn(const State& state, Ply ply);

// The last move is a king's, by that player's board alone, on which both kings are off their
// squares now in a way that no legal move explains: so do players who have agreed.
[[nodiscard]] bool is_kings_way(const State& state, chess::Color board);

} // namespace ansage::table
