// SPDX-License-Identifier: GPL-3.0-or-later
// The positions that a search has seen. Of use inside laws/ only.
#pragma once

#include "chess/position.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace ansage::laws {

// Each bit of the result depends on many.
constexpr std::uint64_t mixed(std::uint64_t value) {
    value ^= value >> 32U;
    value *= 0xD6E8FEB86659FD93ULL;
    return value ^ (value >> 32U);
}

// Compared exactly, but for the counters of 9.3.
class PositionSet {
public:
    using Index = std::uint32_t;

    PositionSet();

    static std::uint64_t hash(const chess::Position& position);

    // Where the position would be, and then what is there, on their way from memory: a search asks
    // for many, and would wait for each.
    void fetch_place(std::uint64_t hash) const;
    void fetch_position(std::uint64_t hash) const;

    // Absent where it was there before. `hash` is hash(position).
    std::optional<Index> add(const chess::Position& position, std::uint64_t hash);

    const chess::Position& operator[](Index index) const { return positions_[index]; }

    std::size_t size() const { return positions_.size(); }

private:
    static constexpr Index empty = ~0U;

    struct Slot {
        std::uint32_t mark = 0; // half of the hash: most that differ need not be looked at
        Index index = empty;
    };

    std::size_t mask() const { return slots_.size() - 1; }

    void widen();

    std::vector<chess::Position> positions_;
    std::vector<Slot> slots_;
};

} // namespace ansage::laws
