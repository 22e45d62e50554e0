// SPDX-License-Identifier: GPL-3.0-or-later
// The press: it always switches the clock at once; what it completes is judged when the board is
// quiet (first principle 2).
#include "table/moves/moves.hpp"
#include "table/witnesses/testimony.hpp"

namespace ansage::table {

using chess::Color;

namespace {

// A board that is not quiet, or shows no move yet, may still report late.
bool must_wait(Decision& decision, Color seat) {
    const State& state = decision.state();
    if (completes_made(state, seat) || state.to_move() != seat || !state.is_witness(seat))
        return false;
    if (state.boards[seat].changed_at) {
        const Testimony* words = announcement_of_open(state);
        return words == nullptr || words->source == Source::device || !try_make(decision, seat);
    }
    const ShownKind kind = shown_by_mover(state, seat).kind;
    return kind == ShownKind::before || kind == ShownKind::unfinished;
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

void press_clock(Decision& decision, Color seat) {
    decision.emit(ClockPressed{.seat = seat, .switched = decision.state().clocks.running() == seat}
    );
}

// Nobody tells a clock alone of moves: the press completes one (6.2.1).
void press_clock_alone(Decision& decision, Color seat) {
    const unsigned moves = decision.state().clocks.completed(seat) + 1;
    decision.emit(MovesCounted{.color = seat, .moves = moves});
    press_clock(decision, seat);
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
void press_late(Decision& decision, Color seat) {
    decision.hold();
    complete(decision, decision.state().made() - 1);
    press_clock(decision, seat);
    decision.release();
}

} // namespace

namespace {

bool is_held(const BoardState& board) { return board.press_after || board.unacknowledged; }

// What has to be announced first is said now; true if the press waits for it.
bool waits_for_announcement(Decision& decision, Color seat) {
    if (is_announced_for(decision.state(), seat) && !is_announced(decision.state(), seat))
        announce_by_device(decision, seat);
    if (waits_for_acknowledgement(decision.state(), seat)) {
        decision.emit(PressWaits{.seat = seat, .until_acknowledged = true});
        return true;
    }
    const std::optional<std::uint64_t> utterance = announcement_being_said(decision.state(), seat);
    if (utterance && holds_press(decision.state(), seat)) {
        decision.emit(PressWaits{.seat = seat, .until_said = utterance});
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
        press_clock_alone(decision, seat);
        return;
    }
    if (is_late(decision.state(), seat)) {
        press_late(decision, seat);
        return;
    }
    if (!waits_for_announcement(decision, seat)) take_press(decision, seat);
}

void take_press(Decision& decision, Color seat) {
    if (must_wait(decision, seat)) {
        press_clock(decision, seat);
        decision.emit(PressWaits{.seat = seat});
        return;
    }
    // The move is completed before the clock changes, so that it counts for its period (6.3); what
    // others have to hear of it comes after.
    decision.hold();
    judge_press(decision, seat);
    press_clock(decision, seat);
    decision.release();
}

} // namespace ansage::table
