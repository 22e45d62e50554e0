// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/apply/apply.hpp"

#include "table/model/alarms.hpp"

#include <algorithm>

namespace ansage::table {

using base::Instant;
using chess::Color;

namespace {

void end_clocks(State& state, Phase phase, Instant at) {
    state.clocks.halt(at);
    state.phase = phase;
    state.lines.clear();
    state.listening.keyed.reset();
}

// Wherever a clock may have been given time, alarms may be due again.
void look_at_alarms(State& state, Instant at) {
    for (const Color color : chess::both_colors) {
        const base::Millis remaining = state.clocks.remaining(color, at);
        state.alarmed[color] = alarms_passed(remaining, state.alarmed[color]);
    }
}

// A flag falls whatever is played then.
MoveId move_of(const State& state, const Alerted& event) {
    const bool is_flag = event.kind == AlertKind::flag_fallen && event.ply > 0;
    return state.move_at(is_flag ? event.ply - 1 : event.ply);
}

bool changes_times(const EventBody& body) {
    return std::holds_alternative<ClockPressed>(body) ||
        std::holds_alternative<ClockAdjusted>(body) || std::holds_alternative<Completed>(body) ||
        std::holds_alternative<MovesCounted>(body) || std::holds_alternative<Restored>(body) ||
        std::holds_alternative<AlarmsSet>(body);
}

} // namespace

bool is_being_ruled(const State& state) {
    return !state.rulings.empty() && !state.rulings.back().is_done;
}

void apply_one(State& state, const ClockStarted& event, Instant at) {
    if (state.phase == Phase::not_started && !state.clocks.halted()) {
        state.clocks.start(event.color, at);
    } else if (state.clocks.suspended() == event.color) state.clocks.resume(at);
    else state.clocks.start_for(event.color, at);
    state.started_at = state.started_at ? state.started_at : at;
    state.phase = Phase::playing;
    state.resume_for.reset();
    forget_press(state, event.color);
    for (const Color color : chess::both_colors)
        state.boards[color].changed_at = at; // look again at what happened while the clocks stood
}

void apply_one(State& state, const ClockHalted& /*event*/, Instant at) { state.clocks.halt(at); }

void apply_one(State& state, const ClockAdjusted& event, Instant at) {
    state.clocks.set(event.color, event.remaining, at);
    state.flagged[event.color] = false;
}

void apply_one(State& state, const OfficialClockChanged& event, Instant /*at*/) {
    state.official_clock.reset();
    if (event.is_running)
        state.official_clock = {.board = event.board, .is_running = *event.is_running};
}

void apply_one(State& state, const MovesCounted& event, Instant at) {
    state.clocks.set_completed(event.color, event.moves, at);
}

void apply_one(State& state, const AlarmsRequested& event, Instant /*at*/) {
    state.alarms_asked[event.seat] = event.alarms;
}

void apply_one(State& state, const AlarmsSet& event, Instant /*at*/) {
    state.alarms[event.seat] = event.alarms;
    state.alarms_asked[event.seat].reset();
}

void apply_one(State& state, const AlarmReached& event, Instant /*at*/) {
    state.alarmed[event.color] = event.left;
}

void apply_one(State& state, const ExtraTimeGiven& event, Instant at) {
    state.clocks.give_delay(event.each_move, at);
}

void apply_one(State& state, const FlagFell& event, Instant /*at*/) {
    state.flagged[event.color] = true;
    state.clocks.note_flag(event.color);
}

void apply_one(State& state, const Alerted& event, Instant /*at*/) {
    for (OpenAlert& alert : state.alerts)
        if (event.upgrades == alert.id) alert.open = false;
    state.alerts.push_back(
        {.id = event.id,
         .kind = event.kind,
         .about = event.about,
         .ply = event.ply,
         .move = move_of(state, event),
         .squares = event.squares}
    );
    state.next_id = event.id + 1;
}

void apply_one(State& state, const AlertClosed& event, Instant at) {
    const auto alert = std::ranges::find(state.alerts, event.id, &OpenAlert::id);
    if (alert == state.alerts.end()) return;
    alert->open = false;
    if (!state.rulings.empty() && state.rulings.back().at == at)
        state.rulings.back().closed_alerts.push_back(event.id);
}

void apply_one(State& state, const ProposalAgreed& event, Instant /*at*/) {
    const Matter* const newest = state.newest_answerable();
    const auto number = event.matter || newest == nullptr ? event.matter : newest->number;
    if (Matter* const matter = state.find_matter(number)) matter->agreed[event.seat] = true;
}

void apply_one(State& state, const IllegalCounted& event, Instant /*at*/) {
    ++state.illegal_moves[event.color];
    if (is_being_ruled(state)) ++state.rulings.back().counted[event.color];
}

void apply_one(State& state, const Overridden& event, Instant /*at*/) {
    state.overridden.insert(event.clause);
}

void apply_one(State& state, const Refused& event, Instant /*at*/) {
    if (event.reason == Refusal::offered_before && event.seat)
        state.offered_again[*event.seat] = state.offered_again[*event.seat].value_or(0) + 1;
}

void apply_one(State& state, const DrawOffered& event, Instant /*at*/) {
    state.draw_offer = event.seat;
    state.offered_again[event.seat] = 0;
}

void apply_one(State& state, const DrawOfferEnded& /*event*/, Instant /*at*/) {
    state.draw_offer.reset();
}

void apply_one(State& state, const EndNoted& event, Instant at) {
    state.end_noted = event;
    for (const Color color : chess::both_colors)
        state.end_times[color] = state.clocks.remaining(color, at);
}

namespace {

// 5.1.1, 6.2.1.1: by a move that nobody pressed.
bool ends_by_move(const State& state, const Ended& event) {
    return state.end_noted && state.end_noted->ply == state.made() &&
        state.end_noted->termination == event.termination && !state.plies[state.made()].pressed_at;
}

// The clocks stand as they did when it was made.
void stand_as_made(State& state, Instant at) {
    for (const Color color : chess::both_colors) {
        if (state.clocks.remaining(color, at) == state.end_times[color]) continue;
        state.clocks.set(color, state.end_times[color], at);
        state.flagged[color] = false;
    }
}

} // namespace

void apply_one(State& state, const Ended& event, Instant at) {
    state.result = event;
    state.draw_offer.reset();
    end_clocks(state, Phase::ended, at);
    if (ends_by_move(state, event)) stand_as_made(state, at);
}

void apply_one(State& state, const Arrived& event, Instant /*at*/) {
    state.arrived[event.seat] = true;
}

// To seal is to move, and declines what was offered; what is offered from now on stays open until
// the opponent answers (Guidelines I.4).
void apply_one(State& state, const Sealed& event, Instant /*at*/) {
    if (state.draw_offer == !event.seat) state.draw_offer.reset();
}

void apply_one(State& state, const Adjourned& /*event*/, Instant at) {
    end_clocks(state, Phase::adjourned, at);
}

namespace {

// Done in the open, by whoever it was.
bool is_of_table(Cause cause) {
    return cause == Cause::draw_offer || cause == Cause::claim || cause == Cause::result ||
        cause == Cause::act;
}

} // namespace

// What nobody asks to hear again: how far something is, a typist's own words, and whose turn it is.
bool is_passing(const Said& event) {
    const bool is_own = event.cause == Cause::announcement && event.priority == Priority::text;
    const bool is_press = event.cause == Cause::act && event.message.id == "answer.own_clock_runs";
    return is_own || is_press || event.priority == Priority::notification ||
        event.priority == Priority::progress;
}

void apply_one(State& state, const Said& event, Instant at) {
    state.next_id = event.id + 1;
    state.unfinished.insert_or_assign(event.id, event);
    if (!is_passing(event)) state.last_said.insert_or_assign(event.audience, event);
    if (event.message.id == "answer.score") {
        const bool is_black = event.audience == Audience::ear_black;
        state.reviewed[is_black ? Color::black : Color::white] =
            chess::MoveNumber{event.message.arguments.count.value_or(0)};
    }
    for (const Color player : chess::both_colors) {
        const Audience ear = player == Color::white ? Audience::ear_white : Audience::ear_black;
        if (is_of_table(event.cause) && event.audience == ear && !is_passing(event)) {
            state.told[player].push_back(
                std::make_shared<const State::Notification>(State::Notification{at, event.message})
            );
        }
    }
    if (event.cause == Cause::call_arbiter)
        for (OpenAlert& alert : state.alerts) alert.told_players = true;
    if (event.cause == Cause::announcement) state.mending.reset();
}

void apply_one(State& state, const SpeechEnded& event, Instant /*at*/) {
    state.unfinished.erase(event.id);
}

void apply_one(State& state, const Recorded& event, base::Instant /*at*/) {
    switch (event.news) {
    case RecordingNews::began:
    case RecordingNews::began_continuous:
        state.recorder = State::Recorder{
            .is_continuous = event.news == RecordingNews::began_continuous,
            .keyed = {},
            .has_gap = false};
        state.is_recorded = true;
        return;
    case RecordingNews::length:
    case RecordingNews::stopped:
    case RecordingNews::microphone_gone: state.recorder.reset(); return;
    case RecordingNews::spoken:
        if (event.speaker && event.ply && state.plies.has(*event.ply))
            state.plies[*event.ply].recorded[*event.speaker] = true;
        return;
    case RecordingNews::samples_lost:
        if (state.recorder) state.recorder->has_gap = true;
        return;
    case RecordingNews::disk_low:
    case RecordingNews::erased:
    case RecordingNews::microphone_back:
    case RecordingNews::microphone_missing: return;
    }
}

void apply_one(State& state, const RecordingKeyed& event, base::Instant /*at*/) {
    if (state.recorder) {
        state.recorder->keyed =
            event.key == RecordingKey::off ? std::nullopt : std::optional{event};
    }
}

void apply_one(State& state, const ListeningKeyed& event, base::Instant at) {
    state.listening.keyed = event.key == RecordingKey::off ? std::nullopt : std::optional{event};
    state.listening.since = at;
}

void apply_one(State& state, const Listened& event, base::Instant /*at*/) {
    State::Listening& listening = state.listening;
    if (event.news == HearingNews::began) listening.has_microphone = true;
    if (event.news == HearingNews::gone) {
        listening.has_microphone = false;
        listening.keyed.reset();
    }
    if (!event.speaker) return;
    unsigned& missed = listening.missed[*event.speaker];
    if (event.news == HearingNews::understood) missed = 0;
    if (event.news == HearingNews::not_understood) ++missed;
}

void apply_one(State& state, const HearingWithdrawn& event, base::Instant /*at*/) {
    State::Listening& listening = state.listening;
    for (const chess::Color color : chess::both_colors) {
        if (color == event.seat || state.setup->mode == Mode::club) {
            listening.consents[color] = false;
            if (listening.keyed && listening.keyed->seat == color) listening.keyed.reset();
        }
    }
}

void end_keyed(State& state, chess::Color seat) {
    if (state.listening.keyed && state.listening.keyed->seat == seat) state.listening.keyed.reset();
    if (state.recorder && state.recorder->keyed && state.recorder->keyed->seat == seat)
        state.recorder->keyed.reset();
}

void apply(State& state, const Event& event) {
    std::visit([&](const auto& body) { apply_one(state, body, event.at); }, event.body);
    if (changes_times(event.body)) look_at_alarms(state, event.at);
}

} // namespace ansage::table
