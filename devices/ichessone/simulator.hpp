// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of an iChessOne board: it answers, and reports changes once it has been told to.
#pragma once

#include "devices/board/scanning_simulator.hpp"
#include "devices/ichessone/protocol.hpp"

#include <string>

namespace ansage::devices::ichessone {

// In virtual time it reports them before.
class IChessOneSimulator final : public ScanningSimulator {
public:
    explicit IChessOneSimulator(
        const SimulatedBoard& board, LineTime time = LineTime::real, base::Instant now = {}
    );

    void receive(std::span<const std::byte> bytes, base::Instant now) override;

private:
    void say_scan() override;
    void after_act(bool has_changed) override;
    void obey(Command command);

    void unplugged() override { reports_changes_ = false; }

    bool reports_changes_;
    std::string heard_; // of a command
};

} // namespace ansage::devices::ichessone
