// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/position_set.hpp"

#include <array>

namespace ansage::laws {
namespace {

using chess::Color;
using chess::Position;
using chess::Role;

bool same(const Position& a, const Position& b) {
    for (unsigned role = 0; role < 6; ++role)
        if (a.of(static_cast<Role>(role)) != b.of(static_cast<Role>(role))) return false;
    return a.of(Color::white) == b.of(Color::white) && a.turn() == b.turn() &&
        a.castling_rooks() == b.castling_rooks() && a.en_passant() == b.en_passant();
}

// The digits of pi behind the point, in base 16, sixteen at a time; the last bit of each is set.
constexpr std::array<std::uint64_t, 8> factors{
    0x243F6A8885A308D3ULL,
    0x13198A2E03707345ULL,
    0xA4093822299F31D1ULL,
    0x082EFA98EC4E6C89ULL,
    0x452821E638D01377ULL,
    0xBE5466CF34E90C6DULL,
    0xC0AC29B7C97C50DDULL,
    0x3F84D5B5B5470917ULL};

std::uint32_t mark_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32U); }

} // namespace

PositionSet::PositionSet()
    : slots_(1024) {}

std::uint64_t PositionSet::hash(const Position& position) {
    std::uint64_t sum = position.turn() == Color::white ? 1 : 2;
    for (unsigned role = 0; role < 6; ++role)
        sum += position.of(static_cast<Role>(role)).bits() * factors[role];
    sum += position.of(Color::white).bits() * factors[6];
    sum += position.castling_rooks().bits() * factors[7];
    return mixed(sum);
}

void PositionSet::fetch_place(std::uint64_t hash) const {
    __builtin_prefetch(&slots_[hash & mask()]);
}

void PositionSet::fetch_position(std::uint64_t hash) const {
    const Slot& slot = slots_[hash & mask()];
    if (slot.index != empty) __builtin_prefetch(&positions_[slot.index]);
}

std::optional<PositionSet::Index> PositionSet::add(const Position& position, std::uint64_t hash) {
    if (positions_.size() * 5 >= slots_.size() * 3) widen();
    std::size_t place = hash & mask();
    while (slots_[place].index != empty) {
        const Slot& slot = slots_[place];
        if (slot.mark == mark_of(hash) && same(positions_[slot.index], position))
            return std::nullopt;
        place = (place + 1) & mask();
    }
    slots_[place] = {mark_of(hash), static_cast<Index>(positions_.size())};
    positions_.push_back(position);
    return slots_[place].index;
}

void PositionSet::widen() {
    slots_.assign(slots_.size() * 8, Slot{});
    positions_.reserve(slots_.size() * 3 / 5);
    for (Index index = 0; index < positions_.size(); ++index) {
        const std::uint64_t hash = PositionSet::hash(positions_[index]);
        std::size_t place = hash & mask();
        while (slots_[place].index != empty) place = (place + 1) & mask();
        slots_[place] = {mark_of(hash), index};
    }
}

} // namespace ansage::laws
