// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/seen.hpp"

namespace ansage::laws {
namespace {

using chess::Color;
using chess::Position;
using chess::Role;

bool same(const Position& a, const Position& b) {
    for (unsigned role = 0; role < 6; ++role) {
        if (a.of(static_cast<Role>(role)) != b.of(static_cast<Role>(role))) {
            return false;
        }
    }
    return a.of(Color::white) == b.of(Color::white) && a.turn() == b.turn() &&
        a.castling_rooks() == b.castling_rooks() && a.en_passant() == b.en_passant();
}

std::uint32_t mark_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32U);
}

} // namespace

Seen::Seen()
    : slots_(1024) {}

std::uint64_t Seen::hash(const Position& position) {
    std::uint64_t sum = position.turn() == Color::white ? 1 : 2;
    for (unsigned role = 0; role < 6; ++role) {
        sum = mixed(sum + position.of(static_cast<Role>(role)).bits());
    }
    sum = mixed(sum + position.of(Color::white).bits());
    return mixed(sum + position.castling_rooks().bits());
}

void Seen::fetch_place(std::uint64_t hash) const {
    __builtin_prefetch(&slots_[hash & mask()]);
}

void Seen::fetch_position(std::uint64_t hash) const {
    const Slot& slot = slots_[hash & mask()];
    if (slot.index != empty) {
        __builtin_prefetch(&positions_[slot.index]);
    }
}

std::optional<Seen::Index> Seen::add(const Position& position, std::uint64_t hash) {
    if (positions_.size() * 5 >= slots_.size() * 3) {
        widen();
    }
    std::size_t place = hash & mask();
    while (slots_[place].index != empty) {
        const Slot& slot = slots_[place];
        if (slot.mark == mark_of(hash) && same(positions_[slot.index], position)) {
            return std::nullopt;
        }
        place = (place + 1) & mask();
    }
    slots_[place] = {mark_of(hash), static_cast<Index>(positions_.size())};
    positions_.push_back(position);
    return slots_[place].index;
}

void Seen::widen() {
    slots_.assign(slots_.size() * 8, Slot{});
    positions_.reserve(slots_.size() * 3 / 5);
    for (Index index = 0; index < positions_.size(); ++index) {
        const std::uint64_t hash = Seen::hash(positions_[index]);
        std::size_t place = hash & mask();
        while (slots_[place].index != empty) {
            place = (place + 1) & mask();
        }
        slots_[place] = {mark_of(hash), index};
    }
}

} // namespace ansage::laws
