// SPDX-License-Identifier: GPL-3.0-or-later
// The two ways in which the moves of a game are counted, and what there is for each of them.
#pragma once

#include "base/ordinal.hpp"

#include <vector>

namespace ansage::chess {

// A half-move; the first is 1. What has been made is named by its last ply: 0 is the start.
using Ply = base::Ordinal<struct PlyKind>;
// What stands on a scoresheet before White's move, and Black's.
using MoveNumber = base::Ordinal<struct MoveNumberKind>;

// Something for each ply, from the first on.
template <class T>
class PerPly : std::vector<T> {
    using Base = std::vector<T>;

public:
    using Base::Base, Base::back, Base::begin, Base::data, Base::empty, Base::end, Base::front;
    using Base::pop_back, Base::push_back, Base::rbegin, Base::rend, Base::size;

    [[nodiscard]] T& operator[](Ply ply) { return Base::operator[](ply.value() - 1); }

    const T& operator[](Ply ply) const { return Base::operator[](ply.value() - 1); }

    // 0 if there is nothing.
    Ply last() const { return Ply{size()}; }

    bool has(Ply ply) const { return ply > 0 && ply <= last(); }

    // What there is up to that ply, which may be 0, stays.
    void keep(Ply kept) {
        if (kept < last()) Base::erase(begin() + kept.value(), end());
    }

    bool operator==(const PerPly&) const = default;
};

} // namespace ansage::chess
