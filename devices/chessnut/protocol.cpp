// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/chessnut/protocol.hpp"

namespace ansage::devices::chessnut {

std::vector<std::byte> encode(Command command) {
    return {static_cast<std::byte>(command), std::byte{0x01}, std::byte{0x00}};
}

std::vector<std::byte> encode(const chess::Reading& reading, std::uint32_t tail) {
    std::vector<std::byte> bytes = devices::encode(format, reading);
    for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<std::byte>(tail >> shift & 0xFFU));
    return bytes;
}

} // namespace ansage::devices::chessnut
