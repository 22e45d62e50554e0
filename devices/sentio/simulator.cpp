// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/sentio/simulator.hpp"

namespace ansage::devices::sentio {

using base::Instant;

SentioSimulator::SentioSimulator(const SimulatorSettings& settings, Instant now)
    : ScanningSimulator(settings.start, settings.is_turned, now),
      frame_every_(settings.frame_every) {
    SentioSimulator::after_act(true);
}

void SentioSimulator::after_act(bool /*has_changed*/) {
    if (!frame_every_) say_scans(2);
}

void SentioSimulator::say_scan() {
    if (is_plugged()) send(encode(scan()));
}

} // namespace ansage::devices::sentio
