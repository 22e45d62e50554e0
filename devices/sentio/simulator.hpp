// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of a Sentio: it says what stands on it all the time, asked or not.
#pragma once

#include "devices/board/board.hpp"
#include "devices/sentio/protocol.hpp"

namespace ansage::devices::sentio {

struct SimulatorSettings {
    chess::Reading start;
    bool is_turned = false; // the board lies the wrong way round
    // Absent: two frames after every act, for runs in virtual time.
    std::optional<base::Millis> frame_every = base::Millis{100};
};

// Of BlurSensor this board makes a phantom lift: it has no way to say that it is unsure.
class SentioSimulator final : public Simulator {
public:
    explicit SentioSimulator(SimulatorSettings settings, base::Instant now = {});

    [[nodiscard]] BoardKind kind() const override { return BoardKind::occupancy; }

    // What hosts send are patterns for its lights.
    void receive(std::span<const std::byte> /*bytes*/, base::Instant /*now*/) override {}

    void do_hand(const HandAct& act, base::Instant now) override;
    void on_time(base::Instant now) override;
    [[nodiscard]] std::optional<base::Instant> next_deadline() const override;

    [[nodiscard]] const chess::Reading& truth() const override { return truth_; }

private:
    void say_frame();

    SimulatorSettings settings_;
    chess::Reading truth_;
    chess::SquareSet blurred_;
    bool is_plugged_ = true;
    base::Instant next_frame_;
};

} // namespace ansage::devices::sentio
