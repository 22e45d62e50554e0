// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/sentio/driver.hpp"

namespace ansage::devices::sentio {

SentioDriver::SentioDriver(const BoardOptions& options, LineTime time)
    : ScanningDriver({.kind = BoardKind::occupancy, .name = "Tabutronic Sentio"}, options, time) {}

void SentioDriver::read(std::span<const std::byte> bytes) {
    reader_.receive(
        bytes,
        [this](std::span<const std::uint8_t> numbers) { on_frame(reading_of(numbers)); },
        [this] { damaged_unchecked(); }
    );
}

void SentioDriver::on_frame(const chess::Reading& raw) {
    heard();
    if (is_said_twice(raw)) saw_own(raw);
}

} // namespace ansage::devices::sentio
