// The one clock that inputs are stamped by.
#pragma once

#include "base/instant.hpp"

namespace ansage::app {

// CLOCK_BOOTTIME: counts through a suspend, as a chess clock does, and is never set back.
[[nodiscard]] base::Millis boot_time();

// Milliseconds since the table opened, going on from `begin`.
class TableTime {
public:
    explicit TableTime(base::Instant begin)
        : begin_(begin),
          opened_(boot_time()) {}

    [[nodiscard]] base::Instant now() const { return begin_ + (boot_time() - opened_); }

private:
    base::Instant begin_;
    base::Millis opened_;
};

} // namespace ansage::app
