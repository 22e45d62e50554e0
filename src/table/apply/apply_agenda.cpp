// SPDX-License-Identifier: GPL-3.0-or-later
// What is open, what was ruled, and the way back from a ruling.
#include "table/apply/apply.hpp"
#include "table/witnesses/handling.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

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

// That it rests on. A player has come late whatever is played.
MoveId move_of(const State& state, const Matter& matter) {
    if (matter.kind == MatterKind::late_arrival) return state.root;
    const bool is_before = rests_on_move_before(matter.kind) && matter.ply > 0;
    return state.move_at(is_before ? matter.ply - 1 : matter.ply);
}

Matter& add_matter(State& state, MatterKind kind, std::optional<Color> about, Ply ply) {
    Matter& matter = state.agenda.emplace_back();
    matter.number = MatterNumber{state.agenda.size()};
    matter.kind = kind;
    matter.about = about;
    matter.ply = ply;
    matter.move = move_of(state, matter);
    return matter;
}

// Before there was an agenda the newest proposal was the only one.
void supersede(State& state) {
    for (Matter& matter : state.agenda) {
        if (matter.state == MatterState::open && matter.proposal && !matter.claim)
            matter.state = MatterState::moot;
    }
}

std::vector<MoveId> path_of(const State& state) {
    std::vector<MoveId> path;
    for (const PlyRecord& ply : state.plies) path.push_back(ply.id);
    return path;
}

BeforeRuling found_of(const State& state, Instant at) {
    BeforeRuling found{.phase = state.phase, .root = state.root, .path = path_of(state)};
    found.made = state.made();
    found.next = state.next_move;
    // A ruling makes and completes the move being played, and completes the two before it.
    const auto newest = static_cast<std::ptrdiff_t>(std::min<std::size_t>(state.plies.size(), 3));
    found.plies.assign(state.plies.end() - newest, state.plies.end());
    found.turn = static_cast<const TurnState&>(state); // this part of it
    for (const Color color : chess::both_colors) {
        found.remaining[color] = state.clocks.remaining(color, at);
        found.completed[color] = state.clocks.completed(color);
        found.matched[color] = state.boards[color].matched;
    }
    found.flagged = state.flagged;
    found.running = state.clocks.running();
    // The clocks stand as a rule while somebody rules: then the one that was halted goes on.
    found.resume_for = state.resume_for ? state.resume_for : state.clocks.suspended();
    for (const Matter& matter : state.agenda)
        if (matter.state == MatterState::open) found.open.push_back(matter);
    for (const OpenAlert& alert : state.alerts)
        if (alert.open) found.alerts.push_back(alert.id);
    found.next_id = state.next_id;
    return found;
}

bool has_same_moves(const BeforeRuling& was, const State& now) {
    const std::vector<MoveId> path = path_of(now);
    return was.made == now.made() &&
        std::equal(path.begin(), path.begin() + was.made.value(), was.path.begin());
}

bool changes_record(const BeforeRuling& was, const State& now) {
    // Another game may have been begun before anybody moved (7.2.1).
    return was.phase != now.phase || was.root != now.root || !has_same_moves(was, now);
}

bool clears_turn(const BeforeRuling& was, const State& now) {
    return was.path.size() != now.plies.size() || was.turn.draw_offer != now.draw_offer ||
        was.turn.touches != now.touches || was.turn.intended != now.intended ||
        was.turn.end_noted.has_value() != now.end_noted.has_value();
}

// Nothing has been said or done since in the move being played.
bool is_untouched(const State& state, const BeforeRuling& was) {
    return has_same_moves(was, state) && state.plies.last() == state.made();
}

// What a ruling did to clocks and counters, at the instant at which all of it has been done.
void sum_up(RulingKept& ruling, const State& now, Instant at) {
    const BeforeRuling& was = ruling.before;
    ruling.tip = now.move_at(now.made());
    ruling.changes_record = ruling.changes_record || changes_record(was, now);
    ruling.clears_turn = clears_turn(was, now);
    ruling.runs = now.clocks.running();
    ruling.is_done = true;
    for (const Color color : chess::both_colors) {
        ruling.given[color] =
            ruling.carried[color] + now.clocks.remaining(color, at) - was.remaining[color];
    }
}

