// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/pegasus/protocol.hpp"

#include <algorithm>

namespace ansage::devices::pegasus {

std::vector<std::byte> key_message(std::span<const std::byte> key) {
    std::vector<std::byte> bytes{
        static_cast<std::byte>(LongCommand::developer_key), static_cast<std::byte>(key.size() + 1)};
    bytes.insert(bytes.end(), key.begin(), key.end());
    bytes.push_back(std::byte{0});
    return bytes;
}

chess::Reading as_ones(const chess::Reading& occupancy) {
    // Of DGT's codes for pieces, one is a white pawn's.
    constexpr chess::Piece one{chess::Color::white, chess::Role::pawn};
    chess::Reading ones;
    std::ranges::transform(occupancy.squares, ones.squares.begin(), [&](chess::Seen seen) {
        return seen.is_empty() ? chess::Seen::empty() : chess::Seen::of(one);
    });
    return ones;
}

} // namespace ansage::devices::pegasus
