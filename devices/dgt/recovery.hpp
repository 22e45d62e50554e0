// SPDX-License-Identifier: GPL-3.0-or-later
// What was done at a DGT board since somebody last looked, from its memory.
#pragma once

#include "devices/dgt/clock_side.hpp"
#include "devices/dgt/protocol.hpp"

namespace ansage::devices::dgt {

// What stood there, in the players' squares, and what stands there now, in the board's own.
struct Stood {
    chess::Reading before;
    chess::Reading now;
};

// From the last moment at which the board stood as before; absent where there was none, or where
// what was stored does not lead to what stands there.
std::optional<std::vector<SensorEvent>> done_since(
    const StoredMoves& stored, const Stood& stood, const Turning& turning, const ClockSide& side
);

} // namespace ansage::devices::dgt
