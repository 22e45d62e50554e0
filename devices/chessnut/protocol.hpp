// SPDX-License-Identifier: GPL-3.0-or-later
// The Chessnut boards (Air, Air+, Go, Pro) over USB: reports of the whole board, 01 24, 32 bytes
// from h8 by way of a8 to a1, two squares a byte, the low half first, and four bytes of uptime. The
// second byte is the length of what follows it. Pure.
//
// Facts from the maker's public interface description, not tried on hardware.
#pragma once

#include "devices/board/packed.hpp"

namespace ansage::devices::chessnut {

// What lets the board report by itself, and what asks for its battery.
enum class Command : std::uint8_t { report = 0x21, battery = 0x29 };

std::vector<std::byte> encode(Command command);

inline constexpr std::uint8_t is_charging = 0x80;

inline constexpr PackedFormat format{
    .board_head = {0x01, 0x24},
    .battery_head = {0x2a, 0x02},
    .letters = ".qkbpnRPrBNQK",
    .first = h8,
    .is_low_half_first = true,
    .tail = 4,
    .read_battery =
        [](PackedFormat::Two level) {
            return Battery{
                .percent = level[0] & 0x7FU, .is_charging = (level[0] & is_charging) != 0};
        },
    .write_battery =
        [](Battery battery) {
            const unsigned level = battery.percent | (battery.is_charging ? is_charging : 0U);
            return PackedFormat::Two{static_cast<std::uint8_t>(level), 0};
        }};

// With a tail of four bytes.
std::vector<std::byte> encode(const chess::Reading& reading, std::uint32_t tail);

} // namespace ansage::devices::chessnut
