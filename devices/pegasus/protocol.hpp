// SPDX-License-Identifier: GPL-3.0-or-later
// The DGT Pegasus, over Bluetooth LE: the frames of DGT's serial board (devices/dgt), in which a
// square is empty or not, and commands of its own. Pure.
//
// Facts from what other programs send and emulate, not tried on hardware.
#pragma once

#include "devices/dgt/protocol.hpp"

namespace ansage::devices::pegasus {

using dgt::Command;

// Followed by how many bytes come, the bytes, and a zero that is counted too.
enum class LongCommand : std::uint8_t { lights = 0x60, developer_key = 0x63 };

// The key that DGT gives to whoever writes programs.
std::vector<std::byte> key_message(std::span<const std::byte> key);

// What the frames say of pieces is only that they stand there.
constexpr chess::SquareReading occupancy_of(chess::SquareReading seen) {
    return seen.is_empty() ? chess::SquareReading::empty() : chess::SquareReading::occupied();
}

// The board in the frames' own terms, where what stands there is a one.
chess::Reading as_ones(const chess::Reading& occupancy);

} // namespace ansage::devices::pegasus
