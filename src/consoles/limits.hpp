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
        if (left_at(now) < wanted) return false;
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

} // namespace ansage::consoles
