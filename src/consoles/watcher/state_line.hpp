// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of the table as a watcher's `state` line (docs/consoles.md).
#pragma once

#include "consoles/picture/picture.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::consoles {

// A stop on the way through a game.
enum class Stop : std::uint8_t { ply, dispute, end };

// What a `state` line has besides.
struct Sending {
    std::uint64_t last_line = 0; // of the log, before it
    double speed = 0; // of the table's time, from now on; 0: it does not run
    std::optional<base::Millis> wall_clock{}; // at the picture's instant, since 1970
    std::optional<Stop> stop{};
};

// The line, without its end. `drawn`: as drawn_text() has it.
[[nodiscard]] std::string
state_line(const TablePicture& picture, std::string_view drawn, const Sending& sending);
// All of it that does not change by itself as time passes: two pictures with the same text, and
// with clocks that run alike, look the same.
[[nodiscard]] std::string drawn_text(const TablePicture& picture);

} // namespace ansage::consoles
