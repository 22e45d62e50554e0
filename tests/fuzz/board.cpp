// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes to the driver of the board ANSAGE_BOARD, in any pieces: it never breaks, and after an
// honest word from its board it knows what stands there.
#include "base/check.hpp"
#include "chess/position.hpp"
#include "devices/boards/boards.hpp"
#include "devices/support/faults.hpp"

using namespace ansage;
using namespace ansage::devices;
using ansage::devices::testing::Bytes;
using ansage::devices::testing::World;

namespace {

constexpr base::Millis honest_for{10'000};

// The first byte of a piece is its length and how much time passes.
void feed(Driver& driver, World& world, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto size =
            std::min<std::size_t>(std::to_integer<std::size_t>(bytes[0]), bytes.size() - 1);
        world.pass(base::Millis{std::to_integer<std::int64_t>(bytes[0])});
        driver.receive(bytes.subspan(1, size), world.now());
        bytes = bytes.subspan(1 + size);
        for (const SensorEvent& event : world.take_events())
            ANSAGE_CHECK(!to_string(event).empty());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const BoardRow& row = *find_board(ANSAGE_BOARD);
    const SimulatedBoard board{.start = chess::Position{}.reading()};
    const auto driver = row.make_driver({.orientation = Orientation::straight}, LineTime::real);
    const auto simulator = row.make_simulator(board, LineTime::real, {});
    World world(*driver, *simulator);
    world.set_wire([](const Bytes&) { return Bytes{}; });
    world.start();
    feed(*driver, world, std::as_bytes(std::span{data, size}));
    driver->hung_up(world.now());
    world.mend_wire();
    world.start();
    world.pass(honest_for);
    const chess::Reading& truth = simulator->truth();
    const bool knows = driver->kind() == BoardKind::identity;
    ANSAGE_CHECK(driver->reading() == (knows ? truth : chess::occupancy_of(truth)));
    return 0;
}
