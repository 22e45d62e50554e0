// SPDX-License-Identifier: GPL-3.0-or-later
// The one clock that inputs are stamped by.
#pragma once

#include "base/instant.hpp"

#include <functional>
#include <utility>

namespace ansage::session {

// CLOCK_BOOTTIME: counts through a suspend, as a chess clock does, and is never set back.
[[nodiscard]] base::Millis boot_time();

// Milliseconds since the table opened, going on from `begin`.
class TableTime {
public:
    using Clock = std::function<base::Millis()>;

    explicit TableTime(base::Instant begin, Clock clock = boot_time)
        : begin_(begin),
          clock_(std::move(clock)),
          opened_(clock_()) {}

    [[nodiscard]] base::Instant now() const { return begin_ + (clock_() - opened_); }

private:
    base::Instant begin_;
    Clock clock_;
    base::Millis opened_;
};

} // namespace ansage::session
