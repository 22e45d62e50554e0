// SPDX-License-Identifier: GPL-3.0-or-later
#include "clock/clocks.hpp"

#include "base/check.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace ansage::clock {
namespace {

// Which period a player is in after so many completed moves. The last period, where it has a count
// of moves, comes again and again.
struct Place {
    unsigned number = 0; // 0, 1, 2 ...
    std::optional<unsigned> left; // moves to its end
};

const Period& period_number(const TimeControl& control, unsigned number) {
    return control.periods[std::min<std::size_t>(number, control.periods.size() - 1)];
}

Place place_after(const TimeControl& control, unsigned completed) {
    Place place;
    for (const Period& period : control.periods) {
        const bool last = &period == &control.periods.back();
        if (!period.moves) return place;
        if (last) {
            place.number += completed / *period.moves;
            completed %= *period.moves;
        }
        if (last || completed < *period.moves) {
            place.left = *period.moves - completed;
            return place;
        }
        completed -= *period.moves;
        ++place.number;
    }
    return place;
}

// What all periods up to this one have given, the first included.
Millis granted(const TimeControl& control, unsigned number) {
    Millis total = control.periods.back().base * (std::int64_t{number} + 1);
    const std::size_t single = std::min<std::size_t>(number + 1U, control.periods.size());
    for (const Period& period : std::span{control.periods}.first(single))
        total += period.base - control.periods.back().base;
    return total;
}

Millis above_zero(Millis duration) { return std::max(duration, Millis{0}); }

} // namespace

Clocks::Clocks(TimeControl control)
    : control_(std::move(control)) {
    ANSAGE_CHECK(!control_.periods.empty());
    for (Side& each : sides_) each.bank = start_time(control_);
}

const Period& Clocks::period(Color color) const {
    return period_number(control_, period_of(color));
}

// How long the clock of `color` has run since it was last started or settled.
Millis Clocks::stretch(Color color, Instant at) const {
    return running_ == color ? at - running_since_ : Millis{0};
}

// What that stretch has cost him: with a delay, only what goes beyond it (6.3.2).
Millis Clocks::spent(Color color, Instant at) const {
    const Millis elapsed = stretch(color, at);
    if (period(color).kind != IncrementKind::delay) return elapsed;
    const Millis delay = period(color).increment;
    const Millis before = side(color).turn_used;
    return above_zero(before + elapsed - delay) - above_zero(before - delay);
}

// Brings the stored times up to `at`, so that anything may change there.
void Clocks::book_elapsed(Instant at) {
    if (!running_) return;
    const Color color = *running_;
    ANSAGE_CHECK(at >= running_since_);
    const Millis cost = spent(color, at);
    side(color).bank -= cost;
    side(color).turn_used += stretch(color, at);
    if (control_.hourglass) side(!color).bank += cost;
    running_since_ = at;
}

void Clocks::run(Color color, Instant at) {
    running_ = color;
    suspended_.reset();
    running_since_ = at;
}

void Clocks::start(Color first, Instant at) {
    ANSAGE_CHECK(!running_ && !suspended_);
    run(first, at);
}

bool Clocks::press(Color by, Instant at) {
    if (running_ != by) return false;
    book_elapsed(at);
    const Period& current = period(by);
    if (current.kind == IncrementKind::fischer) side(by).bank += current.increment;
    if (current.kind == IncrementKind::bronstein)
        side(by).bank += std::min(side(by).turn_used, current.increment);
    side(!by).turn_used = Millis{0};
    run(!by, at);
    return true;
}

void Clocks::give_delay(Millis each_move, Instant at) {
    book_elapsed(at);
    for (Period& each : control_.periods) {
        each.increment = each_move;
        each.kind = IncrementKind::delay;
    }
    for (Side& each : sides_) each.turn_used = Millis{0}; // what this turn has used was paid for
}

void Clocks::halt(Instant at) {
    if (!running_) return;
    book_elapsed(at);
    suspended_ = std::exchange(running_, std::nullopt);
}

void Clocks::resume(Instant at) {
    if (suspended_) run(*suspended_, at);
}

void Clocks::start_for(Color color, Instant at) {
    if (running_ == color) return;
    book_elapsed(at);
    side(color).turn_used = Millis{0};
    run(color, at);
}

void Clocks::set(Color color, Millis remaining, Instant at) {
    book_elapsed(at);
    side(color).bank = remaining;
    side(color).flag_fallen = false;
}

void Clocks::add(Color color, Millis amount, Instant at) {
    book_elapsed(at);
    side(color).bank += amount;
}

void Clocks::complete_move(Color color, Instant at) {
    set_completed(color, completed(color) + 1, at);
}

void Clocks::set_completed(Color color, unsigned moves, Instant at) {
    book_elapsed(at); // what this stretch has cost so far is judged by the old period's delay
    const unsigned before = period_of(color);
    side(color).completed = moves;
    const unsigned after = period_of(color);
    if (after != before) side(color).bank += granted(control_, after) - granted(control_, before);
}

std::optional<Color> Clocks::running() const { return running_; }

std::optional<Instant> Clocks::running_since() const {
    return running_ ? std::optional{running_since_} : std::nullopt;
}

std::optional<Color> Clocks::suspended() const { return suspended_; }

Millis Clocks::remaining(Color color, Instant at) const {
    const Millis own = side(color).bank - spent(color, at);
    return control_.hourglass ? own + spent(!color, at) : own;
}

Millis Clocks::delay_left(Color color, Instant at) const {
    if (period(color).kind != IncrementKind::delay) return Millis{0};
    const Millis used = side(color).turn_used + stretch(color, at);
    return above_zero(period(color).increment - used);
}

std::optional<Instant> Clocks::flag_at() const {
    if (!running_ || side(*running_).flag_fallen) return std::nullopt;
    const Millis bank = side(*running_).bank;
    if (bank <= Millis{0}) return running_since_;
    return running_since_ + delay_left(*running_, running_since_) + bank;
}

std::optional<Instant> Clocks::shows_at(Color color, Millis shown) const {
    const Millis more = side(color).bank - shown;
    if (running_ != color || more < Millis{0}) return std::nullopt;
    if (more == Millis{0}) return running_since_;
    return running_since_ + delay_left(color, running_since_) + more;
}

void Clocks::note_flag(Color color) { side(color).flag_fallen = true; }

bool Clocks::flag_fallen(Color color) const { return side(color).flag_fallen; }

unsigned Clocks::completed(Color color) const { return side(color).completed; }

unsigned Clocks::period_of(Color color) const {
    return place_after(control_, completed(color)).number;
}

std::optional<unsigned> Clocks::moves_to_period_end(Color color) const {
    return place_after(control_, completed(color)).left;
}

} // namespace ansage::clock
