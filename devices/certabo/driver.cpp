// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/certabo/driver.hpp"

#include <algorithm>

namespace ansage::devices::certabo {

using chess::Reading;

namespace {

// Some seconds of frames, after which pieces that are not learnt are worth a word.
constexpr std::size_t patient_frames = 30;

bool has_kings(const Reading& reading) {
    return std::ranges::count_if(
               reading.squares,
               [](chess::SquareReading seen) {
                   const auto piece = seen.piece();
                   return piece && piece->role == chess::Role::king;
               }
           ) == 2;
}

} // namespace

CertaboDriver::CertaboDriver(DriverSettings settings)
    : ScanningDriver({.poll_every = base::Millis{1000}, .lost_after = settings.lost_after}),
      turning_(settings.orientation),
      chips_(std::move(settings.chips)) {}

std::optional<base::Error> CertaboDriver::problem() const {
    if (!chips_.empty() || unlearnt_ < patient_frames) return std::nullopt;
    return base::Error{
        base::phrase("the chips of these pieces are not known"),
        "",
        base::phrase("set up the start position, spare queens on d6 and d3, and wait a moment")};
}

void CertaboDriver::reset() {
    reader_.reset();
    once_.reset();
}

void CertaboDriver::read(std::span<const std::byte> bytes) {
    reader_.receive(
        bytes,
        [this](std::span<const std::uint8_t> numbers) { on_frame(frame_of(numbers)); },
        [this] {
            ++damages_;
            once_.reset();
        }
    );
}

void CertaboDriver::on_frame(const Frame& frame) {
    info_.name = "Certabo";
    heard();
    Reading raw = reading_of(frame, chips_);
    if (!has_kings(raw)) { // another set, or one that is not known yet
        ++unlearnt_;
        Frame players = frame;
        if (turning_.is_turned()) std::ranges::reverse(players);
        if (calibration_.add(players)) {
            chips_ = calibration_.chips();
            raw = reading_of(frame, chips_);
        }
    }
    if (chips_.empty()) return;
    if (once_ == raw) {
        if (turning_.look(raw)) {
            emit(Turned{turning_.is_turned()});
            say_whole();
        }
        saw(turning_.to_players(raw));
    }
    once_ = raw;
}

} // namespace ansage::devices::certabo
