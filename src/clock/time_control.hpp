// SPDX-License-Identifier: GPL-3.0-or-later
// Time controls: what each player is given, and how it is written ("40/90m+30s,30m+30s").
#pragma once

#include "base/instant.hpp"
#include "base/names.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::clock {

using base::Millis;

// What a move adds. Fischer: the whole increment, the first one in the start time. Delay: the main
// time runs only after it (6.3.2). Bronstein: what the move used of it is given back at the press.
enum class IncrementKind : std::uint8_t { none, fischer, delay, bronstein };

using base::to_string;

struct Period {
    std::optional<unsigned> moves; // absent: all the moves that remain
    Millis base{0};
    Millis increment{0}; // zero exactly when kind is none
    IncrementKind kind = IncrementKind::none;
    bool operator==(const Period&) const = default;
};

// Never without a period. Only the last period may lack a count of moves; a last period that has
// one comes again and again. An hourglass has one period without count or increment: what one
// player uses, the other gains.
struct TimeControl {
    std::vector<Period> periods;
    bool hourglass = false;
    bool operator==(const TimeControl&) const = default;
};

// "90m+30s", "90m d5s" (delay), "90m b5s" (Bronstein), "60m", "40/90m+30s,30m+30s", "hourglass 1m".
// A duration is hours, minutes and seconds in this order, at least one of them: "1h30m", "90m",
// "45s". Bounds: 100 hours, increments of one hour, 999 moves and 16 periods; a start time above
// zero.
[[nodiscard]] base::Result<TimeControl, base::Error> parse_time_control(std::string_view text);

// The shortest text that parses to the same control; minutes and seconds only.
std::string to_string(const TimeControl& control);

// What each clock shows before the start: the first base, with the first Fischer increment.
Millis start_time(const TimeControl& control);

// Standard, rapid (Appendix A) or blitz (Appendix B).
enum class TimeClass : std::uint8_t { standard, rapid, blitz };

// An edition's words for "ten minutes or less" (B.1) and "less than sixty" (A.1).
struct ClassLimits {
    Millis blitz_at_most{0};
    Millis rapid_below{0};
    bool operator==(const ClassLimits&) const = default;
};

// Judged by all base times together and sixty times the (largest) increment (A.1, B.1).
TimeClass time_class(const TimeControl& control, const ClassLimits& limits);

} // namespace ansage::clock
