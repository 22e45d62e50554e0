// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/pegasus/protocol.hpp"

#include <algorithm>

namespace ansage::devices::pegasus {

std::vector<std::byte> key_message(std::span<const std::byte> key) {
    std::vector<std::byte> bytes(key.size() + 3); // the last is 00
    bytes[0] = static_cast<std::byte>(LongCommand::developer_key);
    bytes[1] = static_cast<std::byte>(key.size() + 1);
    std::ranges::copy(key, bytes.begin() + 2);
    return bytes;
}

chess::Reading as_ones(const chess::Reading& occupancy) {
    // Of DGT's codes for pieces, one is a white pawn's.
    constexpr chess::Piece one{chess::Color::white, chess::Role::pawn};
    chess::Reading ones;
    std::ranges::transform(occupancy.squares, ones.squares.begin(), [&](chess::SquareReading seen) {
        return seen.is_empty() ? chess::SquareReading::empty() : chess::SquareReading::of(one);
    });
    return ones;
}

} // namespace ansage::devices::pegasus
