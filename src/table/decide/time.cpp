// SPDX-License-Identifier: GPL-3.0-or-later
// What time alone does: boards come to rest, touches become touches, flags fall, words fall due.
#include "table/asking/asking.hpp"
#include "table/decide/decide.hpp"
#include "table/disputes/rulings.hpp"
#include "table/model/alarms.hpp"
#include "table/moves/moves.hpp"
#include "table/witnesses/testimony.hpp"

#include <algorithm>

namespace ansage::table {

using base::Instant;
using chess::Color;

namespace {

enum class Due : std::uint8_t { settle, press, touch, alarm, flag, mending, announcement, window };

// Nobody announces a move for so long; what is longer is talk.
constexpr base::Millis longest_window{8000};

struct Deadline {
    Instant at;
    Due due{};
    Color color{};
    Ply ply;
};

void add(
    std::vector<Deadline>& deadlines, std::optional<Instant> at, Due due, Color color, Ply ply = {}
) {
    if (at) deadlines.push_back({.at = *at, .due = due, .color = color, .ply = ply});
}

void add_board(std::vector<Deadline>& deadlines, const State& state, Color color) {
    const BoardState& board = state.boards[color];
    const base::Millis settle = debounce_time(state, color);
    if (board.changed_at) add(deadlines, *board.changed_at + settle, Due::settle, color);
    if (board.press_waits) {
        const Instant press = *board.press_waits;
        const bool is_unquiet = board.changed_at && !has_just_recovered(board);
        const bool is_doubtful = is_unquiet || may_change(state, color, press);
        add(deadlines, press + (is_doubtful ? press_patience : settle), Due::press, color);
    }
    if (!board.pending_touches.empty()) {
        const base::Millis debounce = state.setup->edition.appendix_d.touch_debounce;
        add(deadlines, board.pending_touches.front().at + debounce, Due::touch, color);
    }
}

// A sighted player's announcement falls due some seconds after his press.
void add_announcement(std::vector<Deadline>& deadlines, const State& state, Ply number) {
    const PlyRecord& ply = state.plies[number];
    if (ply.pressed_at && announcement_differs(state, number) &&
        !state.was_raised(AlertKind::announcement_differs_from_board, ply.mover, number)) {
        const Instant due = *ply.pressed_at + state.setup->edition.appendix_d.announcement_due;
        add(deadlines, due, Due::announcement, ply.mover, number);
    }
}

bool device_repeats_words(const State& state) {
    return std::ranges::any_of(chess::both_colors, [&](Color color) {
        return state.seat(color).device_duties.contains(2);
    });
}

// Only of the player's own clock, and only while it runs (D.2.6).
std::optional<Instant> alarm_at(const State& state, Color color) {
    const std::optional<base::Millis> next = next_alarm(state.alarmed[color]);
    if (!next || state.alarms[color] == Alarms::none) return std::nullopt;
    return state.clocks.shows_at(color, *next);
}

std::optional<Deadline> earliest(const State& state) {
    if (state.phase == Phase::ended || state.phase == Phase::adjourned) return std::nullopt;
    std::vector<Deadline> deadlines;
    for (const Color color : chess::both_colors) {
        add_board(deadlines, state, color);
        add(deadlines, alarm_at(state, color), Due::alarm, color);
    }
    // The flag of an official clock of its own falls there.
    const bool falls_here = !state.official_clock || !state.official_clock->is_running;
    const auto running = falls_here ? state.clocks.running() : std::nullopt;
    if (running && !state.flagged[*running])
        add(deadlines, state.clocks.flag_at(), Due::flag, *running);
    const Ply made = state.made();
    for (Ply ply = made; ply > 0 && ply + 2 > made; --ply) add_announcement(deadlines, state, ply);
    if (state.mending && device_repeats_words(state)) {
        const base::Millis patience = state.setup->edition.appendix_d.repetition_mending;
        add(deadlines,
            state.mending->since + patience,
            Due::mending,
            Color::white,
            state.mending->ply);
    }
    if (const auto& keyed = state.listening.keyed)
        add(deadlines, state.listening.since + longest_window, Due::window, keyed->seat);
    const auto first = std::ranges::min_element(deadlines, {}, &Deadline::at);
    return first == deadlines.end() ? std::nullopt : std::optional{*first};
}

// With duty 2 the device says the announcement again to the ear that repeated something else.
void say_announcement_again(Decision& decision, Ply number) {
    const Audience ear = ear_of(!decision.state().plies[number].mover);
    decision.say(
        ear, Priority::message, Cause::announcement, same_announcement(decision.state(), number)
    );
}

Message alarm_words(const State& state, Color color, base::Millis left) {
    if (state.alarms[color] == Alarms::tones) return {"alarm.tone", {.time = left}};
    if (left >= countdown_from) return {"alarm.words", {.time = left}};
    const auto seconds = static_cast<unsigned>(left.count() / 1000);
    return {"alarm.countdown", {.time = left, .count = seconds}};
}

// One that the next has overtaken by `now`, as after a suspend, is not said any more.
void raise_alarm(Decision& decision, Color color, Instant now) {
    const base::Millis left = *next_alarm(decision.state().alarmed[color]);
    decision.emit(AlarmReached{.color = color, .left = left});
    const std::optional<Instant> next = alarm_at(decision.state(), color);
    if ((next && *next <= now) || decision.state().flagged[color]) return;
    const Priority priority = left < countdown_from ? Priority::progress : Priority::message;
    decision.say(
        ear_of(color), priority, Cause::standing_request, alarm_words(decision.state(), color, left)
    );
}

} // namespace

namespace {

void reach(Decision& decision, const Deadline& deadline, Instant now) {
    switch (deadline.due) {
    case Due::settle: judge_quiet_board(decision, deadline.color); return;
    case Due::press: judge_waiting_press(decision, deadline.color); return;
    case Due::touch:
        decision.emit(Touched{
            .seat = deadline.color,
            .square = decision.state().boards[deadline.color].pending_touches.front().square,
        });
        return;
    case Due::alarm: raise_alarm(decision, deadline.color, now); return;
    case Due::flag: fall_flag(decision, deadline.color); return;
    case Due::mending: say_announcement_again(decision, deadline.ply); return;
    case Due::announcement: check_announcement_of_made(decision, deadline.ply); return;
    case Due::window: key_window(decision, deadline.color, RecordingKey::off); return;
    }
}

// What falls due only now, for a correction or a ruling made it so, has its instant in the past;
// but nothing happens before the clock that runs was started, and nobody is told of it before what
// he was told last: a game goes on that had ended when it fell due (11.10), or words that come late
// let a press be judged that had waited for them.
Instant instant_of(const State& state, const Deadline& deadline) {
    Instant at = std::max(deadline.at, state.clocks.running_since().value_or(deadline.at));
    for (const Color player : chess::both_colors)
        if (!state.told[player].empty()) at = std::max(at, state.told[player].back()->at);
    return at;
}

} // namespace

std::optional<Instant> next_deadline(const State& state) {
    const std::optional<Deadline> deadline = earliest(state);
    return deadline ? std::optional{deadline->at} : std::nullopt;
}

void on_time_reached(State& state, std::vector<Event>& events, Instant now) {
    for (std::optional<Deadline> next = earliest(state); next && next->at <= now;
         next = earliest(state)) {
        DecisionOnAgenda decision{state, events, instant_of(state, *next)};
        const auto before = static_cast<std::ptrdiff_t>(events.size());
        reach(decision, *next, now);
        declare_known_ending(decision);
        const std::vector<Event> decided{events.begin() + before, events.end()};
        notify_people(decision, TimeReached{}, decided);
    }
}

} // namespace ansage::table
