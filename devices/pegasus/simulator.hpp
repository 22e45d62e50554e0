// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of a DGT Pegasus: it answers, and reports changes once it has been told to.
#pragma once

#include "devices/board/scanning_simulator.hpp"
#include "devices/pegasus/protocol.hpp"

namespace ansage::devices::pegasus {

// In virtual time it reports them unasked.
class PegasusSimulator final : public ScanningSimulator {
public:
    explicit PegasusSimulator(
        const SimulatedBoard& board, LineTime time = LineTime::real, base::Instant now = {}
    );

    void receive(std::span<const std::byte> bytes, base::Instant now) override;

private:
    void say_scan() override;
    void after_act(bool has_changed) override;
    void hear(std::byte byte);
    void obey(Command command);
    chess::Reading seen_now() const;

    void unplugged() override { reports_changes_ = false; }

    bool is_reporting_by_itself_;
    bool reports_changes_;
    chess::Reading told_; // in its own squares
    std::vector<std::byte> heard_; // of a long command
    base::Instant heard_at_;
};

} // namespace ansage::devices::pegasus
