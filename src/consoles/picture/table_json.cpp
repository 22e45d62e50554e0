// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/picture/table_json.hpp"

#include "table/model/names.hpp"

#include <nlohmann/json.hpp>

namespace ansage::consoles {

using base::Instant;
using chess::Color;
using table::State;
using Json = nlohmann::ordered_json;

ClocksPicture clocks_of(const State& state, Instant now) {
    const clock::Clocks& clocks = state.clocks;
    ClocksPicture picture{.runs = clocks.running()};
    for (const Color color : chess::both_colors) {
        picture.remaining[color] = clocks.remaining(color, now);
        picture.fallen[color] = clocks.flag_fallen(color);
    }
    picture.is_hourglass = clocks.control().hourglass;
    if (picture.runs) picture.delay_left = clocks.delay_left(*picture.runs, now);
    return picture;
}

Json clocks_json(const ClocksPicture& clocks) {
    Json fallen = Json::array();
    for (const Color color : chess::both_colors)
        if (clocks.fallen[color]) fallen.push_back(color_json(color));
    return {
        {"white_ms", clocks.remaining.white.count()},
        {"black_ms", clocks.remaining.black.count()},
        {"runs", color_json(clocks.runs)},
        {"delay_ms", clocks.delay_left.count()},
        {"hourglass", clocks.is_hourglass},
        {"fallen", std::move(fallen)}};
}

Json color_json(std::optional<Color> color) {
    return color ? Json(chess::to_string(*color)) : Json(nullptr);
}

std::string_view phase_name(const State& state) {
    return state.phase == table::Phase::playing && state.clocks.halted()
        ? "halted"
        : base::to_string(state.phase);
}

} // namespace ansage::consoles
