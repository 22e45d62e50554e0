// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/chessnut/simulator.hpp"

#include <algorithm>

namespace ansage::devices::chessnut {

using base::Instant;

namespace {

constexpr unsigned simulated_percent = 83;

} // namespace

ChessnutSimulator::ChessnutSimulator(const SimulatedBoard& board, LineTime time, Instant now)
    : ScanningSimulator(BoardKind::identity, board, now, scans(time, base::Millis{150})) {}

void ChessnutSimulator::receive(std::span<const std::byte> bytes, Instant now) {
    heard_.insert(heard_.end(), bytes.begin(), bytes.end());
    const auto takes = [&](Command command) {
        const auto expected = encode(command);
        const bool is_it = heard_.size() >= expected.size() &&
            std::equal(expected.begin(), expected.end(), heard_.begin());
        if (is_it) {
            heard_.erase(
                heard_.begin(), heard_.begin() + static_cast<std::ptrdiff_t>(expected.size())
            );
        }
        return is_it;
    };
    while (heard_.size() >= encode(Command::report).size()) {
        if (takes(Command::report)) {
            if (!is_reporting_) scan_from(now);
            is_reporting_ = is_plugged();
            after_act(true);
        } else if (!takes(Command::battery)) {
            heard_.erase(heard_.begin());
        } else if (is_plugged()) {
            send(devices::encode(format, Battery{.percent = simulated_percent}));
        }
    }
}

void ChessnutSimulator::after_act(bool /*has_changed*/) {
    if (!ScanningSimulator::scan_every()) say_scans(2);
}

void ChessnutSimulator::say_scan() {
    if (is_reporting_) {
        // The tail counts on; what it means is not described.
        send(encode(scan(), ++reports_));
    }
}

} // namespace ansage::devices::chessnut
