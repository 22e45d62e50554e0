// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/positions.hpp"

namespace ansage::chess {
namespace {

// Half-moves of the first move that were made before the game began.
unsigned halves_before(const Position& start) { return start.turn() == Color::black ? 1 : 0; }

} // namespace

MovePlace place_of(const Position& start, Ply ply) {
    const unsigned halves = ply.value() - 1 + halves_before(start);
    return {
        .number = start.fullmove_number() + halves / 2,
        .mover = halves % 2 == 0 ? Color::white : Color::black};
}

Ply ply_at(const Position& start, MovePlace place) {
    if (place.number < start.fullmove_number()) return 0;
    const unsigned halves =
        2 * (place.number - start.fullmove_number()) + (place.mover == Color::black ? 1 : 0);
    return Ply{halves + 1 - halves_before(start)};
}

} // namespace ansage::chess
