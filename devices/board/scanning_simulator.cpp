// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of a board that says again and again what stands on all its squares.
#include "devices/board/scanning_simulator.hpp"

#include "base/overloaded.hpp"
#include "devices/board/turning.hpp"

namespace ansage::devices {

using base::Instant;
using chess::Reading;
using chess::Square;
using chess::SquareReading;

void ScanningSimulator::do_hand(const HandAct& act, Instant now) {
    bool has_changed = true;
    std::visit(
        base::Overloaded{
            [&](const Lift& a) {
                truth_[a.square] = SquareReading::empty();
                blurred_.erase(a.square);
            },
            [&](const Place& a) {
                truth_[a.square] =
                    a.piece ? SquareReading::of(*a.piece) : SquareReading::occupied();
                blurred_.erase(a.square);
            },
            [&](const SetBoard& a) {
                truth_ = a.reading;
                blurred_ = {};
            },
            [&](const BlurSensor& a) { blurred_.insert(a.square); },
            [&](const PullCable&) {
                has_changed = false;
                is_plugged_ = false;
                unplugged();
                discard_output();
            },
            [&](const PlugCable&) {
                has_changed = false;
                is_plugged_ = true;
                plugged();
                next_scan_ = now;
            },
            [&](const auto&) { has_changed = false; },
        },
        act
    );
    after_act(has_changed);
}

void ScanningSimulator::on_time(Instant now) {
    while (scan_every() && next_scan_ <= now) {
        say_scan();
        next_scan_ = next_scan_ + *scan_every();
    }
    if (!scan_every()) next_scan_ = now;
}

std::optional<Instant> ScanningSimulator::next_deadline() const {
    return scan_every() ? std::optional{next_scan_} : std::nullopt;
}

SquareReading ScanningSimulator::seen(Square square) const {
    return blurred_.contains(square) ? SquareReading::empty() : truth_[square];
}

Square ScanningSimulator::own(Square square) const {
    return is_turned_ ? turned_round(square) : square;
}

Reading ScanningSimulator::scan() const {
    Reading scan;
    for (const Square square : chess::all_squares) scan[own(square)] = seen(square);
    return scan;
}

void ScanningSimulator::say_scans(unsigned count) {
    for (unsigned scan = 0; scan < count; ++scan) say_scan();
}

} // namespace ansage::devices
