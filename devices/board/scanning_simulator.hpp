// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of a board that says again and again what stands on all its squares. When it says so,
// and in which bytes, its own folder knows.
#pragma once

#include "devices/board/board.hpp"

namespace ansage::devices {

// Of BlurSensor such a board makes a phantom lift: it has no way to say that it is unsure. It has
// no clock, and no buttons that a host hears of.
class ScanningSimulator : public Simulator {
public:
    BoardKind kind() const final { return kind_; }

    void do_hand(const HandAct& act, base::Instant now) final;
    void on_time(base::Instant now) final;
    std::optional<base::Instant> next_deadline() const final;

    const chess::Reading& truth() const final { return truth_; }

protected:
    // Without `scan_every` it does not speak by itself.
    ScanningSimulator(
        BoardKind kind,
        const SimulatedBoard& board,
        base::Instant now,
        std::optional<base::Millis> scan_every = std::nullopt
    )
        : kind_(kind),
          scan_every_(scan_every),
          truth_(board.start),
          is_turned_(board.is_turned),
          next_scan_(now) {}

    // In virtual time it says what changes, and nothing in between.
    static std::optional<base::Millis> scans(LineTime time, base::Millis every) {
        return time == LineTime::real ? std::optional{every} : std::nullopt;
    }

    // Says what stands there, if it can.
    virtual void say_scan() = 0;

    // As it is now.
    virtual std::optional<base::Millis> scan_every() const { return scan_every_; }

    // After every act; `has_changed`: of what it sees.
    virtual void after_act(bool has_changed) = 0;

    virtual void plugged() {}

    virtual void unplugged() {}

    bool is_plugged() const { return is_plugged_; }

    // What it sees of the players' square.
    chess::SquareReading seen(chess::Square square) const;
    // The board's own square.
    chess::Square own(chess::Square square) const;
    // All of it, in its own squares.
    chess::Reading scan() const;

    void scan_from(base::Instant now) { next_scan_ = now; }

    void say_scans(unsigned count);

private:
    BoardKind kind_;
    std::optional<base::Millis> scan_every_;
    chess::Reading truth_;
    bool is_turned_; // the board lies the wrong way round
    chess::SquareSet blurred_;
    bool is_plugged_ = true;
    base::Instant next_scan_;
};

} // namespace ansage::devices
