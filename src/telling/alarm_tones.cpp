// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/alarm_tones.hpp"

#include <algorithm>
#include <array>

namespace ansage::telling {

using base::Millis;

namespace {

struct Row {
    Millis from{0};
    speech::Tone tone;
};

constexpr std::array rows{
    Row{Millis{600'000}, {.hertz = 440, .millis = 300, .times = 1}},
    Row{Millis{300'000}, {.hertz = 440, .millis = 200, .times = 2}},
    Row{Millis{120'000}, {.hertz = 660, .millis = 150, .times = 2}},
    Row{Millis{60'000}, {.hertz = 660, .millis = 150, .times = 3}},
    Row{Millis{30'000}, {.hertz = 880, .millis = 100, .times = 4}},
    Row{Millis{10'000}, {.hertz = 880, .millis = 80, .times = 6}},
    Row{Millis{0}, {.hertz = 1000, .millis = 60, .times = 1}},
};

} // namespace

speech::Tone alarm_tone(Millis left) {
    const auto* const row =
        std::ranges::find_if(rows, [left](const Row& each) { return left >= each.from; });
    return row == rows.end() ? rows.back().tone : row->tone;
}

} // namespace ansage::telling
