// SPDX-License-Identifier: GPL-3.0-or-later
// How time passes: as it does, faster, or from one planned instant to the next.
#pragma once

#include "base/instant.hpp"
#include "base/interface.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace boost::asio {
class io_context;
}

namespace ansage::session {

// How a wait came to its end.
enum class Waited : std::uint8_t {
    reached, // the instant is there, or somebody woke it
    stopped, // the user wants to stop
    never, // time is virtual, and nothing is planned
};

class Pacer : public base::Interface {
public:
    [[nodiscard]] virtual base::Instant now() const = 0;

    // Returns at that instant, or before it when woken; without one, when woken.
    [[nodiscard]] virtual Waited wait_until(std::optional<base::Instant> instant) = 0;

    // Lets handlers that are due run, so that nobody's bytes wait while others have turns.
    // reached: go on.
    [[nodiscard]] virtual Waited look() = 0;

    // From now on it wakes when that descriptor can be read. The caller keeps it open.
    virtual void watch(int descriptor) = 0;
    // The wait that runs, or else the next, is over at once. On the session's thread only.
    virtual void wake() = 0;

    // From now on time passes so many times as fast; nothing changes where it is virtual.
    virtual void set_speed(double /*speed*/) {}
};

// What Ctrl-C, SIGTERM and SIGHUP do while time is virtual.
enum class OnSignal : std::uint8_t { ends_program, stops };

// Steps at once. `begin` is the instant it is now.
[[nodiscard]] std::unique_ptr<Pacer>
make_virtual_pacer(base::Instant begin, OnSignal on_signal = OnSignal::ends_program);

// CLOCK_BOOTTIME, `speed` times as fast; Ctrl-C, SIGTERM and SIGHUP stop. Whoever has handlers of
// its own on `context`, which must outlive the pacer, is served while the pacer waits.
[[nodiscard]] std::unique_ptr<Pacer>
make_real_pacer(boost::asio::io_context& context, base::Instant begin, double speed = 1.0);

} // namespace ansage::session
