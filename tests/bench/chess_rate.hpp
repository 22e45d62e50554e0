// SPDX-License-Identifier: GPL-3.0-or-later
// Rates for people: how many things a second, in one line.
#pragma once

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <string_view>

namespace ansage::bench {

// Runs the work, which returns how many things it did, for about a second after a warm-up, and
// prints the best rate in millions a second.
template <class Work>
void print_rate(std::string_view what, std::string_view unit, Work work) {
    using Seconds = std::chrono::duration<double>;
    using Clock = std::chrono::steady_clock;
    double best = 0;
    static_cast<void>(work());
    for (const auto start = Clock::now(); Clock::now() - start < std::chrono::seconds{1};) {
        const auto before = Clock::now();
        const auto count = static_cast<double>(work());
        best = std::max(best, count / Seconds(Clock::now() - before).count());
    }
    fmt::print("{}: {:.2f} million {} a second\n", what, best / 1e6, unit);
}

} // namespace ansage::bench
