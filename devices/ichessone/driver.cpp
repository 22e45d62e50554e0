// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/ichessone/driver.hpp"

namespace ansage::devices::ichessone {

namespace {

// Every so many questions.
constexpr unsigned battery_every = 32;

constexpr ScanningDriver::Make make{
    .kind = BoardKind::identity, .name = "iChessOne", .poll_every = base::Millis{500}};

} // namespace

IChessOneDriver::IChessOneDriver(const BoardOptions& options, LineTime time)
    : PackedDriver(format, make, options, time) {}

void IChessOneDriver::reset() {
    PackedDriver::reset();
    asked_ = 0;
}

// One at a time, for one write is one message of the host. That it is to report by itself is said
// again and again: a board that was switched off has forgotten it.
void IChessOneDriver::ask() {
    const unsigned turn = asked_++;
    const bool is_battery = turn % battery_every == battery_every - 1;
    say(is_battery          ? Command::ask_battery
            : turn % 2 == 0 ? Command::ask_board
                            : Command::report_changes);
}

void IChessOneDriver::ask_again() { say(Command::ask_board); }

void IChessOneDriver::say(Command command) { send(std::as_bytes(std::span{text_of(command)})); }

} // namespace ansage::devices::ichessone
