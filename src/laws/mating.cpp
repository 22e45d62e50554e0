// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/mating.hpp"

#include "laws/helpmate.hpp"
#include "laws/mobility.hpp"

#include <algorithm>

namespace ansage::laws {
namespace {

using chess::Color;
using chess::Position;

// How many positions may be looked at before the answer is unknown.
constexpr std::size_t most_positions = 300'000;

bool excluded(const Position& position, const Mobility& mobility, Color winner) {
    return material_cannot_mate(position, winner) || !mobility.could_be_mated(!winner);
}

// Whether some move leaves the opponent one.
bool goes_on(const Position& position) {
    const auto moves = position.legal_moves();
    return std::ranges::any_of(moves, [&](chess::Move move) {
        return position.after(move).has_legal_move();
    });
}

} // namespace

Answer can_mate(const Position& position, Color winner) {
    return search_helpmate(position, winner, most_positions);
}

bool is_dead(const Position& position) {
    if (material_cannot_mate(position, Color::white) &&
        material_cannot_mate(position, Color::black))
        return position.has_legal_move();
    const Mobility mobility{position};
    return std::ranges::all_of(
               chess::both_colors,
               [&](Color winner) { return excluded(position, mobility, winner); }
           ) &&
        goes_on(position);
}

} // namespace ansage::laws
