// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of a Certabo board: it says its chips all the time, asked or not.
#pragma once

#include "devices/board/scanning_simulator.hpp"
#include "devices/certabo/protocol.hpp"

namespace ansage::devices::certabo {

// The chips of the simulated set: one a kind of piece and file, in the order of the start.
Chips simulated_chips();

// A set has no more pieces than its chips: further ones of a kind have the chip of the last. In
// virtual time it says frames after every act, and enough of them at first.
class CertaboSimulator final : public ScanningSimulator {
public:
    explicit CertaboSimulator(
        const SimulatedBoard& board, LineTime time = LineTime::real, base::Instant now = {}
    );

    // What hosts send are patterns for its lights.
    void receive(std::span<const std::byte> /*bytes*/, base::Instant /*now*/) override {}

private:
    void say_scan() override;
    void after_act(bool has_changed) override;

    unsigned noise_ = 0; // of empty squares
};

} // namespace ansage::devices::certabo
