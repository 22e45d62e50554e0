// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/standing.hpp"

#include "table/asking/rights.hpp"

#include <algorithm>

namespace ansage::consoles {

using chess::Color;
using table::ConsoleRole;
using table::Question;

namespace {

table::Asks question(ConsoleRole role, Color seat, Question asked) {
    table::Asks asks{.seat = seat};
    asks.question = asked;
    if (!table::seat_of(role)) asks.by = role;
    return asks;
}

} // namespace

std::vector<table::Asks> standing_questions(ConsoleRole role, const table::State& state) {
    std::vector<table::Asks> questions;
    const std::optional<Color> seat = table::seat_of(role);
    if (role == ConsoleRole::spectator) return questions;
    const table::Seat& player = state.seat(seat.value_or(Color::white));
    const bool looks = seat && state.setup->mode == table::Mode::tournament &&
        player.vision == table::Vision::sighted;
    const Color asked = seat.value_or(state.to_move());
    const bool was_announced = std::ranges::any_of(state.plies, [](const table::PlyRecord& ply) {
        return ply.newest(table::Witness::announcement) != nullptr;
    });
    if (was_announced && (!looks || player.hearing_impaired))
        questions.push_back(question(role, asked, Question::last));
    const bool is_anything_open =
        std::ranges::any_of(state.agenda, [](const table::Matter& matter) {
            return matter.state == table::MatterState::open;
        });
    if (role == ConsoleRole::arbiter && is_anything_open)
        questions.push_back(question(role, asked, Question::agenda));
    if (!looks && role != ConsoleRole::assistant)
        questions.push_back(question(role, asked, Question::both));
    return questions;
}

std::vector<table::EventBody> open_matters(ConsoleRole role, const table::State& state) {
    std::vector<table::EventBody> open;
    const std::optional<Color> seat = table::seat_of(role);
    const bool is_offered = state.draw_offer && (!seat || *state.draw_offer != *seat);
    if (is_offered) open.emplace_back(table::DrawOffered{*state.draw_offer});
    for (const table::Matter& matter : state.agenda) {
        const bool is_open =
            matter.state == table::MatterState::open && state.phase != table::Phase::ended;
        if (is_open && matter.proposal) {
            open.emplace_back(table::Proposed{.proposal = *matter.proposal, .matter = matter.number}
            );
        }
    }
    return open;
}

bool may_announce(const table::State& state, Color seat) {
    const auto ply = table::announced_ply(state, seat);
    return ply && (!state.plies.has(*ply) || !state.plies[*ply].pressed_at);
}

} // namespace ansage::consoles
