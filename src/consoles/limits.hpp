// SPDX-License-Identifier: GPL-3.0-or-later
// How much of the table a console may have: whoever asks without end waits by himself.
#pragma once

#include <algorithm>
#include <chrono>

namespace ansage::consoles {

using SteadyTime = std::chrono::steady_clock::time_point;
using Seconds = std::chrono::duration<double>;

// So much at once, and so much more each second.
class Allowance {
public:
    Allowance(double most, double each_second)
        : most_(most),
          each_second_(each_second),
          left_(most) {}

    // False: not yet, and nothing is taken. What is more than there can ever be takes all of it.
    [[nodiscard]] bool take(SteadyTime now, double amount = 1) {
        const double wanted = std::min(amount, most_);
        if (left_at(now) < wanted) {
            return false;
        }
        left_ = left_at(now) - wanted;
        filled_ = now;
        return true;
    }

    // When so much may be taken.
    [[nodiscard]] SteadyTime ready_at(SteadyTime now, double amount = 1) const {
        const double missing = std::max(0.0, std::min(amount, most_) - left_at(now));
        return now + std::chrono::ceil<SteadyTime::duration>(Seconds{missing / each_second_}) +
            std::chrono::milliseconds{missing > 0 ? 1 : 0};
    }

private:
    [[nodiscard]] double left_at(SteadyTime now) const {
        const Seconds passed = now - filled_;
        return std::min(most_, left_ + std::max(0.0, passed.count()) * each_second_);
    }

    double most_;
    double each_second_;
    double left_;
    SteadyTime filled_;
};

// The arbiter's code can be mistyped, but not tried out: after a few tries each wrong one locks it
// for twice as long as the one before. While it is locked nothing is tried, and nothing lengthens
// it.
class CodeLock {
public:
    // Zero: it may be tried.
    [[nodiscard]] std::chrono::milliseconds locked_for(SteadyTime now) const {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until_ - now);
        return std::max(left, std::chrono::milliseconds{0});
    }

    void was_wrong(SteadyTime now) {
        if (++wrong_ > free_tries) {
            until_ = now + next_;
            next_ = std::min(2 * next_, longest);
        }
    }

    void was_right() { *this = CodeLock{}; }

private:
    static constexpr unsigned free_tries = 3;
    // Of eight digits nobody finds one at this rate, and an arbiter who waits gets in.
    static constexpr std::chrono::seconds longest{64};

    SteadyTime until_;
    std::chrono::seconds next_{1};
    unsigned wrong_ = 0;
};

} // namespace ansage::consoles
