// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/outlook.hpp"

#include "table/decide/decide.hpp"
#include "table/disputes/agenda.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ansage::consoles {

using base::Instant;
using base::Millis;
using chess::Color;
using table::Arbiter;
using table::State;

namespace {

// Long enough that a clock which runs shows less, and no more than that.
constexpr Millis while_he_waits{1000};

struct Decided {
    State before; // when that instant has come
    State after;
};

std::optional<Decided> decided(const State& state, const Arbiter& act, Instant at) {
    State before = state;
    std::ignore = table::step(before, {.at = at, .body = table::TimeReached{}});
    State after = before;
    const std::vector<table::Event> events = table::step(after, {.at = at, .body = act});
    const bool is_refused = std::ranges::any_of(events, [](const table::Event& event) {
        return std::holds_alternative<table::Refused>(event.body);
    });
    if (is_refused || events.empty()) return std::nullopt;
    return Decided{std::move(before), std::move(after)};
}

bool is_other(const ClocksPicture& a, const ClocksPicture& b) {
    return a.remaining.white != b.remaining.white || a.remaining.black != b.remaining.black ||
        a.runs != b.runs;
}

// What he would see if he answered a little later.
table::PerColor<bool>
passing(const State& state, const Arbiter& act, const ClocksThen& then, Instant now) {
    const Instant later = now + then.before.delay_left + while_he_waits;
    table::PerColor<bool> is_passing;
    if (!then.before.runs) return is_passing;
    const auto answered_later = decided(state, act, later);
    if (!answered_later) return is_passing;
    const ClocksPicture before = clocks_of(answered_later->before, later);
    const ClocksPicture after = clocks_of(answered_later->after, later);
    for (const Color color : chess::both_colors) {
        const Millis passed = before.remaining[color] - then.before.remaining[color];
        is_passing[color] =
            passed != Millis{0} && after.remaining[color] - then.after.remaining[color] == passed;
    }
    return is_passing;
}

// Those that were made since it was given, and go with it.
bool loses_moves(const State& state, const Arbiter& act) {
    const auto ruling = std::ranges::find(
        state.rulings, act.matter.value_or(table::MatterNumber{}), &table::RulingKept::matter
    );
    return act.act == table::ArbiterAct::takes_back && ruling != state.rulings.end() &&
        ruling->changes_record && table::plies_until(state, ruling->tip) < state.made();
}

bool is_final(const State& after, const Arbiter& act, Instant now) {
    const table::Matter* const matter = after.find_matter(act.matter);
    if (matter == nullptr || matter->state == table::MatterState::open) return false;
    const Arbiter back{.act = table::ArbiterAct::takes_back, .reason = {}, .matter = act.matter};
    return !decided(after, back, now);
}

} // namespace

std::optional<Outlook> outlook_of(const State& state, const Arbiter& act, Instant now) {
    const auto result = decided(state, act, now);
    if (!result) return std::nullopt;
    Outlook outlook{
        .clocks = {},
        .is_final = is_final(result->after, act, now),
        .ends_game = result->after.result.has_value() && !result->before.result.has_value(),
        .loses_moves = loses_moves(result->before, act)};
    ClocksThen then{
        .before = clocks_of(result->before, now),
        .after = clocks_of(result->after, now),
        .is_passing = {}};
    if (is_other(then.before, then.after)) {
        then.is_passing = passing(state, act, then, now);
        outlook.clocks = then;
    }
    return outlook;
}

} // namespace ansage::consoles
