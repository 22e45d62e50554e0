// SPDX-License-Identifier: GPL-3.0-or-later
// What a DGT clock is told through its board: its times, a text, a beep; bytes and back. Pure.
#pragma once

#include "base/instant.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ansage::devices::dgt {

enum class ClockCommand : std::uint8_t {
    display = 0x01, // by segments
    icons = 0x02,
    end = 0x03, // the times are shown again
    ask_button = 0x08,
    ask_version = 0x09,
    set_and_run = 0x0a,
    beep = 0x0b,
    text = 0x0c, // eight letters, on a DGT 3000
};

// Times to the second, below ten hours. Running: the left, the right, or nobody's. The clock has to
// be in its option 23 (or 25) to take them.
struct ClockSetting {
    base::Millis left{0};
    base::Millis right{0};
    bool is_left_running = false;
    bool is_right_running = false;
    bool operator==(const ClockSetting&) const = default;
};

std::vector<std::byte> set_message(const ClockSetting& setting);
// What set_message() wrote; `data` is what follows the command's number. Absent: it cannot be
// right.
std::optional<ClockSetting> read_setting(std::span<const std::byte> data);
// The first eight letters, printable ones.
std::vector<std::byte> text_message(std::string_view text);
std::vector<std::byte> end_message();
std::vector<std::byte> clock_version_message();
// Lets the clock beep: 64 ms to about a second, in steps of 64 ms.
std::vector<std::byte> beep_message(base::Millis duration);

} // namespace ansage::devices::dgt
