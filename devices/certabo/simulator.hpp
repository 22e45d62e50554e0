// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of a Certabo board: it says its chips all the time, asked or not.
#pragma once

#include "devices/board/board.hpp"
#include "devices/certabo/protocol.hpp"

namespace ansage::devices::certabo {

struct SimulatorSettings {
    chess::Reading start;
    bool is_turned = false; // the board lies the wrong way round
    // Absent: frames after every act, and enough of them at first, for runs in virtual time.
    std::optional<base::Millis> frame_every = base::Millis{150};
};

// The chips of the simulated set: one a kind of piece and file, in the order of the start.
[[nodiscard]] Chips simulated_chips();

// Of BlurSensor this board makes a phantom lift: it has no way to say that it is unsure. A set has
// no more pieces than its chips: further ones of a kind have the chip of the last.
class CertaboSimulator final : public Simulator {
public:
    explicit CertaboSimulator(SimulatorSettings settings, base::Instant now = {});

    [[nodiscard]] BoardKind kind() const override { return BoardKind::identity; }

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
    unsigned noise_ = 0; // of empty squares
    base::Instant next_frame_;
};

} // namespace ansage::devices::certabo
