// SPDX-License-Identifier: GPL-3.0-or-later
// What was said since a time of day, as people ask for it: "h 14:30".
#pragma once

#include "base/instant.hpp"

#include <string>
#include <string_view>

namespace ansage::acts {

// "h 14:30", also behind a player's name: since the newest 14:30 that has been, wherever the clocks
// were set forward or back meanwhile. As a script has it, how far back; any other line as it is.
// `wall_clock` is the time since 1970.
[[nodiscard]] std::string with_time_of_day(std::string_view line, base::Millis wall_clock);

} // namespace ansage::acts
