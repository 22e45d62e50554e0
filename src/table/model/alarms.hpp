// SPDX-License-Identifier: GPL-3.0-or-later
// When a clock runs low: at which times a player who asked for it is told (D.2.6).
#pragma once

#include "base/instant.hpp"

#include <array>
#include <optional>

namespace ansage::table {

// From ten minutes down; the last ten seconds are counted.
inline constexpr std::array alarm_times{
    base::Millis{600'000},
    base::Millis{300'000},
    base::Millis{120'000},
    base::Millis{60'000},
    base::Millis{30'000},
    base::Millis{10'000},
    base::Millis{9'000},
    base::Millis{8'000},
    base::Millis{7'000},
    base::Millis{6'000},
    base::Millis{5'000},
    base::Millis{4'000},
    base::Millis{3'000},
    base::Millis{2'000},
    base::Millis{1'000},
};

inline constexpr base::Millis countdown_from{10'000};

// An alarm is due again only when the clock has risen well above it: to twice its time, so that a
// player who lives on increments is not told the same at every move; the last ten seconds at once.
// Gives the new value of State::alarmed after a clock was changed and shows `remaining`.
std::optional<base::Millis>
alarms_passed(base::Millis remaining, std::optional<base::Millis> passed);

// The highest time whose alarm is still due; absent after the last.
std::optional<base::Millis> next_alarm(std::optional<base::Millis> passed);

} // namespace ansage::table
