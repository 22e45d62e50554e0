// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/board/scanning.hpp"

#include <algorithm>

namespace ansage::devices {

using base::Instant;
using chess::Reading;
using chess::Square;

ScanningDriver::ScanningDriver(const Make& make, const BoardOptions& options, LineTime time)
    : make_(make),
      turning_(options.orientation) {
    if (time == LineTime::virtual_time) make_.poll_every = lost_after_ = never;
}

void ScanningDriver::start(Instant now) {
    now_ = now;
    line_ = Line::calling;
    must_show_ = true;
    last_asked_ = now;
    once_.reset();
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
    if (line_ == Line::live && now - last_heard_ >= lost_after_) {
        lose();
        line_ = Line::calling;
    }
    if (now - last_asked_ >= make_.poll_every) {
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
    const Instant ask_at = last_asked_ + make_.poll_every;
    return line_ == Line::live ? std::min(ask_at, last_heard_ + lost_after_) : ask_at;
}

void ScanningDriver::lose() {
    if (!is_lost_ && shown_) {
        is_lost_ = true;
        emit(Lost{});
    }
}

void ScanningDriver::heard() {
    info_.name = make_.name;
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
    ++damages_;
    noisy_until_ = now_ + noisy_for;
    doubted_.reset();
}

void ScanningDriver::damaged_unchecked() {
    ++damages_;
    once_.reset();
}

bool ScanningDriver::is_said_twice(const Reading& raw) { return std::exchange(once_, raw) == raw; }

void ScanningDriver::saw_own(const Reading& raw) {
    if (turning_.look(raw)) {
        emit(Turned{turning_.is_turned()});
        say_whole();
    }
    saw(turning_.to_players(raw));
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
    for (const Square square : chess::all_squares) {
        if (after[square].is_empty() && !before[square].is_empty())
            emit(Lifted{square, before[square].piece()});
    }
    for (const Square square : chess::all_squares) {
        if (after[square] != before[square] && after[square].is_occupied())
            emit(Placed{square, after[square].piece()});
    }
}

} // namespace ansage::devices
