// SPDX-License-Identifier: GPL-3.0-or-later
// The official clock may be another's, at one of the boards: ours follow it, and answer for it
// where it is not heard. It shows whole seconds and tells of them late, so ours stay as they are
// while they agree with its display to the second.
#include "base/members.hpp"
#include "table/disputes/rulings.hpp"
#include "table/moves/moves.hpp"

#include <algorithm>

namespace ansage::table {

using base::Millis;
using chess::Color;

namespace {

constexpr Millis display_step{1000};

struct ShownSide {
    Millis remaining{0};
    bool is_down = false;
};

ShownSide shown_side(const ClockShows& shows, Color color) {
    return color == Color::white ? ShownSide{shows.white, shows.is_white_down}
                                 : ShownSide{shows.black, shows.is_black_down};
}

void say_to_arbiter(Decision& decision, std::string id) {
    decision.say(Audience::arbiter, Priority::important, Cause::table, {std::move(id)});
}

// Ours cannot have passed zero and be right while it shows more, and the other way round.
void follow_times(Decision& decision, const ClockShows& shows) {
    for (const Color color : chess::both_colors) {
        const Millis ours =
            std::max(decision.state().clocks.remaining(color, decision.at()), Millis{0});
        const Millis shown = shown_side(shows, color).remaining;
        if (ours - shown > display_step || shown - ours > display_step)
            decision.emit(ClockAdjusted{.color = color, .remaining = shown});
    }
}

// Heard again after a silence: the press that ours did not hear.
void follow_missed_press(Decision& decision, const ClockShows& shows) {
    const std::optional<Color> ours = decision.state().clocks.running();
    if (ours && shows.running && ours != shows.running)
        on(decision, Presses{.seat = *ours, .by = Performer::player});
}

// Somebody's hand on the clock: only a change of what it did counts, for what it is told by us it
// does a little later.
void follow_hand(Decision& decision, const ClockShows& shows, bool was_running) {
    const bool ours_run = decision.state().clocks.running().has_value();
    if (was_running && !shows.running && ours_run) decision.emit(ClockHalted{});
    else if (!was_running && shows.running && !ours_run && !lacks_assistant(decision.state()))
        decision.emit(ClockStarted{.color = *shows.running});
}

// A flag beside a time is one of a period that the clock has ended by itself: it falls here only
// where ours say that the moves were not completed.
void follow_flags(Decision& decision, const ClockShows& shows) {
    for (const Color color : chess::both_colors) {
        const auto [shown, is_down] = shown_side(shows, color);
        const State& state = decision.state();
        const Millis ours = state.clocks.remaining(color, decision.at());
        const bool has_run_out = shown == Millis{0} || ours <= display_step;
        if (!is_down || !has_run_out || state.flagged[color] || state.phase != Phase::playing)
            continue;
        if (ours > Millis{0}) decision.emit(ClockAdjusted{.color = color, .remaining = Millis{0}});
        fall_flag(decision, color);
    }
}

// A clock alone cannot tell whether the opponent could still mate (6.9): it tells whose business a
// flag is, and no more.
void fall_at_clock_alone(Decision& decision, Color color) {
    decision.alert(
        AlertKind::flag_fallen,
        {.about = color,
         .ply = Ply{decision.state().clocks.completed(color) + 1}, // of his own: no other is known
         .squares = {},
         .arguments = {}}
    );
}

// D.2.3, 6.8: it was typed before the flag fell, and is not confirmed yet. Which was first is for
// the arbiter, or both players, to say.
bool is_announcement_typed(const State& state, Color color) {
    return std::ranges::any_of(state.lines, [color](const auto& line) {
        return std::visit(
            [color](const auto& typed) {
                return base::member_of_type<HeardMove>(typed) != nullptr && typed.seat == color;
            },
            line.second.act
        );
    });
}

} // namespace

void fall_flag(Decision& decision, Color color) {
    decision.emit(FlagFell{.color = color});
    if (only_opponent_claims_flag(decision.setup()))
        return; // A.4c (2014): nobody is told, the opponent has to see it
    if (decision.setup().is_clock_alone()) {
        fall_at_clock_alone(decision, color);
        return;
    }
    if (decision.state().end_noted && ended_before_press(decision.state())) {
        // The game had ended on the board before the flag fell (5.1.1, 6.9).
        propose_ending(
            decision,
            {.score = decision.state().end_noted->score,
             .termination = decision.state().end_noted->termination}
        );
        return;
    }
    const bool is_typed = is_announcement_typed(decision.state(), color);
    decision.alert(
        AlertKind::flag_fallen,
        {.about = color,
         .ply = decision.state().made() + 1,
         .squares = {},
         .arguments = {},
         .cause = is_typed ? "_read_back" : ""}
    );
    const laws::Ending ending =
        laws::flag_ending(decision.state().position(), color, decision.setup().edition);
    // For the flag that the alert has just put on the agenda.
    if (is_typed || has_to_be_ruled(decision.state())) propose_result(decision, ending);
    else end_by_newest(decision, ending);
}

void lose_official_clock(Decision& decision) {
    if (const auto& clock = decision.state().official_clock) {
        decision.emit(OfficialClockChanged{.board = clock->board});
        say_to_arbiter(decision, "clock.official_silent");
    }
}

void on(Decision& decision, const ClockShows& input) {
    const State& state = decision.state();
    if (decision.setup().is_clock_ours || state.phase == Phase::ended ||
        state.phase == Phase::adjourned)
        return;
    const auto before = state.official_clock;
    if (!input.is_there || (before && before->board != input.board)) {
        if (before && before->board == input.board) lose_official_clock(decision);
        return; // one clock is official: the first that is heard
    }
    const bool runs = input.running.has_value();
    if (!before || before->is_running != runs)
        decision.emit(OfficialClockChanged{.board = input.board, .is_running = runs});
    if (!before) {
        say_to_arbiter(decision, "clock.official_heard");
        follow_missed_press(decision, input);
    } else {
        follow_hand(decision, input, before->is_running);
    }
    if (decision.state().phase == Phase::playing) {
        follow_flags(decision, input);
        follow_times(decision, input);
    }
}

} // namespace ansage::table
