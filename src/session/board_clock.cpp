// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/board_clock.hpp"

#include <algorithm>

namespace ansage::session {

using base::Instant;
using base::Millis;
using chess::Color;

namespace {

// What a display of whole seconds, told of a little late, cannot show.
constexpr Millis clock_step{1000};
constexpr Millis beep_for{500};

Millis times_of(const table::State& state, Color color, Instant now) {
    return std::max(state.clocks.remaining(color, now), Millis{0});
}

// To the nearest: what is on its way for a moment takes nobody a second of his time.
Millis to_seconds(Millis time) {
    return std::chrono::floor<std::chrono::seconds>(time + clock_step / 2);
}

bool changes_clocks(const table::EventBody& body) {
    return std::holds_alternative<table::ClockPressed>(body) ||
        std::holds_alternative<table::ClockStarted>(body) ||
        std::holds_alternative<table::ClockHalted>(body) ||
        std::holds_alternative<table::ClockAdjusted>(body) ||
        std::holds_alternative<table::Completed>(body) ||
        std::holds_alternative<table::MovesCounted>(body) ||
        std::holds_alternative<table::TakenBack>(body);
}

} // namespace

bool BoardClock::lets_pass(const devices::SensorEvent& event) {
    if (std::holds_alternative<devices::Lost>(event)) shown_.reset();
    const auto* report = std::get_if<devices::ClockReport>(&event);
    if (report == nullptr) return true;
    if (!report->is_there) {
        shown_.reset();
        return true;
    }
    is_new_ = is_new_ || !shown_;
    shown_ = *report;
    shown_at_.reset();
    return !driver_.is_setting_clock() && !must_look_;
}

void BoardClock::note(const Happened& happened) {
    const bool is_its_own = std::holds_alternative<table::ClockShows>(happened.input);
    for (const table::Event& event : happened.events) {
        must_look_ = must_look_ || (!is_its_own && changes_clocks(event.body));
        if (!is_its_own && std::holds_alternative<table::ClockHalted>(event.body))
            driver_.beep(beep_for);
        if (const auto* ended = std::get_if<table::Ended>(&event.body)) {
            must_look_ = true; // both stand
            driver_.show_on_clock(laws::to_string(ended->score));
        }
    }
}

// The official clock of another kind is only set where ours know better.
void BoardClock::look(const table::State& state, Instant now) {
    if (const auto was_set = driver_.take_clock_was_set(); was_set && !*was_set && shown_) {
        is_refused_ = true;
        problem_ = base::Error{
            base::phrase("the clock at this board does not take our times"),
            name_,
            base::phrase("set it to its option 23, or set its times by hand")};
    }
    if (!shown_) return;
    shown_at_ = shown_at_.value_or(now);
    if (shown_->is_side_guessed && !is_guess_told_ && !state.setup->is_clock_ours) {
        is_guess_told_ = true;
        problem_ = base::Error{
            base::phrase("which end of its clock is whose is a guess"),
            name_,
            base::phrase("write clock-left=white or clock-left=black after the port")};
    }
    if (driver_.is_setting_clock())
        return; // what has changed meanwhile is told when it has answered
    const bool begins =
        std::exchange(is_new_, false) && (state.setup->is_clock_ours || !state.clocks.running());
    const bool must_look = std::exchange(must_look_, false) || begins;
    if (!must_look || is_refused_ || !shows_other(state, now)) return;
    const std::optional<Color> running = state.clocks.running();
    devices::OfficialTimes times{};
    for (const Color color : chess::both_colors)
        times[static_cast<std::size_t>(color)] = to_seconds(times_of(state, color, now));
    driver_.set_clock(times, running);
}

bool BoardClock::shows_other(const table::State& state, Instant now) const {
    if (shown_->running.has_value() != state.clocks.running().has_value()) return true;
    return std::ranges::any_of(chess::both_colors, [&](Color color) {
        const Millis passed = shown_->running == color ? now - *shown_at_ : Millis{0};
        const Millis shown = shown_->sides[static_cast<std::size_t>(color)].remaining - passed;
        const Millis ours = times_of(state, color, now);
        return ours - shown > clock_step || shown - ours > clock_step;
    });
}

std::optional<base::Error> BoardClock::take_problem() {
    return std::exchange(problem_, std::nullopt);
}

} // namespace ansage::session
