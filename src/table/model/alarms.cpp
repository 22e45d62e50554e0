// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/model/alarms.hpp"

#include <algorithm>

namespace ansage::table {

using base::Millis;

namespace {

bool is_due_again(Millis time, Millis remaining) {
    return time <= countdown_from ? remaining > time : remaining >= 2 * time;
}

} // namespace

std::optional<Millis> alarms_passed(Millis remaining, std::optional<Millis> passed) {
    std::optional<Millis> lowest;
    for (const Millis time : alarm_times) {
        const bool below = remaining <= time;
        const bool was_given = passed && time >= *passed && !is_due_again(time, remaining);
        if (below || was_given) lowest = time;
    }
    return lowest;
}

std::optional<Millis> next_alarm(std::optional<Millis> passed) {
    const auto* const next =
        std::ranges::find_if(alarm_times, [&](Millis time) { return !passed || time < *passed; });
    return next == alarm_times.end() ? std::nullopt : std::optional{*next};
}

} // namespace ansage::table
