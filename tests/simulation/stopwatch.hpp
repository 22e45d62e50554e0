// SPDX-License-Identifier: GPL-3.0-or-later
// Whose clock ran for how long, counted beside the table's own.
#pragma once

#include "people.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace ansage::tests {

class Stopwatch {
public:
    // Of people who have just begun, and who outlive it.
    explicit Stopwatch(const People& people);

    void look(const std::vector<table::Event>& events);

    [[nodiscard]] bool agrees() const { return running_ == people_.state().clocks.running(); }

    [[nodiscard]] table::PerColor<base::Millis> ran() const { return ran_; }

    // That time was given back.
    void rewind(const table::PerColor<base::Millis>& ran) { ran_ = ran; }

    // ... back to the press after so many moves, each of which was pressed once.
    void rewind_to(std::size_t moves) { ran_ = at_press_.at(moves - 1); }

    // What the clock would show had it not run: its time, increments, and what was given.
    [[nodiscard]] base::Millis had(chess::Color color) const;

private:
    void pass(base::Instant until);

    const People& people_;
    base::Instant since_{};
    std::optional<chess::Color> running_;
    table::PerColor<base::Millis> ran_;
    std::vector<table::PerColor<base::Millis>> at_press_;
};

} // namespace ansage::tests
