// SPDX-License-Identifier: GPL-3.0-or-later
// The two clocks of a game, as a value. There is no now() here: every instant comes from outside,
// and every time is whole milliseconds.
#pragma once

#include "base/instant.hpp"
#include "chess/types.hpp"
#include "clock/time_control.hpp"

#include <array>
#include <optional>

namespace ansage::clock {

using base::Instant;
using chess::Color;

// Instants given to one value must not decrease.
class Clocks {
public:
    // Both stand; each shows start_time(control). The control must have a period.
    explicit Clocks(TimeControl control);

    // The game begins: `first` runs (6.6). Only where no clock has run yet.
    void start(Color first, Instant at);

    // Stops the clock of `by` and starts the opponent's (6.2.1), where `by` is running: his Fischer
    // or Bronstein increment is added, of the period his completed moves have brought him to (so
    // count the move with complete_move first). Otherwise nothing changes. True if the clocks
    // changed.
    bool press(Color by, Instant at);

    // Both stand (6.11); which one ran is remembered for resume. Nothing if neither runs.
    void halt(Instant at);
    // What halt stopped runs again; a delay goes on where it was. Nothing if not halted.
    void resume(Instant at);
    // The arbiter gives `color` the move: his clock runs, with a fresh turn and no increment to
    // anyone. Nothing if it runs already. Also ends a halt.
    void start_for(Color color, Instant at);

    // The arbiter's hand on a clock (6.10.2, 7.1): shows `remaining` as of `at`, and an old flag is
    // forgotten. `add` gives time (penalties of 7.5.5, 9.5.3), or takes it where negative.
    void set(Color color, Millis remaining, Instant at);
    void add(Color color, Millis amount, Instant at);

    // Guidelines III.4: from now on every move has that delay before the main time runs.
    void give_delay(Millis each_move, Instant at);

    // One more completed move (6.2.1); where that reaches the end of a period, the next one is
    // added.
    void complete_move(Color color, Instant at);
    // The arbiter corrects the counter (7.1): periods are added or taken back by the difference.
    void set_completed(Color color, unsigned moves, Instant at);

    // Whose clock runs, if any.
    std::optional<Color> running() const;
    // Since when it runs, with what it has used settled; no earlier instant may be asked for.
    std::optional<Instant> running_since() const;
    // Stopped by halt, to be resumed: whose clock will run.
    std::optional<Color> suspended() const;

    bool halted() const { return suspended().has_value(); }

    // When they were last started, stopped, pressed or set; nothing can be asked of before.
    Instant changed_at() const { return running_since_; }

    // May be zero or less: the flag has fallen, noted or not.
    Millis remaining(Color color, Instant at) const;
    // What is left of the delay of this turn; zero without a delay.
    Millis delay_left(Color color, Instant at) const;

    // The first instant at which the running clock shows zero or less; absent where none runs, or
    // its flag is noted already.
    std::optional<Instant> flag_at() const;
    // The first instant at which the running clock of `color` shows `shown` or less; absent where
    // it does not run, or shows less already.
    std::optional<Instant> shows_at(Color color, Millis shown) const;
    // A flag that fell stays fallen (6.8) until the arbiter sets that clock.
    void note_flag(Color color);
    bool flag_fallen(Color color) const;

    unsigned completed(Color color) const;
    // 0 for the first period. A repeated last period counts on.
    unsigned period_of(Color color) const;
    // Moves still to be completed in this period (at least one); absent in a period without a
    // count.
    std::optional<unsigned> moves_to_period_end(Color color) const;

    const TimeControl& control() const { return control_; }

    bool operator==(const Clocks&) const = default;

private:
    struct Side {
        Millis bank{0}; // shown, but for what this stretch has used since running_since_
        Millis turn_used{0}; // of this turn, before running_since_
        unsigned completed = 0;
        bool flag_fallen = false;
        bool operator==(const Side&) const = default;
    };

    [[nodiscard]] Side& side(Color color) { return sides_[static_cast<std::size_t>(color)]; }

    const Side& side(Color color) const { return sides_[static_cast<std::size_t>(color)]; }

    const Period& period(Color color) const;
    Millis stretch(Color color, Instant at) const;
    Millis spent(Color color, Instant at) const;
    void book_elapsed(Instant at);
    void run(Color color, Instant at);

    TimeControl control_;
    std::array<Side, 2> sides_{};
    std::optional<Color> running_;
    std::optional<Color> suspended_;
    Instant running_since_{};
};

} // namespace ansage::clock
