// SPDX-License-Identifier: GPL-3.0-or-later
// The press: it always switches the clock at once; what it completes is judged when the board is
// quiet (first principle 2).
#include "table/moves/moves.hpp"
#include "table/witnesses/handling.hpp"
#include "table/witnesses/testimony.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;

namespace {

bool changed_since(const std::vector<Change>& trace, base::Instant now, base::Millis time) {
    return !trace.empty() && trace.back().at + time > now;
}

// The move is made, but a piece was taken up in this turn that stands nowhere: it may be down
// already.
bool may_agree_yet(const State& state, Color seat, base::Instant now) {
    const BoardState& board = state.boards[seat];
    const chess::SquareSet off = differing(board.reading, state.position().reading());
    int in_hand = 0;
    for (const chess::Square square : off) in_hand += board.reading[square].is_empty() ? 1 : -1;
    const bool is_up =
        in_hand > 0 && std::ranges::any_of(board.turn_trace, [&](const Change& change) {
            return off.contains(change.square) && board.reading[change.square].is_empty();
        });
    return state.has_sensors(seat) && !off.empty() &&
        (is_up || changed_since(board.turn_trace, now, longest_drop_out));
}

const Testimony* words_of_player(const State& state) {
    const Testimony* words = announcement_of_open(state);
    return words != nullptr && words->source != Source::device ? words : nullptr;
}

// The move that its player announced, legal or not.
bool shows_words(const State& state, const Shown& shown) {
    const Testimony* words = words_of_player(state);
    if (words == nullptr) return false;
    return shown.kind == ShownKind::illegal
        ? words_fit(words->move.said, shown.seen)
        : shown.kind == ShownKind::move && words->move.move == shown.move;
}

// A piece of the mover's left and none came: it stands where another stood, or the board has not
// told where it was put down.
bool may_be_put_down_yet(const State& state, Color seat) {
    const Handling hand = handling_of(evidence_of_mover(state, seat), state.position());
    return hand.own_left.size() == 1 && hand.came.empty();
}

// The board shows the announced move, or was at rest long enough to have told everything. How long
// does not depend on what is legal, for what the device announces is heard (first principle 3).
bool is_told(const State& state, Color seat, base::Instant press) {
    const BoardState& board = state.boards[seat];
    const Shown shown = shown_by_mover(state, seat);
    const bool is_by_player = words_of_player(state) != nullptr;
    // A board that is not kept will tell nothing more.
    const bool is_reading = shown.kind == ShownKind::move || shown.kind == ShownKind::illegal ||
        shown.kind == ShownKind::several || shown.is_lift_missing ||
        (shown.kind == ShownKind::unclear && stands_still(state, seat));
    const base::Millis rest =
        is_by_player ? press_patience : std::min(debounce_time(state, seat) * 5, press_patience);
    // What the device has announced stands there: a legal move is made by then, and no other waits.
    const bool is_by_device = is_announced(state, seat) && !is_by_player;
    const bool is_down = !may_be_put_down_yet(state, seat) || is_by_device;
    const bool is_quiet = !changed_since(board.trace, press, rest) && is_down;
    return is_reading && !is_in_hand(shown, state, seat) && (shows_words(state, shown) || is_quiet);
}

// A board that is not quiet, or shows no sure move, may still report late; a sensor may have
// dropped out just now.
bool must_wait(Decision& decision, Color seat) {
    const State& state = decision.state();
    if (completes_made(state, seat)) return may_agree_yet(state, seat, decision.at());
    if (state.to_move() != seat || !state.is_witness(seat)) return false;
    if (state.boards[seat].changed_at) {
        const Shown shown = shown_by_mover(state, seat);
        const bool is_illegal = shown.kind == ShownKind::illegal && shows_words(state, shown);
        return words_of_player(state) == nullptr || (!is_illegal && !try_make(decision, seat));
    }
    return !is_told(state, seat, decision.at());
}

bool press_refused(Decision& decision, Color seat) {
    const State& state = decision.state();
    if (state.phase == Phase::ended || state.phase == Phase::adjourned) {
        decision.refuse(Refusal::game_over, seat);
        return true;
    }
    if (state.phase == Phase::not_started && lacks_assistant(state)) {
        decision.refuse(Refusal::not_allowed, seat, "refused.lacks_assistant");
        return true;
    }
    const bool starts_opponents = state.to_move() != seat || decision.setup().is_clock_alone();
    if (state.phase == Phase::not_started && starts_opponents) {
        decision.emit(ClockStarted{.color = !seat}); // 6.6: often by Black's first press
        return true;
    }
    if (!state.in_play()) {
        decision.refuse(Refusal::clock_halted, seat);
        return true;
    }
    return false;
}

void press_clock(Decision& decision, const Presses& press) {
    const Color seat = press.seat;
    decision.emit(ClockPressed{
        .seat = seat,
        .switched = decision.state().clocks.running() == seat,
        .through = press.through});
}

// Nobody tells a clock alone of moves: the press completes one (6.2.1).
void press_clock_alone(Decision& decision, const Presses& press) {
    const unsigned moves = decision.state().clocks.completed(press.seat) + 1;
    decision.emit(MovesCounted{.color = press.seat, .moves = moves});
    press_clock(decision, press);
}

// The opponent has replied already, and the player has not begun a move since: his press belongs to
// the move before (6.2.2; 2014 6.2a).
bool is_late(const State& state, Color seat) {
    const Ply made = state.made();
    const bool waits =
        state.to_move() == seat && made >= 2 && state.plies[made - 1].state == PlyState::made;
    if (!waits || announcement_of_open(state) != nullptr) return false;
    const ShownKind kind = shown_by_mover(state, seat).kind;
    const bool begun =
        kind == ShownKind::move || kind == ShownKind::several || kind == ShownKind::illegal;
    return !state.is_witness(seat) || !begun;
}

// The record has gone on, so the boards are not compared now.
void press_late(Decision& decision, const Presses& press) {
    decision.hold();
    complete(decision, decision.state().made() - 1);
    press_clock(decision, press);
    decision.release();
}

} // namespace

