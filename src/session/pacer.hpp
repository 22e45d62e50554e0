// How time passes: as it does, faster, or from one planned instant to the next.
#pragma once

#include "base/instant.hpp"

#include <memory>
#include <optional>

namespace ansage::session {

class Pacer {
public:
    Pacer() = default;
    Pacer(const Pacer&) = delete;
    Pacer& operator=(const Pacer&) = delete;
    Pacer(Pacer&&) = delete;
    Pacer& operator=(Pacer&&) = delete;
    virtual ~Pacer() = default;

    // Returns at that instant, or before it when the descriptor it watches is readable. The instant
    // it is then; absent if the user wants to stop.
    [[nodiscard]] virtual std::optional<base::Instant> wait_until(base::Instant instant) = 0;
};

// Steps at once. `begin` is the instant it is now.
[[nodiscard]] std::unique_ptr<Pacer> make_virtual_pacer(base::Instant begin);

// CLOCK_BOOTTIME, `speed` times as fast; Ctrl-C and SIGTERM stop. `watched` is a descriptor, or -1.
[[nodiscard]] std::unique_ptr<Pacer>
make_real_pacer(base::Instant begin, double speed, int watched);

} // namespace ansage::session
