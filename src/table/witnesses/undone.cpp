// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/witnesses/undone.hpp"

#include "table/witnesses/testimony.hpp"

#include <algorithm>
#include <array>

namespace ansage::table {

using chess::Color;
using chess::Move;
using chess::Rank;
using chess::Role;

namespace {

constexpr std::array undone_rows{
    UndoneRow{Undone::none_moved, AlertKind::pressed_before_made, ""},
    UndoneRow{Undone::man_moved_back, AlertKind::pressed_before_made, "touched_piece_not_moved"},
    UndoneRow{Undone::man_in_hand, AlertKind::pressed_before_made, ""},
    UndoneRow{Undone::captured_man_left, AlertKind::pressed_before_made, "capture_half_done"},
    UndoneRow{Undone::castling_half_done, AlertKind::pressed_before_made, "castling_half_done"},
    UndoneRow{Undone::pawn_not_replaced, AlertKind::illegal_move_completed, "unpromoted"},
};

constexpr bool are_ways_in_order() {
    for (std::size_t i = 0; i < undone_rows.size(); ++i)
        if (undone_rows[i].way != static_cast<Undone>(i)) return false;
    return true;
}

static_assert(are_ways_in_order());

} // namespace

std::span<const UndoneRow> ways_undone() { return undone_rows; }

const UndoneRow& row_of(Undone way) { return undone_rows[static_cast<std::size_t>(way)]; }

Undone undone_by(const State& state, Color mover) {
    if (!state.is_witness(mover) || state.to_move() != mover) return Undone::none_moved;
    const Shown shown = shown_by_mover(state, mover);
    if (shown.undone) return *shown.undone;
    return state.touches[mover].empty() ? Undone::none_moved : Undone::man_moved_back;
}

namespace {

// Nobody has said it, pressed it, or carried it out on the other board.
bool is_told_by_board_alone(const State& state, Ply number) {
    const PlyRecord& ply = state.plies[number];
    const bool is_said = std::ranges::any_of(ply.testimonies, [](const Testimony& one) {
        return one.witness != Witness::mover_board;
    });
    const bool is_there =
        state.has_sensors(!ply.mover) && is_carried_out(state, !ply.mover, number);
    return ply.state == PlyState::made && !ply.pressed_at && !is_said && !is_there;
}

bool is_off(const chess::Reading& reading, const chess::Position& position, Color color) {
    const chess::Square square = position.king(color);
    return !fits_square(reading[square], chess::Piece{color, Role::king});
}

} // namespace

bool is_kings_way(const State& state, Color board) {
    const Ply made = state.made();
    if (made == 0 || !state.has_sensors(board)) return false;
    const PlyRecord& ply = state.plies[made];
    const chess::Position& before = state.positions.before(made);
    const bool is_kings = ply.mover == board && ply.legal && ply.move && !ply.move->is_castling() &&
        ply.move->from() == before.king(board);
    const chess::Reading& reading = state.boards[board].reading;
    // A king that is in the hand may yet be put down where a legal move puts it.
    const bool is_down = reading.occupied().size() >= state.position().occupied().size();
    if (!is_kings || !is_down || !is_told_by_board_alone(state, made) ||
        !is_off(reading, before, board) || !is_off(reading, before, !board))
        return false;
    const auto replies = state.position().legal_moves();
    return std::ranges::none_of(replies, [&](Move reply) {
        return agrees(reading, state.position().after(reply).reading());
    });
}

bool left_a_pawn(const State& state, Ply number) {
    if (number == 0 || number > state.made()) return false;
    const PlyRecord& ply = state.plies[number];
    if (ply.legal || !ply.move || ply.move->promotion() || ply.move->is_castling()) return false;
    const chess::Position& before = state.positions.before(number);
    const auto moved = before.at(ply.move->from());
    const Rank rank = ply.move->to().rank();
    const bool is_pawn = moved && moved->role == Role::pawn;
    return is_pawn && (rank == Rank::first || rank == Rank::eighth) &&
        before.is_legal(Move::promoting(ply.move->from(), ply.move->to(), Role::queen));
}

} // namespace ansage::table
