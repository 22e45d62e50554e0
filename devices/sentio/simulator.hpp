// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of a Sentio: it says what stands on it all the time, asked or not.
#pragma once

#include "devices/board/scanning_simulator.hpp"
#include "devices/sentio/protocol.hpp"

namespace ansage::devices::sentio {

// In virtual time it says two frames after every act.
class SentioSimulator final : public ScanningSimulator {
public:
    explicit SentioSimulator(
        const SimulatedBoard& board, LineTime time = LineTime::real, base::Instant now = {}
    );

    // What hosts send are patterns for its lights.
    void receive(std::span<const std::byte> /*bytes*/, base::Instant /*now*/) override {}

private:
    void say_scan() override;
    void after_act(bool has_changed) override;
};

} // namespace ansage::devices::sentio
