// SPDX-License-Identifier: GPL-3.0-or-later
// A move made with two hands, which only the arbiter sees (7.5.4): counted and punished like an
// illegal one, but it stands.
#include "table/disputes/agenda.hpp"
#include "table/disputes/by_edition.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;

namespace {

// An illegal move made with two hands is one offence, and goes back as such.
const Matter* illegal_move_of(const State& state, Color color, unsigned ply) {
    const Matter* const open = newest_open(state, {MatterKind::illegal_move}, color);
    return open != nullptr && open->ply == ply ? open : nullptr;
}

bool was_ruled_on(const State& state, Color color, unsigned ply) {
    return std::ranges::any_of(
        state.agenda,
        [&](const Matter& matter) {
            return matter.kind == MatterKind::illegal_move && matter.state == MatterState::ruled &&
                matter.about == color && matter.ply == ply && concerns_newest(state, matter, color);
        }
    );
}

Raised hands_of(const State& state, Color color) {
    return {
        .matter = MatterKind::illegal_move,
        .about = color,
        .ply = newest_ply_of(state, color),
        .alert = {},
        .message = words_of_two_hands(state, color)};
}

bool has_pressed(const State& state, unsigned ply) {
    return ply <= state.plies.size() && state.plies[ply - 1].pressed_at;
}

// A.5.2: the opponent has made his next move since.
bool is_over(const State& state, unsigned ply) {
    return illegal_rule(state).until == laws::IllegalUntil::opponents_next_move &&
        state.made() > ply;
}

// Absent if it may be ruled.
std::optional<std::string_view> fault_of(const State& state, Color color, unsigned ply) {
    if (!laws::two_hands_are_illegal(state.setup->edition, has_pressed(state, ply)))
        return "refused.two_hands";
    if (is_over(state, ply)) return "refused.lapsed";
    return was_ruled_on(state, color, ply) ? std::optional{"refused.answered"} : std::nullopt;
}

} // namespace

bool are_two_hands_punished(const State& state, Color color) {
    return !fault_of(state, color, newest_ply_of(state, color));
}

void rule_two_hands(Decision& decision, Color color) {
    const State& state = decision.state();
    const unsigned ply = newest_ply_of(state, color);
    if (const auto fault = fault_of(state, color, ply)) {
        decision.refuse(Refusal::not_allowed, std::nullopt, std::string{*fault});
        return;
    }
    if (const Matter* const illegal = illegal_move_of(state, color, ply)) {
        rule_illegal(decision, color, illegal->number);
        return;
    }
    const IllegalRuling ruling = illegal_ruling(state, color, ply);
    raise(decision, hands_of(state, color));
    begin_ruling(decision, static_cast<unsigned>(state.agenda.size()));
    decision.emit(IllegalCounted{.color = color, .two_hands = true});
    if (ruling.ending) end_game(decision, *ruling.ending, {});
    else add_time(decision, !color, ruling.added);
    end_ruling(decision, MatterState::ruled);
}

} // namespace ansage::table
