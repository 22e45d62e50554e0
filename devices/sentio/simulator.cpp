// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/sentio/simulator.hpp"

namespace ansage::devices::sentio {

SentioSimulator::SentioSimulator(const SimulatedBoard& board, LineTime time, base::Instant now)
    : ScanningSimulator(board, now) {
    if (time == LineTime::virtual_time) frame_every_.reset();
    SentioSimulator::after_act(true);
}

void SentioSimulator::after_act(bool /*has_changed*/) {
    if (!frame_every_) say_scans(2);
}

void SentioSimulator::say_scan() {
    if (is_plugged()) send(encode(scan()));
}

} // namespace ansage::devices::sentio
