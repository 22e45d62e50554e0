// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes to the DGT driver, in any pieces: it never breaks, never writes what would harm a
// board, and after an honest dump it knows the board.
#include "base/check.hpp"
#include "devices/dgt/driver.hpp"
#include "devices/dgt/simulator.hpp"

#include <algorithm>
#include <cstdint>

using namespace ansage;
using namespace ansage::devices;

namespace {

void check_harmless(const std::vector<std::byte>& output) {
    dgt::DgtSimulator board({.start = {}});
    board.receive(output, {});
    ANSAGE_CHECK(!board.was_mistreated());
}

void feed(dgt::DgtDriver& driver, std::span<const std::byte> bytes) {
    base::Instant now;
    while (!bytes.empty()) {
        // The first byte of a piece is its length and how much time passes.
        const auto size =
            std::min<std::size_t>(std::to_integer<std::size_t>(bytes[0]), bytes.size() - 1);
        now = now + base::Millis{std::to_integer<std::int64_t>(bytes[0]) * 16};
        driver.on_time(now);
        driver.receive(bytes.subspan(1, size), now);
        bytes = bytes.subspan(1 + size);
        for (const SensorEvent& event : driver.take_events())
            ANSAGE_CHECK(!to_string(event).empty());
        check_harmless(driver.take_output());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    dgt::DgtDriver driver;
    driver.start({});
    feed(driver, std::as_bytes(std::span{data, size}));
    const base::Instant later{base::Millis{10'000'000}};
    driver.hung_up(later);
    driver.start(later);
    dgt::DgtSimulator board({.start = {}}, later);
    board.receive(driver.take_output(), later);
    driver.receive(board.take_output(), later);
    ANSAGE_CHECK(driver.reading() == chess::Reading{});
    return 0;
}
