// SPDX-License-Identifier: GPL-3.0-or-later
// A game as it goes by: its positions, and how a scoresheet numbers its moves.
#pragma once

#include "chess/ply.hpp"
#include "chess/position.hpp"

namespace ansage::chess {

// At the start, and after each ply.
class Positions : PerPly<Position> {
    using Base = PerPly<Position>;

public:
    using Base::Base, Base::back, Base::begin, Base::empty, Base::end, Base::front, Base::push_back;

    // Where that ply was played, or can be now.
    bool has_before(Ply ply) const { return has(ply); }

    const Position& before(Ply ply) const { return (*this)[ply]; }

    const Position& after(Ply ply) const { return (*this)[ply + 1]; }

    Ply made() const { return last() - 1; }

    // The start stays, and what follows up to that ply.
    void keep(Ply last) { Base::keep(last + 1); }
};

// In a game that begins from `start`, which may be Black's move 30.
MovePlace place_of(const Position& start, Ply ply);
// 0 where the game began later.
Ply ply_at(const Position& start, MovePlace place);

} // namespace ansage::chess
