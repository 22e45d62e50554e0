// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/board/scanning.hpp"

#include <algorithm>

namespace ansage::devices {

using base::Instant;
using chess::Reading;
using chess::Square;
using chess::SquareReading;

void ScanningDriver::start(Instant now) {
    now_ = now;
    line_ = Line::calling;
    must_show_ = true;
    last_asked_ = now;
    reset();
    ask();
}

void ScanningDriver::receive(std::span<const std::byte> bytes, Instant now) {
    if (line_ != Line::closed) {
        now_ = now;
        read(bytes);
    }
}

void ScanningDriver::on_time(Instant now) {
    if (line_ == Line::closed) return;
    now_ = now;
    if (line_ == Line::live && now - last_heard_ >= timing_.lost_after) {
        lose();
        line_ = Line::calling;
    }
    if (now - last_asked_ >= timing_.poll_every) {
        last_asked_ = now;
        ask();
    }
}

void ScanningDriver::hung_up(Instant /*now*/) {
    line_ = Line::closed;
    lose();
}

void ScanningDriver::request_state(Instant now) {
    must_show_ = true;
    last_asked_ = now;
    ask();
}

std::optional<Instant> ScanningDriver::next_deadline() const {
    if (line_ == Line::closed) return std::nullopt;
    const Instant ask_at = last_asked_ + timing_.poll_every;
    return line_ == Line::live ? std::min(ask_at, last_heard_ + timing_.lost_after) : ask_at;
}

void ScanningDriver::lose() {
    if (!is_lost_ && shown_) {
        is_lost_ = true;
        emit(Lost{});
    }
}

void ScanningDriver::heard() {
    last_heard_ = now_;
    line_ = Line::live;
    if (is_lost_) {
        is_lost_ = false;
        must_show_ = true;
        emit(Back{});
    }
}

void ScanningDriver::damaged() {
    constexpr base::Millis noisy_for{3000};
    noisy_until_ = now_ + noisy_for;
    doubted_.reset();
}

void ScanningDriver::saw(const Reading& reading) {
    const bool is_noisy = noisy_until_ && now_ < *noisy_until_;
    if (is_noisy && reading != shown_ && std::exchange(doubted_, reading) != reading) {
        ask_again();
        return;
    }
    const std::optional<Reading> before = std::exchange(shown_, reading);
    if (std::exchange(must_show_, false) || !before) emit(Shows{reading});
    else tell_changes(*before, reading);
}

// Within one scan a piece was lifted before it was placed.
void ScanningDriver::tell_changes(const Reading& before, const Reading& after) {
    for (unsigned index = 0; index < 64; ++index) {
        const Square square = Square::from_index(index);
        if (after[square].is_empty() && !before[square].is_empty())
            emit(Lifted{square, before[square].piece()});
    }
    for (unsigned index = 0; index < 64; ++index) {
        const Square square = Square::from_index(index);
        if (after[square] != before[square] && after[square].is_occupied())
            emit(Placed{square, after[square].piece()});
    }
}

} // namespace ansage::devices
