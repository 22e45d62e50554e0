// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/chessnut/driver.hpp"

namespace ansage::devices::chessnut {

using chess::Reading;

ChessnutDriver::ChessnutDriver(DriverSettings settings)
    : ScanningDriver({.poll_every = settings.poll_every, .lost_after = settings.lost_after}),
      turning_(settings.orientation) {}

void ChessnutDriver::reset() {
    reader_.reset();
    once_.reset();
    asks_battery_ = true; // last
}

// One at a time, for one write is one report of the host. The mode is said again and again: a board
// that was switched off has forgotten it.
void ChessnutDriver::ask() {
    asks_battery_ = !asks_battery_;
    send(encode(asks_battery_ ? Command::battery : Command::report));
}

void ChessnutDriver::read(std::span<const std::byte> bytes) {
    reader_.receive(
        bytes,
        [this](const Reading& raw) { on_board(raw); },
        [this](const Battery& battery) {
            heard();
            battery_ = battery;
        },
        [this] {
            ++damages_;
            once_.reset();
        }
    );
}

void ChessnutDriver::on_board(const Reading& raw) {
    info_.name = "Chessnut";
    heard();
    if (once_ == raw) {
        if (turning_.look(raw)) {
            emit(Turned{turning_.is_turned()});
            say_whole();
        }
        saw(turning_.to_players(raw));
    }
    once_ = raw;
}

} // namespace ansage::devices::chessnut
