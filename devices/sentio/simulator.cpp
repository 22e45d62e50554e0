// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/sentio/simulator.hpp"

namespace ansage::devices::sentio {

SentioSimulator::SentioSimulator(const SimulatedBoard& board, LineTime time, base::Instant now)
    : ScanningSimulator(BoardKind::occupancy, board, now, scans(time, base::Millis{100})) {
    SentioSimulator::after_act(true);
}

void SentioSimulator::after_act(bool /*has_changed*/) {
    if (!scan_every()) say_scans(2);
}

void SentioSimulator::say_scan() {
    if (is_plugged()) send(encode(scan()));
}

} // namespace ansage::devices::sentio