namespace {

bool is_held(const BoardState& board) {
    return board.press_after || board.unacknowledged || board.press_waits;
}

// The move is completed before the clock changes, so that it counts for its period (6.3); what
// others have to hear of it comes after.
void take_judged_press(Decision& decision, const Presses& press) {
    decision.hold();
    judge_press(decision, press.seat);
    press_clock(decision, press);
    decision.release();
}

// The clocks switch at once (first principle 2), unless they wait for what will be announced.
bool waits_for_board(Decision& decision, const Presses& press) {
    const Color seat = press.seat;
    if (!must_wait(decision, seat)) return false;
    const State& state = decision.state();
    const bool is_announced_first =
        holds_press(state, seat) && is_announced_for(state, seat) && !is_announced(state, seat);
    PressWaits waits{.seat = seat};
    if (is_announced_first) waits.through = press.through;
    else press_clock(decision, press);
    decision.emit(waits);
    return true;
}

// What has to be announced first is said now; true if the press waits for it.
bool waits_for_announcement(Decision& decision, const Presses& press) {
    const Color seat = press.seat;
    if (is_announced_for(decision.state(), seat) && !is_announced(decision.state(), seat))
        announce_by_device(decision, seat, AnnouncedAt::press);
    if (waits_for_acknowledgement(decision.state(), seat)) {
        decision.emit(PressWaits{.seat = seat, .until_acknowledged = true, .through = press.through}
        );
        return true;
    }
    const std::optional<std::uint64_t> utterance = announcement_being_said(decision.state(), seat);
    if (utterance && holds_press(decision.state(), seat)) {
        decision.emit(PressWaits{.seat = seat, .until_said = utterance, .through = press.through});
        return true;
    }
    return false;
}

} // namespace

void on(Decision& decision, const Presses& input) {
    const Color seat = input.seat;
    if (press_refused(decision, seat)) return;
    // A press of a clock that stands, or of one that an interlock holds, changes nothing.
    if (decision.state().clocks.running() != seat || is_held(decision.state().boards[seat])) {
        decision.emit(ClockPressed{.seat = seat, .switched = false});
        return;
    }
    if (decision.setup().is_clock_alone()) {
        press_clock_alone(decision, input);
        return;
    }
    end_wait(decision, !seat);
    if (is_late(decision.state(), seat)) {
        press_late(decision, input);
        return;
    }
    if (waits_for_board(decision, input)) return;
    if (!waits_for_announcement(decision, input)) take_judged_press(decision, input);
}

// What is said of it is said once, when it is known.
void judge_waiting_press(Decision& decision, Color seat) {
    const bool is_switched = decision.state().clocks.running() != seat;
    if (is_switched) {
        if (is_announced_for(decision.state(), seat) && !is_announced(decision.state(), seat))
            announce_by_device(decision, seat, AnnouncedAt::press);
        judge_press(decision, seat);
        return;
    }
    const Presses press{.seat = seat, .through = decision.state().boards[seat].press_through};
    if (!waits_for_announcement(decision, press)) take_judged_press(decision, press);
}

void end_wait(Decision& decision, Color seat) {
    if (decision.state().in_play() && decision.state().boards[seat].press_waits)
        judge_waiting_press(decision, seat);
}

void take_press(Decision& decision, const Presses& press) {
    if (!waits_for_board(decision, press)) take_judged_press(decision, press);
}

void take_held_press(Decision& decision, Color seat) {
    const Presses press{.seat = seat, .through = decision.state().boards[seat].press_through};
    decision.emit(PressJudged{.seat = seat});
    on(decision, press);
}

} // namespace ansage::table
