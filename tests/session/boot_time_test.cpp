// SPDX-License-Identifier: GPL-3.0-or-later
// The clock that stamps inputs: it counts through a suspend, and nobody can set it.
#include "session/boot_time.hpp"
#include "support/catch.hpp"

#include <array>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

// What was added to each of the system's clocks since the test began.
std::array<std::time_t, 16> shifts{};

} // namespace

// In the place of the C library's: this program's clocks go as the tests want.
extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
    const long result = ::syscall(SYS_clock_gettime, clock, time);
    if (clock >= 0 && static_cast<std::size_t>(clock) < shifts.size())
        time->tv_sec += shifts.at(static_cast<std::size_t>(clock));
    return static_cast<int>(result);
}

namespace ansage::session {
namespace {

using base::Instant;
using base::Millis;
using namespace std::chrono_literals;

class Shifts {
public:
    Shifts() { shifts.fill(0); }

    Shifts(const Shifts&) = delete;
    Shifts& operator=(const Shifts&) = delete;
    Shifts(Shifts&&) = delete;
    Shifts& operator=(Shifts&&) = delete;

    ~Shifts() { shifts.fill(0); }

    static void add(clockid_t clock, std::time_t seconds) {
        shifts.at(static_cast<std::size_t>(clock)) += seconds;
    }
};

TEST_CASE("A wall clock that is set forwards or back changes nothing") {
    const Shifts guard;
    const TableTime time{Instant{5s}};
    const Instant before = time.now();
    Shifts::add(CLOCK_REALTIME, GENERATE(-86'400, 3'600));
    CHECK(time.now() >= before);
    CHECK(time.now() - before < 60s);
}

TEST_CASE("An hour of suspend is an hour") {
    const Shifts guard;
    const TableTime time{Instant{}};
    // While the machine sleeps, CLOCK_BOOTTIME goes on, CLOCK_MONOTONIC does not.
    Shifts::add(CLOCK_BOOTTIME, 3'600);
    CHECK(time.now() >= Instant{1h});
    CHECK(time.now() < Instant{1h + 60s});
}

TEST_CASE("The table's time goes on from where it was, by the clock it is given") {
    Millis clock{7'000'000};
    const TableTime time{Instant{90s}, [&clock] { return clock; }};
    CHECK(time.now() == Instant{90s});
    clock += 2h + 1ms;
    CHECK(time.now() == Instant{90s + 2h + 1ms});
}

} // namespace
} // namespace ansage::session
