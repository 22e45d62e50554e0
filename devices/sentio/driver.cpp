// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/sentio/driver.hpp"

namespace ansage::devices::sentio {

using chess::Reading;

SentioDriver::SentioDriver(DriverSettings settings)
    : ScanningDriver({.poll_every = base::Millis{1000}, .lost_after = settings.lost_after}),
      turning_(settings.orientation) {}

void SentioDriver::reset() {
    reader_.reset();
    once_.reset();
}

void SentioDriver::read(std::span<const std::byte> bytes) {
    reader_.receive(
        bytes,
        [this](std::span<const std::uint8_t> numbers) { on_frame(reading_of(numbers)); },
        [this] {
            ++damages_;
            once_.reset();
        }
    );
}

void SentioDriver::on_frame(const Reading& raw) {
    info_.name = "Tabutronic Sentio";
    heard();
    if (once_ == raw) saw(turning_.to_players(raw));
    once_ = raw;
}

} // namespace ansage::devices::sentio
