// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/position.hpp"
#include "devices/pegasus/driver.hpp"
#include "devices/pegasus/simulator.hpp"
#include "devices/support/byte_log.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::pegasus;
using namespace ansage::devices::testing;

namespace {

const std::string start_text = "shows xxxxxxxx/xxxxxxxx/8/8/8/8/xxxxxxxx/xxxxxxxx";
const std::vector<std::byte> key{std::byte{0x12}, std::byte{0x34}};

struct Table {
    explicit Table(BoardOptions near = {}, bool is_turned = false)
        : driver(near),
          simulator({.start = chess::Position{}.reading(), .is_turned = is_turned}),
          world(driver, simulator) {
        world.start();
        world.pass(base::Millis{1600});
    }

    void act(std::string_view line) {
        world.act(parse_hand_act(line).value());
        world.pass(base::Millis{10});
    }

    PegasusDriver driver;
    PegasusSimulator simulator;
    World world;
};

} // namespace

TEST_CASE("Pegasus byte logs give the events that they name") {
    PegasusDriver driver;
    ByteLog(driver, "pegasus-vectors.log").run();
    CHECK(driver.info().serial == "P000000001");
}

TEST_CASE("a Pegasus tells what hands do, a victim that is replaced at once too") {
    Table table;
    CHECK(table.world.take_event_text() == start_text);
    table.act("lifts e2");
    table.act("places e4 P");
    CHECK(table.world.take_event_text() == "lifts e2; places e4");
    table.world.act(*parse_hand_act("lifts d7"));
    table.world.act(*parse_hand_act("places d7 Q"));
    table.act("unsure d7");
    CHECK(table.world.take_event_text() == "lifts d7; places d7; lifts d7");
    CHECK(!table.driver.beep(base::Millis{100}));
    table.world.pass(base::Millis{2000});
    CHECK(table.driver.info() == DeviceInfo{"DGT Pegasus", "1.00", "P000000001"});
    CHECK(table.simulator.take_shown().empty());
}

TEST_CASE("a Pegasus is shown the key of whoever has one, and only that") {
    Table table({.key = key});
    CHECK(table.world.take_event_text() == start_text);
    CHECK(table.simulator.take_shown() == std::vector<std::string>{"developer key"});
}

TEST_CASE("a Pegasus that is said to lie turned is turned") {
    Table table({.orientation = Orientation::turned}, true);
    table.world.take_events();
    table.act("lifts e2");
    CHECK(table.world.take_event_text() == "lifts e2");
}

TEST_CASE("a Pegasus that was switched off is told again to report when it is back") {
    Table table;
    table.world.take_events();
    table.act("lost");
    table.world.pass(base::Millis{5000});
    CHECK(table.world.take_event_text() == "lost");
    table.act("lifts e2");
    table.act("back");
    table.world.pass(base::Millis{3000});
    CHECK(
        table.world.take_event_text() == "back; shows xxxxxxxx/xxxxxxxx/8/8/8/8/xxxx1xxx/xxxxxxxx"
    );
    table.act("lifts d2");
    CHECK(table.world.take_event_text() == "lifts d2");
}
