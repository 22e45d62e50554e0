// SPDX-License-Identifier: GPL-3.0-or-later
// The official clock may be another's, at one of the boards: ours follow it, and answer for it
// where it is not heard. It shows whole seconds and tells of them late, so ours stay as they are
// while they agree with its display to the second.
#include "table/by_edition.hpp"
#include "table/desk.hpp"

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

void say_to_arbiter(Desk& desk, std::string id) {
    desk.say(
        Audience::arbiter,
        Priority::important,
        Cause::table,
        {.id = std::move(id), .arguments = {}, .words = {}}
    );
}

// Ours cannot have passed zero and be right while it shows more, and the other way round.
void follow_times(Desk& desk, const ClockShows& shows) {
    for (const Color color : chess::both_colors) {
        const Millis ours = std::max(desk.state().clocks.remaining(color, desk.at()), Millis{0});
        const Millis shown = shown_side(shows, color).remaining;
        if (ours - shown > display_step || shown - ours > display_step) {
            desk.emit(ClockAdjusted{.color = color, .remaining = shown});
        }
    }
}

// Heard again after a silence: the press that ours did not hear.
void follow_missed_press(Desk& desk, const ClockShows& shows) {
    const std::optional<Color> ours = desk.state().clocks.running();
    if (ours && shows.running && ours != shows.running) {
        on_presses(desk, {.seat = *ours, .by = Performer::player});
    }
}

// Somebody's hand on the clock: only a change of what it did counts, for what it is told by us it
// does a little later.
void follow_hand(Desk& desk, const ClockShows& shows, bool was_running) {
    const bool ours_run = desk.state().clocks.running().has_value();
    if (was_running && !shows.running && ours_run) {
        desk.emit(ClockHalted{});
    } else if (!was_running && shows.running && !ours_run && !lacks_assistant(desk.state())) {
        desk.emit(ClockStarted{.color = *shows.running});
    }
}

// A flag beside a time is one of a period that the clock has ended by itself: it falls here only
// where ours say that the moves were not completed.
void follow_flags(Desk& desk, const ClockShows& shows) {
    for (const Color color : chess::both_colors) {
        const auto [shown, is_down] = shown_side(shows, color);
        const State& state = desk.state();
        const Millis ours = state.clocks.remaining(color, desk.at());
        const bool has_run_out = shown == Millis{0} || ours <= display_step;
        if (!is_down || !has_run_out || state.flagged[color] || state.phase != Phase::playing) {
            continue;
        }
        if (ours > Millis{0}) {
            desk.emit(ClockAdjusted{.color = color, .remaining = Millis{0}});
        }
        fall_flag(desk, color);
    }
}

} // namespace

void lose_official_clock(Desk& desk) {
    if (const auto& clock = desk.state().official_clock) {
        desk.emit(OfficialClockChanged{.board = clock->board, .is_running = {}});
        say_to_arbiter(desk, "clock.official_silent");
    }
}

void on_clock_shows(Desk& desk, const ClockShows& input) {
    const State& state = desk.state();
    if (desk.setup().is_clock_ours || state.phase == Phase::ended ||
        state.phase == Phase::adjourned) {
        return;
    }
    const auto before = state.official_clock;
    if (!input.is_there || (before && before->board != input.board)) {
        if (before && before->board == input.board) {
            lose_official_clock(desk);
        }
        return; // one clock is official: the first that is heard
    }
    const bool runs = input.running.has_value();
    if (!before || before->is_running != runs) {
        desk.emit(OfficialClockChanged{.board = input.board, .is_running = runs});
    }
    if (!before) {
        say_to_arbiter(desk, "clock.official_heard");
        follow_missed_press(desk, input);
    } else {
        follow_hand(desk, input, before->is_running);
    }
    if (desk.state().phase == Phase::playing) {
        follow_flags(desk, input);
        follow_times(desk, input);
    }
}

} // namespace ansage::table
