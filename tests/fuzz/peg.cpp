// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes to the peg board's driver, in any pieces: it never breaks, and after an honest state it
// knows the board.
#include "base/check.hpp"
#include "devices/peg/driver.hpp"
#include "devices/peg/simulator.hpp"

#include <algorithm>
#include <cstdint>

using namespace ansage;
using namespace ansage::devices;

namespace {

void feed(peg::PegDriver& driver, std::span<const std::byte> bytes) {
    base::Instant now;
    while (!bytes.empty()) {
        // The first byte of a piece is its length and how much time passes.
        const auto size =
            std::min<std::size_t>(std::to_integer<std::size_t>(bytes[0]), bytes.size() - 1);
        now = now + base::Millis{std::to_integer<std::int64_t>(bytes[0])};
        driver.on_time(now);
        driver.receive(bytes.subspan(1, size), now);
        bytes = bytes.subspan(1 + size);
        for (const SensorEvent& event : driver.take_events())
            ANSAGE_CHECK(!to_string(event).empty());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    peg::PegDriver driver;
    driver.start({});
    feed(driver, std::as_bytes(std::span{data, size}));
    // An honest board, plugged in after all this.
    const base::Instant later{base::Millis{10'000'000}};
    driver.hung_up(later);
    driver.start(later);
    peg::PegSimulator board({.kind = BoardKind::identity, .start = {}}, later);
    const std::array line_end{std::byte{'\n'}};
    driver.receive(line_end, later);
    driver.receive(board.take_output(), later);
    ANSAGE_CHECK(driver.reading() == chess::Reading{});
    return 0;
}
