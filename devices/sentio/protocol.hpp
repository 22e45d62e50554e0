// SPDX-License-Identifier: GPL-3.0-or-later
// The Tabutronic Sentio: frames of decimals, ':' and one number a rank from the eighth on,
// separated by spaces, CR LF after it. Bit 7 is file a: something stands there, and no more is
// known. Pure.
//
// Facts from public descriptions and tests of other programs, not tried on hardware.
#pragma once

#include "chess/reading.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ansage::devices::sentio {

std::vector<std::byte> encode(const chess::Reading& reading);

inline constexpr std::size_t ranks = 8;

// What a frame's numbers say.
chess::Reading reading_of(std::span<const std::uint8_t> numbers);

} // namespace ansage::devices::sentio
