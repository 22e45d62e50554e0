// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/certabo/driver.hpp"

#include <algorithm>

namespace ansage::devices::certabo {

using chess::Reading;

namespace {

// After so many frames pieces that are not learnt are worth a word.
constexpr std::size_t patient_frames = 12;

bool has_kings(const Reading& reading) {
    return std::ranges::count_if(reading.squares, [](chess::SquareReading seen) {
               const auto piece = seen.piece();
               return piece && piece->role == chess::Role::king;
           }) == 2;
}

} // namespace

CertaboDriver::CertaboDriver(const BoardOptions& options, LineTime time)
    : ScanningDriver({.kind = BoardKind::identity, .name = "Certabo"}, options, time) {}

std::optional<base::Error> CertaboDriver::problem() const {
    if (!chips_.empty() || unlearnt_ < patient_frames) return std::nullopt;
    return base::Error{
        base::phrase("the chips of these pieces are not known"),
        "",
        base::phrase("set up the start position, spare queens on d6 and d3, and wait a moment")};
}

void CertaboDriver::read(std::span<const std::byte> bytes) {
    reader_.receive(
        bytes,
        [this](std::span<const std::uint8_t> numbers) { on_frame(frame_of(numbers)); },
        [this] { damaged_unchecked(); }
    );
}

void CertaboDriver::on_frame(const Frame& frame) {
    heard();
    Reading raw = reading_of(frame, chips_);
    if (!has_kings(raw)) { // another set, or one that is not known yet
        ++unlearnt_;
        Frame players = frame;
        if (turning().is_turned()) std::ranges::reverse(players);
        if (calibration_.add(players)) {
            chips_ = calibration_.chips();
            raw = reading_of(frame, chips_);
        }
    }
    if (!chips_.empty() && is_said_twice(raw)) saw_own(raw);
}

} // namespace ansage::devices::certabo
