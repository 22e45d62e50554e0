// SPDX-License-Identifier: GPL-3.0-or-later
// The iChessOne board, over Bluetooth LE: asked for its position, or told to say it whenever it
// changes, it answers with "=p" and 32 bytes from a8 to h1, two squares a byte, the high half
// first; asked for its battery, with "=b", whether it charges, and the per cents. Pure.
//
// Facts from what other programs send, expect and test, not tried on hardware.
#pragma once

#include "devices/board/packed.hpp"

namespace ansage::devices::ichessone {

enum class Command : std::uint8_t { report_changes, ask_board, ask_battery };

// "CPIRQ", "RP", "RB".
std::string_view text_of(Command command);

inline constexpr PackedFormat format{
    .board_head = {'=', 'p'},
    .battery_head = {'=', 'b'},
    .letters = ".PNBRQKpnbrqk",
    .first = a8,
    .is_low_half_first = false,
    .tail = 0,
    .read_battery = [](PackedFormat::Two level
                    ) { return Battery{.percent = level[1], .is_charging = level[0] != 0}; },
    .write_battery =
        [](Battery battery) {
            return PackedFormat::Two{
                static_cast<std::uint8_t>(battery.is_charging ? 1 : 0),
                static_cast<std::uint8_t>(battery.percent)};
        }};

} // namespace ansage::devices::ichessone