// What was raised since speaks of what is not there any more.
void bring_back_alerts(State& state, const BeforeRuling& was) {
    for (OpenAlert& alert : state.alerts)
        alert.open = alert.id < was.next_id && std::ranges::count(was.alerts, alert.id) > 0;
}

// Also where a ruling took back a move that had only been begun, which changes no record. What it
// closed is open again: the flag of a clock that was given time, too, which is down again.
void bring_back_closed(State& state, const RulingKept& ruling) {
    for (OpenAlert& alert : state.alerts)
        alert.open = alert.open || std::ranges::count(ruling.closed_alerts, alert.id) > 0;
}

// As the ruling found it, with what has been testified of it since.
void bring_back_content(PlyRecord& ply, const BeforeRuling& was, Instant ruled) {
    const auto kept = std::find_if(was.plies.rbegin(), was.plies.rend(), [&](const PlyRecord& one) {
        return one.id == ply.id;
    });
    if (kept == was.plies.rend()) return;
    const PlyRecord since = std::exchange(ply, *kept);
    ply.recorded = since.recorded;
    std::ranges::copy_if(
        since.testimonies,
        std::back_inserter(ply.testimonies),
        [&](const Testimony& testimony) { return testimony.at > ruled; }
    );
}

// The path is the one that the ruling found; what has been played instead is left.
void bring_back_path(State& state, const BeforeRuling& was, Instant ruled) {
    state.left.insert(state.left.end(), state.plies.begin(), state.plies.end());
    state.plies.keep(0);
    for (const MoveId move : was.path) {
        const auto found =
            std::find_if(state.left.rbegin(), state.left.rend(), [&](const PlyRecord& ply) {
                return ply.id == move;
            });
        if (found == state.left.rend()) return; // a journal that somebody altered
        state.plies.push_back(*found);
        bring_back_content(state.plies.back(), was, ruled);
        state.left.erase(std::next(found).base());
    }
    state.root = was.root;
    replay_from(state, 0, std::min(was.made, state.plies.last()));
}

// The move that was being played is played again; if it was made since, then by another attempt.
void play_again(State& state, const BeforeRuling& was) {
    const bool is_used =
        std::ranges::find(state.left, was.next, &PlyRecord::id) != state.left.end();
    state.next_move = is_used ? new_move(state) : was.next;
    const auto move_on = [&](auto& about) {
        if (about.move == was.next) about.move = state.next_move;
    };
    for (OpenAlert& alert : state.alerts)
        if (alert.id < was.next_id) move_on(alert);
    for (const Matter& matter : was.open)
        if (Matter* const open = state.find_matter(matter.number)) move_on(*open);
}

// Moves, result and all that hangs on them; the boards are what they are now.
void bring_back_record(State& state, const RulingKept& ruling, Instant at) {
    const BeforeRuling& was = ruling.before;
    bring_back_path(state, was, ruling.at);
    play_again(state, was);
    static_cast<TurnState&>(state) = was.turn;
    if (was.phase != Phase::ended) state.result.reset();
    state.phase = was.phase;
    state.mending.reset();
    state.lines.clear();
    bring_back_alerts(state, was);
    for (const Color color : chess::both_colors) {
        state.clocks.set_completed(color, was.completed[color], at);
        BoardState& board = state.boards[color];
        board.agrees = agrees(board.reading, state.position().reading());
        board.matched = board.agrees ? state.made() : std::min(board.matched, was.matched[color]);
        board.press_waits.reset();
        board.press_after.reset();
        board.pending_touches.clear();
        board.trace.clear();
    }
    state.resume_for = was.running ? was.running : was.resume_for;
    if (state.resume_for == state.clocks.running()) state.resume_for.reset();
}

