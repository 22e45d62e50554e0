// SPDX-License-Identifier: GPL-3.0-or-later
// A driver and a simulator with a real line between them, moved by hand instead of by an event
// loop: for `demo --speed max`, where time is virtual and steps on only when every byte written has
// been read at the other end.
#pragma once

#include "devices/board/board.hpp"
#include "devices/transport/pty.hpp"

#include <vector>

namespace ansage::devices {

// Writes all bytes at one end and reads as many at the other; they are appended to `arrived`. No
// step may stand still for longer than `limit`: only a broken line does, but a machine that is busy
// with other things may for seconds. One system call each way for bursts of up to 2 KiB.
[[nodiscard]] base::Result<void, StreamError> carry(
    std::span<const std::byte> bytes,
    Stream& from,
    Stream& to,
    std::vector<std::byte>& arrived,
    base::Millis limit = base::Millis{30'000}
);

// A driver, a simulator and the pty between them. Both must outlive it.
class Link {
public:
    Link(Driver& driver, Simulator& simulator, Pty pty)
        : driver_(&driver),
          simulator_(&simulator),
          pty_(std::move(pty)) {}

    // Carries bytes to and fro until neither end has anything left to say at this instant.
    [[nodiscard]] base::Result<void, StreamError> pump(base::Instant now);

    // The earlier of the two ends' deadlines.
    std::optional<base::Instant> next_deadline() const;

    // Lets time come to both ends, then pumps.
    [[nodiscard]] base::Result<void, StreamError> on_time(base::Instant now);

    const Pty& pty() const { return pty_; }

private:
    [[nodiscard]] base::Result<bool, StreamError> carry_to_host(base::Instant now);
    [[nodiscard]] base::Result<bool, StreamError> carry_to_board(base::Instant now);

    Driver* driver_;
    Simulator* simulator_;
    Pty pty_;
    std::vector<std::byte> arrived_;
};

} // namespace ansage::devices
