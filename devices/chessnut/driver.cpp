// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/chessnut/driver.hpp"

namespace ansage::devices::chessnut {

ChessnutDriver::ChessnutDriver(const BoardOptions& options, LineTime time)
    : PackedDriver(format, {.kind = BoardKind::identity, .name = "Chessnut"}, options, time) {}

void ChessnutDriver::reset() {
    PackedDriver::reset();
    asks_battery_ = true; // last
}

// One at a time, for one write is one report of the host. The mode is said again and again: a board
// that was switched off has forgotten it.
void ChessnutDriver::ask() {
    asks_battery_ = !asks_battery_;
    send(encode(asks_battery_ ? Command::battery : Command::report));
}

} // namespace ansage::devices::chessnut
