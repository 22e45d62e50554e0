// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of an Ansage peg board: the reference implementation of docs/peg-board-protocol.md.
#pragma once

#include "devices/peg/protocol.hpp"

namespace ansage::devices::peg {

struct SimulatorSettings {
    BoardKind kind = BoardKind::occupancy;
    chess::Reading start; // what stands on the board at power-on
    // Absent: no state lines but on request, against the protocol, for runs in virtual time that
    // need none.
    std::optional<base::Millis> state_every = state_period;
    Features features{true, true, true, true};
    unsigned version = newest_version;
};

class PegSimulator final : public Simulator {
public:
    // Powered on at `now`: it says hello and its state.
    explicit PegSimulator(SimulatorSettings settings, base::Instant now = {});

    BoardKind kind() const override { return settings_.kind; }

    void receive(std::span<const std::byte> bytes, base::Instant now) override;
    void do_hand(const HandAct& act, base::Instant now) override;
    void on_time(base::Instant now) override;
    std::optional<base::Instant> next_deadline() const override;

    const chess::Reading& truth() const override { return truth_; }

    // What the host let it sound and shake, in order, for tests.
    const std::vector<HostMessage>& signals() const { return signals_; }

private:
    void power_on(base::Instant now);
    void handle(const HostMessage& message, base::Instant now);
    void say(BoardMessage message, base::Instant now);
    void decline_line(LineError error, base::Instant now);
    void say_hello(unsigned asked_version, base::Instant now);
    void say_state(base::Instant now);
    void signal(const HostMessage& message, bool can, std::string_view word, base::Instant now);
    void lift(chess::Square square, base::Instant now);
    void place(const Place& act, base::Instant now);
    void blur(chess::Square square, base::Instant now);
    void press(chess::Color side, base::Instant now);
    void press(Button button, base::Instant now);
    chess::SquareReading sensed(chess::Square square) const;
    std::optional<chess::Piece> told_piece(chess::SquareReading seen) const;

    SimulatorSettings settings_;
    LineReader reader_;
    chess::Reading truth_;
    chess::SquareSet blurred_;
    PressCounts counts_;
    bool is_powered_ = false;
    base::Instant powered_at_;
    base::Instant last_state_;
    unsigned next_sequence_ = 0;
    std::vector<HostMessage> signals_;
};

} // namespace ansage::devices::peg
