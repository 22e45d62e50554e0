// SPDX-License-Identifier: GPL-3.0-or-later
// What the lines that draw a table have in common, for whoever watches and for a person's page
// (docs/consoles.md).
#pragma once

#include "table/model/state.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

namespace ansage::consoles {

struct ClocksPicture {
    table::PerColor<base::Millis> remaining; // at the picture's instant
    std::optional<chess::Color> runs;
    base::Millis delay_left{0};
    table::PerColor<bool> fallen;
    bool is_hourglass = false; // the other side gains what the running one loses
};

[[nodiscard]] ClocksPicture clocks_of(const table::State& state, base::Instant now);

[[nodiscard]] nlohmann::ordered_json clocks_json(const ClocksPicture& clocks);
// "white", or null.
[[nodiscard]] nlohmann::ordered_json color_json(std::optional<chess::Color> color);
// "halted" where the game is on and the arbiter has stopped the clocks.
[[nodiscard]] std::string_view phase_name(const table::State& state);

} // namespace ansage::consoles