// What is counted after moves that stand again counts again.
void count_again(State& state) {
    for (RulingKept& ruling : state.rulings) {
        if (ruling.counts || !state.is_on_path(ruling.tip)) continue;
        ruling.counts = true;
        for (const Color color : chess::both_colors)
            state.illegal_moves[color] += ruling.counted[color];
    }
}

// What was ruled since, after a move that does not stand any more, is gone with that move. What the
// ruling itself had cut before stands again.
void forget_rulings(State& state, std::ptrdiff_t since) {
    const auto first = state.rulings.begin() + since;
    const auto gone = std::remove_if(first, state.rulings.end(), [&](const RulingKept& ruling) {
        const bool is_gone = !state.is_on_path(ruling.tip);
        for (const Color color : chess::both_colors)
            if (is_gone && ruling.counts) state.illegal_moves[color] -= ruling.counted[color];
        return is_gone;
    });
    state.rulings.erase(gone, state.rulings.end());
}

// The matters that this ruling closed are open again, with what was proposed for them.
void reopen(State& state, const BeforeRuling& was, MatterNumber number, Instant at) {
    for (Matter& matter : state.agenda) {
        const bool left_moot = matter.state == MatterState::moot && matter.by == number;
        if (matter.number != number && !left_moot) continue;
        const auto then = std::ranges::find(was.open, matter.number, &Matter::number);
        const MoveId move = matter.move;
        if (then != was.open.end()) matter = *then;
        matter.move = move;
        matter.state = MatterState::open;
        matter.by.reset();
        matter.agreed = {};
        matter.changed = at;
        const auto alert =
            std::ranges::find(state.alerts, matter.alert.value_or(0), &OpenAlert::id);
        if (alert != state.alerts.end() && alert->id < was.next_id)
            alert->open = std::ranges::count(was.alerts, alert->id) > 0;
    }
}

} // namespace

void apply_one(State& state, const Raised& event, Instant at) {
    Matter matter = matter_of(event);
    matter.move = move_of(state, matter);
    matter.changed = at;
    state.agenda.push_back(std::move(matter));
}

void apply_one(State& state, const MatterChanged& event, Instant at) {
    if (Matter* const matter = state.find_matter(event.number)) {
        matter->state = event.state;
        matter->by = event.by;
        matter->changed = at;
    }
    if (is_being_ruled(state) && state.rulings.back().matter == event.number)
        sum_up(state.rulings.back(), state, at);
}

void apply_one(State& state, const Ruled& event, Instant at) {
    RulingKept ruling{.matter = event.number, .at = at, .before = found_of(state, at)};
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
    const std::ptrdiff_t since = found - state.rulings.begin();
    state.rulings.erase(found);
    if (ruling.changes_record || (ruling.clears_turn && is_untouched(state, ruling.before))) {
        bring_back_record(state, ruling, at);
    } else if (is_untouched(state, ruling.before)) play_again(state, ruling.before);
    for (const Color color : chess::both_colors)
        if (ruling.counts) state.illegal_moves[color] -= ruling.counted[color];
    count_again(state);
    if (event.forgets_rulings.value_or(false)) forget_rulings(state, since);
    bring_back_closed(state, ruling);
    reopen(state, ruling.before, event.number, at);
}

void apply_one(State& state, const Obliged& event, Instant at) {
    for (const chess::Square square : event.squares)
        state.touches[event.seat].push_back({.square = square, .at = at});
    state.intended[event.seat].reset();
    if (event.move)
        state.intended[event.seat] = IntendedMove{.ply = state.made() + 1, .move = *event.move};
}

void apply_one(State& state, const Proposed& event, Instant at) {
    const bool is_result = event.proposal.kind == ProposalKind::result;
    Matter* matter = state.find_matter(event.matter);
    if (matter == nullptr) {
        supersede(state);
        const auto kind = is_result ? MatterKind::ending : MatterKind::boards;
        matter = &add_matter(state, kind, event.proposal.board, event.proposal.ply);
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
    if (matter == nullptr)
        matter = &add_matter(state, MatterKind::claim, event.seat, state.made() + 1);
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
