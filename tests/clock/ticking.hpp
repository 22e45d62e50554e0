// SPDX-License-Identifier: GPL-3.0-or-later
// The clocks of a tournament as a child would build them: a loop that takes one millisecond at a
// time. Slow, obvious, and only for comparing.
#pragma once

#include "clock/clocks.hpp"

#include <map>

namespace ansage::clock {

class TickingClocks {
public:
    explicit TickingClocks(TimeControl control)
        : control_(std::move(control)),
          left_{{Color::white, start_time(control_)}, {Color::black, start_time(control_)}} {}

    void start(Color color) {
        running_ = color;
        used_ = Millis{0};
    }

    void tick() {
        if (!running_) return;
        const bool in_delay = kind() == IncrementKind::delay && used_ < increment();
        used_ += Millis{1};
        if (in_delay) return;
        left_[*running_] -= Millis{1};
        if (control_.hourglass) left_[!*running_] += Millis{1};
    }

    void press(Color by) {
        if (running_ != by) return;
        if (kind() == IncrementKind::fischer) left_[by] += increment();
        if (kind() == IncrementKind::bronstein)
            left_[by] += used_ < increment() ? used_ : increment();
        start(!by);
    }

    void halt() {
        if (running_) {
            halted_ = running_;
            running_.reset();
        }
    }

    void resume() {
        if (halted_ && !running_) running_ = halted_;
        halted_.reset();
    }

    void add(Color color, Millis amount) { left_[color] += amount; }

    void set(Color color, Millis amount) { left_[color] = amount; }

    [[nodiscard]] Millis left(Color color) const { return left_.at(color); }

    [[nodiscard]] std::optional<Color> running() const { return running_; }

private:
    // One period only: the comparison is about time, not about counting moves.
    [[nodiscard]] IncrementKind kind() const { return control_.periods.front().kind; }

    [[nodiscard]] Millis increment() const { return control_.periods.front().increment; }

    TimeControl control_;
    std::map<Color, Millis> left_;
    std::optional<Color> running_;
    std::optional<Color> halted_;
    Millis used_{0};
};

} // namespace ansage::clock
