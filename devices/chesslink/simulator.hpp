// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of a ChessLink board.
#pragma once

#include "devices/board/scanning_simulator.hpp"
#include "devices/chesslink/protocol.hpp"

#include <array>

namespace ansage::devices::chesslink {

class ChessLinkSimulator final : public ScanningSimulator {
public:
    // `is_mirrored`: it begins each rank at its other end.
    explicit ChessLinkSimulator(
        const SimulatedBoard& board,
        LineTime time = LineTime::real,
        base::Instant now = {},
        bool is_mirrored = false
    );

    void receive(std::span<const std::byte> bytes, base::Instant now) override;

private:
    void answer(char letter, std::string_view data);
    void write(std::string_view data);
    void read(std::string_view data);
    void say_scan() override;
    void after_act(bool has_changed) override;

    void plugged() override { reader_.reset(); }

    std::optional<base::Millis> scan_every() const override;
    void say(const Message& message);

    bool is_mirrored_;
    FrameReader reader_{command_size};
    std::array<std::uint8_t, 256> kept_{};
};

} // namespace ansage::devices::chesslink
