// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/model/ledger.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Move;
using chess::Role;

const Testimony* PlyRecord::newest(Witness witness) const {
    const auto found =
        std::find_if(testimonies.rbegin(), testimonies.rend(), [&](const Testimony& testimony) {
            return testimony.witness == witness && !testimony.withdrawn_at;
        });
    return found == testimonies.rend() ? nullptr : &*found;
}

chess::Color person_of(Witness witness, chess::Color mover) {
    switch (witness) {
    case Witness::mover_board:
    case Witness::announcement: return mover;
    case Witness::repetition:
    case Witness::opponent_board: return !mover;
    case Witness::white_score: return chess::Color::white;
    case Witness::black_score: return chess::Color::black;
    }
    return mover;
}

Witness score_of(chess::Color color) {
    return color == chess::Color::white ? Witness::white_score : Witness::black_score;
}

bool fits(const SpokenMove& said, Move move, Role role) {
    if (said.castling || move.is_castling()) {
        const auto side =
            move.is_short_castling() ? CastlingSide::short_side : CastlingSide::long_side;
        return move.is_castling() && said.castling == side;
    }
    const bool squares = (!said.from || *said.from == move.from()) &&
        (!said.from_file || *said.from_file == move.from().file()) &&
        (!said.from_rank || *said.from_rank == move.from().rank()) &&
        (!said.to || *said.to == move.to());
    const bool pieces = !said.role || *said.role == role;
    const bool promotes = !said.promotion || said.promotion == move.promotion();
    return said.to && squares && pieces && promotes;
}

bool contradict(const HeardMove& one, const HeardMove& other) {
    if (one.move && other.move) return one.move != other.move;
    if (one.said.castling || other.said.castling) return one.said.castling != other.said.castling;
    const auto clash = [](const auto& a, const auto& b) { return a && b && *a != *b; };
    return clash(one.said.role, other.said.role) || clash(one.said.from, other.said.from) ||
        clash(one.said.to, other.said.to) || clash(one.said.promotion, other.said.promotion);
}

SpokenMove spoken(Move move, Role role) {
    if (move.is_castling()) {
        const auto side =
            move.is_short_castling() ? CastlingSide::short_side : CastlingSide::long_side;
        return {.role = Role::king, .from = move.from(), .promotion = {}, .castling = side};
    }
    return {
        .role = role,
        .from = move.from(),
        .to = move.to(),
        .promotion = move.promotion(),
        .castling = {}};
}

} // namespace ansage::table
