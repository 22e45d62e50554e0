// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of a Chessnut board: asked once to report, it does so all the time.
#pragma once

#include "devices/board/board.hpp"
#include "devices/chessnut/protocol.hpp"

namespace ansage::devices::chessnut {

struct SimulatorSettings {
    chess::Reading start;
    bool is_turned = false; // the board lies the wrong way round
    // Absent: two reports when it is asked and after every act, for runs in virtual time.
    std::optional<base::Millis> report_every = base::Millis{150};
};

// Of BlurSensor this board makes a phantom lift: it has no way to say that it is unsure.
class ChessnutSimulator final : public Simulator {
public:
    explicit ChessnutSimulator(SimulatorSettings settings, base::Instant now = {});

    [[nodiscard]] BoardKind kind() const override { return BoardKind::identity; }

    void receive(std::span<const std::byte> bytes, base::Instant now) override;
    void do_hand(const HandAct& act, base::Instant now) override;
    void on_time(base::Instant now) override;
    [[nodiscard]] std::optional<base::Instant> next_deadline() const override;

    [[nodiscard]] const chess::Reading& truth() const override { return truth_; }

private:
    void say_board();

    SimulatorSettings settings_;
    chess::Reading truth_;
    chess::SquareSet blurred_;
    bool is_plugged_ = true;
    bool is_reporting_ = false;
    std::vector<std::byte> heard_; // of a command
    std::uint32_t reports_ = 0;
    base::Instant next_report_;
};

} // namespace ansage::devices::chessnut
