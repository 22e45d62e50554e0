// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/position.hpp"
#include "devices/ichessone/driver.hpp"
#include "devices/ichessone/simulator.hpp"
#include "devices/support/byte_log.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::ichessone;
using namespace ansage::devices::testing;

namespace {

const std::string start_text = "shows rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

struct Table {
    explicit Table(bool is_turned = false)
        : simulator({.start = chess::Position{}.reading(), .is_turned = is_turned}),
          world(driver, simulator) {
        world.start();
        world.pass(base::Millis{600});
    }

    void act(std::string_view line) {
        world.act(parse_hand_act(line).value());
        world.pass(base::Millis{50});
    }

    IChessOneDriver driver;
    IChessOneSimulator simulator;
    World world;
};

} // namespace

TEST_CASE("iChessOne byte logs give the events that they name") {
    IChessOneDriver driver;
    ByteLog(driver, "ichessone-vectors.log").run();
    CHECK(driver.battery() == std::optional{Battery{.percent = 88, .is_charging = false}});
}

TEST_CASE("an iChessOne tells what hands do, with the pieces' names") {
    Table table;
    CHECK(table.world.take_event_text() == start_text);
    table.act("lifts e2");
    table.act("places e4 P");
    table.act("unsure e4");
    table.act("button time");
    table.act("presses white");
    CHECK(table.world.take_event_text() == "lifts e2 P; places e4 P; lifts e4 P");
    CHECK(!table.driver.beep(base::Millis{100}));
    CHECK(table.driver.info().name == "iChessOne");
    table.world.pass(base::Millis{20'000});
    CHECK(table.driver.battery() == std::optional{Battery{.percent = 88}});
}

TEST_CASE("an iChessOne that lies turned is found out from its start position") {
    Table table(true);
    CHECK(table.world.take_event_text() == "turned; " + start_text);
    table.act("lifts e2");
    CHECK(table.world.take_event_text() == "lifts e2 P");
}

TEST_CASE("an iChessOne that was switched off is told again to report when it is back") {
    Table table;
    table.world.take_events();
    table.act("lost");
    table.world.pass(base::Millis{5000});
    CHECK(table.world.take_event_text() == "lost");
    table.act("lifts e2");
    table.act("back");
    table.world.pass(base::Millis{2000});
    CHECK(
        table.world.take_event_text() == "back; shows rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"
    );
    table.act("lifts d2");
    CHECK(table.world.take_event_text() == "lifts d2 P");
}
