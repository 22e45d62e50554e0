// SPDX-License-Identifier: GPL-3.0-or-later
// What a chess clock's keys and short lines do, as acts of a table (docs/table-script.md).
#pragma once

#include "acts/reader.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::acts {

struct ClockKey {
    char key = ' ';
    std::string_view act;
    std::string_view topic; // of the help
};

// In the order in which `?` teaches them. White's keys lie under the left hand, Black's under the
// right, and those that press have the bumps that a finger finds.
[[nodiscard]] std::span<const ClockKey> clock_keys();

[[nodiscard]] const ClockKey* find_clock_key(char key);

// What `?` teaches, one after the other.
[[nodiscard]] std::vector<std::string> help_topics_of_clock();

// The acts of a typed line: a key alone; "white 12:34", "white +2:00", "white moves 24", "white
// alarms words"; anything else is an act as it stands.
[[nodiscard]] std::vector<std::string> acts_of_line(std::string_view line, Tongue tongue = {});

} // namespace ansage::acts
