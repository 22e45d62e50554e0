// SPDX-License-Identifier: GPL-3.0-or-later
// What is open, what was ruled, and the way back from a ruling.
#include "table/apply/apply.hpp"
#include "table/witnesses/handling.hpp"

#include <algorithm>
#include <span>

namespace ansage::table {

using base::Instant;
using chess::Color;

namespace {

// Of that number; without one, as in a journal of before there was an agenda, the newest open one
// that fits. Null if there is none.
template <class Fits>
Matter* matter_at(State& state, std::optional<MatterNumber> number, Fits fits) {
    if (number) return state.find_matter(number);
    const auto found =
        std::find_if(state.agenda.rbegin(), state.agenda.rend(), [&](const Matter& matter) {
            return matter.state == MatterState::open && fits(matter);
        });
    return found == state.agenda.rend() ? nullptr : &*found;
}

Matter& add_matter(State& state, MatterKind kind) {
    Matter& matter = state.agenda.emplace_back();
    matter.number = MatterNumber{state.agenda.size()};
    matter.kind = kind;
    return matter;
}

// Before there was an agenda the newest proposal was the only one.
void supersede(State& state) {
    for (Matter& matter : state.agenda)
        if (matter.state == MatterState::open && matter.proposal && !matter.claim)
            matter.state = MatterState::moot;
}

bool changes_record(const State& was, const State& now) {
    const auto differs = [](const PlyRecord& one, const PlyRecord& other) {
        return one.move != other.move || one.legal != other.legal;
    };
    const auto made = [](const State& state) {
        return std::span{state.plies}.first(state.made().value());
    };
    return was.phase != now.phase || was.made() != now.made() ||
        !std::ranges::equal(made(was), made(now), std::not_fn(differs));
}

bool clears_turn(const State& was, const State& now) {
    return was.plies.last() != now.plies.last() || was.draw_offer != now.draw_offer ||
        was.touches != now.touches || was.intended != now.intended ||
        was.end_noted.has_value() != now.end_noted.has_value();
}

// Nothing has been said or done since in the move being played.
bool is_untouched(const State& state, const State& was) {
    return state.made() == was.made() && state.plies.last() == state.made();
}

// What a ruling did to clocks and counters, at the instant at which all of it has been done.
void sum_up(RulingKept& ruling, const State& now, Instant at) {
    const State& was = *ruling.before;
    ruling.changes_record = changes_record(was, now);
    ruling.clears_turn = clears_turn(was, now);
    ruling.runs = now.clocks.running();
    ruling.is_done = true;
    for (const Color color : chess::both_colors) {
        ruling.given[color] = ruling.carried[color] + now.clocks.remaining(color, at) -
            was.clocks.remaining(color, at);
        ruling.counted[color] = now.illegal_moves[color] - was.illegal_moves[color];
    }
}

void bring_back_alerts(State& state, const State& was) {
    for (OpenAlert& alert : state.alerts) {
        const auto then = std::ranges::find(was.alerts, alert.id, &OpenAlert::id);
        const bool is_new = then == was.alerts.end();
        alert.open = is_new ? false : then->open;
        alert.undone = is_new || then->undone;
    }
}

// The same happened again after its ply was restored, and the newer alert speaks for both.
bool is_raised_anew(const State& state, const OpenAlert& alert) {
    return std::ranges::any_of(
        state.alerts,
        [&](const OpenAlert& other) {
            return other.id > alert.id && !other.undone && other.kind == alert.kind &&
                other.about == alert.about && other.ply == alert.ply;
        }
    );
}

// Also where a ruling took back a move that had only been begun, which changes no record. What it
// closed is open again: the flag of a clock that was given time, too, which is down again.
void bring_back_closed(State& state, const RulingKept& ruling) {
    for (OpenAlert& alert : state.alerts) {
        const auto& was = ruling.before->alerts;
        const auto then = std::ranges::find(was, alert.id, &OpenAlert::id);
        if (then != was.end() && !is_raised_anew(state, alert)) alert.undone = then->undone;
        alert.open = alert.open || std::ranges::count(ruling.closed_alerts, alert.id) > 0;
    }
}

// Moves, result and all that hangs on them; the boards are what they are now.
void bring_back_record(State& state, const State& was, Instant at) {
    state.plies = was.plies;
    state.positions = was.positions;
    state.keys = was.keys;
    state.touches = was.touches;
    state.intended = was.intended;
    state.end_noted = was.end_noted;
    state.draw_offer = was.draw_offer;
    state.offered_again = was.offered_again;
    state.result = was.result;
    state.phase = was.phase;
    state.mending.reset();
    bring_back_alerts(state, was);
    for (const Color color : chess::both_colors) {
        state.clocks.set_completed(color, was.clocks.completed(color), at);
        BoardState& board = state.boards[color];
        board.agrees = agrees(board.reading, state.position().reading());
        board.matched =
            board.agrees ? state.made() : std::min(board.matched, was.boards[color].matched);
        board.press_waits.reset();
        board.press_after.reset();
        board.pending_touches.clear();
        board.trace.clear();
    }
    state.resume_for = was.clocks.running() ? was.clocks.running() : was.resume_for;
    if (state.resume_for == state.clocks.running()) state.resume_for.reset();
}

// The matters that this ruling closed are open again, with what was proposed for them.
void reopen(State& state, const State& was, MatterNumber number, Instant at) {
    for (Matter& matter : state.agenda) {
        const bool left_moot = matter.state == MatterState::moot && matter.by == number;
        if (matter.number != number && !left_moot) continue;
        const Matter* const then = was.find_matter(matter.number);
        if (then != nullptr) matter = *then;
        matter.state = MatterState::open;
        matter.by.reset();
        matter.agreed = {};
        matter.changed = at;
        const auto alert =
            std::ranges::find(state.alerts, matter.alert.value_or(0), &OpenAlert::id);
        const auto open = std::ranges::find(was.alerts, matter.alert.value_or(0), &OpenAlert::id);
        if (alert != state.alerts.end() && open != was.alerts.end()) alert->open = open->open;
    }
}

} // namespace

void apply_one(State& state, const Raised& event, Instant at) {
    state.agenda.push_back(matter_of(event));
    state.agenda.back().changed = at;
}

void apply_one(State& state, const MatterChanged& event, Instant at) {
    if (Matter* const matter = state.find_matter(event.number)) {
        matter->state = event.state;
        matter->by = event.by;
        matter->changed = at;
    }
    const bool is_ruled = !state.rulings.empty() && state.rulings.back().matter == event.number;
    if (is_ruled && !state.rulings.back().is_done) sum_up(state.rulings.back(), state, at);
}

void apply_one(State& state, const Ruled& event, Instant at) {
    auto before = std::make_shared<const State>(state);
    RulingKept ruling;
    ruling.matter = event.number;
    ruling.at = at;
    ruling.before = std::move(before);
    // A claim that was postponed (Guidelines III.5.2): what is ruled on it is one ruling.
    const auto earlier = std::ranges::find(state.rulings, event.number, &RulingKept::matter);
    if (earlier != state.rulings.end()) {
        ruling.carried = earlier->given;
        ruling.given = earlier->given;
        ruling.closed_alerts = earlier->closed_alerts;
        state.rulings.erase(earlier);
    }
    state.rulings.push_back(std::move(ruling));
}

void apply_one(State& state, const TakenBack& event, Instant at) {
    const auto found = std::ranges::find(state.rulings, event.number, &RulingKept::matter);
    if (found == state.rulings.end()) return;
    const RulingKept ruling = *found;
    state.rulings.erase(found);
    if (ruling.changes_record || (ruling.clears_turn && is_untouched(state, *ruling.before)))
        bring_back_record(state, *ruling.before, at);
    for (const Color color : chess::both_colors)
        state.illegal_moves[color] -= ruling.counted[color];
    bring_back_closed(state, ruling);
    reopen(state, *ruling.before, event.number, at);
}

void apply_one(State& state, const Obliged& event, Instant at) {
    for (const chess::Square square : event.squares)
        state.touches[event.seat].push_back({.square = square, .at = at});
    state.intended[event.seat] = event.move;
}

void apply_one(State& state, const Proposed& event, Instant at) {
    const bool is_result = event.proposal.kind == ProposalKind::result;
    Matter* matter = state.find_matter(event.matter);
    if (matter == nullptr) {
        supersede(state);
        matter = &add_matter(state, is_result ? MatterKind::ending : MatterKind::boards);
        matter->about = event.proposal.board;
        matter->ply = event.proposal.ply;
    }
    matter->proposal = event.proposal;
    matter->agreed = {};
    matter->changed = at;
}

void apply_one(State& state, const ProposalEnded& event, Instant at) {
    Matter* const matter = matter_at(state, event.matter, [](const Matter& open) {
        return open.proposal.has_value();
    });
    if (matter == nullptr) return;
    matter->proposal.reset();
    matter->agreed = {};
    matter->changed = at;
    if (!event.matter) matter->state = event.accepted ? MatterState::ruled : MatterState::stands;
}

void apply_one(State& state, const Claimed& event, Instant at) {
    Matter* matter = state.find_matter(event.matter);
    if (matter == nullptr) {
        matter = &add_matter(state, MatterKind::claim);
        matter->about = event.seat;
        matter->ply = state.made() + 1;
    }
    matter->claim = event;
    matter->changed = at;
    if (event.is_offer.value_or(false)) state.draw_offer = event.seat;
}

void apply_one(State& state, const ClaimEnded& event, Instant /*at*/) {
    Matter* const matter =
        matter_at(state, event.matter, [](const Matter& open) { return open.claim.has_value(); });
    if (matter != nullptr && !event.matter) matter->state = MatterState::ruled;
}

void apply_one(State& state, const HallRulingAsked& event, Instant /*at*/) {
    state.hall_asked = event;
}

void apply_one(State& state, const HallRulingEnded& event, Instant /*at*/) {
    state.hall_answers[event.id] = event.answer;
    state.hall_asked.reset();
}

} // namespace ansage::table
