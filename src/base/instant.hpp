// SPDX-License-Identifier: GPL-3.0-or-later
// Time as data. There is no now() here: inputs are stamped once, in the shell.
#pragma once

#include <chrono>
#include <cstdint>

namespace ansage::base {

using Millis = std::chrono::duration<std::int64_t, std::milli>;

// Milliseconds since the table was opened.
struct Instant {
    Millis since_open{0};
    friend constexpr auto operator<=>(const Instant&, const Instant&) = default;
};

constexpr Instant operator+(Instant instant, Millis duration) {
    return {instant.since_open + duration};
}

constexpr Millis operator-(Instant later, Instant earlier) {
    return later.since_open - earlier.since_open;
}

} // namespace ansage::base
