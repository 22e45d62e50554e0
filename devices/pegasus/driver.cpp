// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/pegasus/driver.hpp"

#include "base/overloaded.hpp"

#include <fmt/format.h>

namespace ansage::devices::pegasus {

using chess::Reading;

namespace {

constexpr ScanningDriver::Make make{
    .kind = BoardKind::occupancy, .name = "DGT Pegasus", .poll_every = base::Millis{500}};

} // namespace

PegasusDriver::PegasusDriver(const BoardOptions& options, LineTime time)
    : ScanningDriver(make, options, time),
      key_(options.key) {}

void PegasusDriver::reset() {
    reader_.reset();
    raw_.reset();
    asked_ = 0;
}

// The board is reset first, as by the vendor's own program, and so is one that has fallen silent.
// Then one thing at a time, for it drops what comes too fast. The mode is said again and again: a
// board that was switched off has forgotten it, and who we are.
void PegasusDriver::ask() {
    constexpr unsigned greet_every = 4; // until it answers
    constexpr unsigned key_every = 32;
    const unsigned turn = asked_++;
    if (turn == 0 || (!is_live() && turn % greet_every == 0)) greet();
    else if (turn % key_every == 0 && !key_.empty()) send(key_message(key_));
    else if (info().serial.empty() && turn == 3) say(Command::ask_long_serial);
    else if (info().firmware.empty() && turn == 5) say(Command::ask_version);
    else say(turn % 2 == 0 || !raw_ ? Command::ask_board : Command::update_board);
}

void PegasusDriver::greet() {
    say(Command::reset);
    if (!key_.empty()) send(key_message(key_));
    say(Command::ask_board);
}

void PegasusDriver::ask_again() { say(Command::ask_board); }

void PegasusDriver::read(std::span<const std::byte> bytes) {
    reader_.receive(
        bytes,
        [this](std::uint8_t id, std::span<const std::byte> data) { handle(id, data); },
        [this] { on_damage(); }
    );
}

void PegasusDriver::on_damage() {
    damaged();
    ask_again();
}

void PegasusDriver::handle(std::uint8_t id, std::span<const std::byte> data) {
    const auto message = dgt::decode(id, data);
    if (!message) {
        on_damage();
        return;
    }
    heard();
    std::visit(
        base::Overloaded{
            [&](const dgt::BoardDump& m) { on_dump(m.reading); },
            [&](const dgt::FieldUpdate& m) { on_field(m); },
            [&](const dgt::LongSerial& m) { known().serial = m.number; },
            [&](const dgt::Version& m) {
                known().firmware = fmt::format("{}.{:02}", m.major, m.minor);
            },
            [](const auto&) {},
        },
        *message
    );
}

// There is no checksum: a board that is other than was thought has to be said twice.
void PegasusDriver::on_dump(const Reading& dump) {
    const Reading seen = chess::occupancy_of(dump);
    if (std::exchange(raw_, seen).value_or(seen) != seen) damaged();
    saw_own(seen);
}

// Told at once, and asked for again: a piece may be out for less than a question takes.
void PegasusDriver::on_field(const dgt::FieldUpdate& update) {
    const chess::SquareReading seen = occupancy_of(update.seen);
    if (!raw_ || (*raw_)[update.square] == seen) return;
    (*raw_)[update.square] = seen;
    saw_own(*raw_);
    ask_again();
}

void PegasusDriver::say(Command command) {
    const std::array bytes{dgt::to_byte(command)};
    send(bytes);
}

} // namespace ansage::devices::pegasus
