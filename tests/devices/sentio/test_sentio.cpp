// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/position.hpp"
#include "devices/sentio/driver.hpp"
#include "devices/sentio/simulator.hpp"
#include "devices/support/byte_log.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::sentio;
using namespace ansage::devices::testing;

namespace {

struct Table {
    explicit Table(BoardOptions near = {}, bool is_turned = false)
        : driver(near),
          simulator({.start = chess::Position{}.reading(), .is_turned = is_turned}),
          world(driver, simulator) {
        world.start();
        world.pass(base::Millis{500});
    }

    void act(std::string_view line) {
        world.act(parse_hand_act(line).value());
        world.pass(base::Millis{300});
    }

    [[nodiscard]] bool is_true() const {
        return world.told() == chess::occupancy_of(simulator.truth());
    }

    SentioDriver driver;
    SentioSimulator simulator;
    World world;
};

} // namespace

TEST_CASE("Sentio byte logs give the events that they name") {
    SentioDriver driver;
    ByteLog(driver, "sentio-vectors.log").run();
    CHECK(driver.damages() == 4);
}

TEST_CASE("a Sentio tells what hands do, without the pieces' names") {
    Table table;
    CHECK(table.world.take_event_text() == "shows xxxxxxxx/xxxxxxxx/8/8/8/8/xxxxxxxx/xxxxxxxx");
    table.act("lifts e2");
    table.act("places e4 P");
    CHECK(table.world.take_event_text() == "lifts e2; places e4");
    table.act("unsure e4");
    table.act("button time");
    table.act("presses white");
    CHECK(table.world.take_event_text() == "lifts e4");
    CHECK(!table.driver.beep(base::Millis{100}));
    CHECK(table.driver.info().name == "Tabutronic Sentio");
}

TEST_CASE("a Sentio that lies turned is read so where it is said") {
    Table table({.orientation = Orientation::turned}, true);
    table.world.take_events();
    table.act("lifts e2");
    CHECK(table.world.take_event_text() == "lifts e2");
}

TEST_CASE("a Sentio that falls silent is lost, and shows itself when it is back") {
    Table table;
    table.world.take_events();
    table.act("lost");
    table.world.pass(base::Millis{5000});
    CHECK(table.world.take_event_text() == "lost");
    table.act("lifts e2");
    table.act("back");
    CHECK(
        table.world.take_event_text() == "back; shows xxxxxxxx/xxxxxxxx/8/8/8/8/xxxx1xxx/xxxxxxxx"
    );
}

TEST_CASE("no single fault of the wire makes a Sentio tell what is not so") {
    for (const Fault fault : all_faults) {
        for (unsigned at = 0; at < 34 * 8; ++at) {
            INFO(name_of(fault) << " at byte " << at / 8 << ", variation " << at % 8);
            Table table;
            table.world.take_events();
            bool is_done = false;
            table.world.set_wire([&](Bytes bytes) {
                return std::exchange(is_done, true)
                    ? bytes
                    : with_fault(std::move(bytes), fault, at / 8, at);
            });
            table.world.pass(base::Millis{600});
            CHECK(table.world.take_event_text().empty());
            CHECK(table.is_true());
        }
    }
}

TEST_CASE("with one byte in a hundred damaged a Sentio is right within a second of quiet") {
    std::mt19937 random(16);
    Table table;
    table.world.set_wire([&](Bytes bytes) {
        Bytes result;
        for (const std::byte byte : bytes) {
            const bool is_hit = random() % 100 == 0;
            const Bytes one = is_hit
                ? with_fault({byte}, all_faults[random() % 4], 0, static_cast<unsigned>(random()))
                : Bytes{byte};
            result.insert(result.end(), one.begin(), one.end());
        }
        return result;
    });
    for (unsigned round = 0; round < 200; ++round) {
        table.act("lifts e2");
        table.act("places e4 P");
        table.act("lifts e4");
        table.act("places e2 P");
    }
    table.world.mend_wire();
    table.world.pass(base::Millis{1000});
    CHECK(table.is_true());
}
