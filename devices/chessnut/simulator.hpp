// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of a Chessnut board: asked once to report, it does so all the time.
#pragma once

#include "devices/board/scanning_simulator.hpp"
#include "devices/chessnut/protocol.hpp"

namespace ansage::devices::chessnut {

// In virtual time it says two reports when it is asked and after every act.
class ChessnutSimulator final : public ScanningSimulator {
public:
    explicit ChessnutSimulator(
        const SimulatedBoard& board, LineTime time = LineTime::real, base::Instant now = {}
    );

    void receive(std::span<const std::byte> bytes, base::Instant now) override;

private:
    void say_scan() override;
    void after_act(bool has_changed) override;

    void unplugged() override { is_reporting_ = false; }

    std::optional<base::Millis> scan_every() const override {
        return is_reporting_ ? ScanningSimulator::scan_every() : std::nullopt;
    }

    bool is_reporting_ = false;
    std::vector<std::byte> heard_; // of a command
    std::uint32_t reports_ = 0;
};

} // namespace ansage::devices::chessnut
