// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/position.hpp"
#include "devices/peg/driver.hpp"
#include "devices/peg/simulator.hpp"
#include "devices/support/byte_log.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::peg;
using ansage::devices::testing::ByteLog;
using ansage::devices::testing::World;

namespace {

constexpr base::Millis one_second{1000};
const std::string full = "xxxxxxxx/xxxxxxxx/8/8/8/8/xxxxxxxx/xxxxxxxx";

chess::Reading start_reading() { return chess::Position{}.reading(); }

struct Table {
    explicit Table(BoardKind kind, DriverSettings settings = {})
        : driver(settings),
          simulator({.kind = kind, .start = start_reading()}),
          world(driver, simulator) {
        world.start();
    }

    void act(std::string_view line) { world.act(parse_hand_act(line).value()); }

    PegDriver driver;
    PegSimulator simulator;
    World world;
};

} // namespace

TEST_CASE("peg board byte logs give the events that they name") {
    for (const std::string name :
         {"peg-example-session.log", "peg-identity-turned.log", "peg-presses-and-restarts.log"}) {
        PegDriver driver;
        ByteLog(driver, name).run();
    }
}

TEST_CASE("what hands do at an occupancy peg board arrives as events") {
    Table table(BoardKind::occupancy);
    CHECK(table.world.take_event_text() == "shows " + full);
    CHECK(table.driver.kind() == BoardKind::occupancy);
    CHECK(table.driver.info().name == "ansage-simulator");

    struct Row {
        std::string act;
        std::string events;
    };

    for (const Row& row : std::vector<Row>{
             {"lifts e2", "lifts e2"},
             {"lifts e2", ""},
             {"places e4 P", "places e4"},
             {"places d7 P", ""},
             {"unsure e4", "unsure e4"},
             {"lifts e4", "lifts e4"},
             {"unsure e4", "unsure e4"},
             {"places e4 P", "places e4"},
             {"presses white", "presses white"},
             {"presses black", "presses black"},
             {"button announce", "button announce"},
             {"button repeat", "button repeat"},
             {"button time", "button time"},
             {"button draw", "button draw"},
             {"shows 8/8/8/4x3/8/8/8/8", "shows 8/8/8/4x3/8/8/8/8"},
         }) {
        INFO(row.act);
        table.act(row.act);
        CHECK(table.world.take_event_text() == row.events);
    }
}

TEST_CASE("an identity peg board names the pieces") {
    Table table(BoardKind::identity);
    CHECK(table.driver.kind() == BoardKind::identity);
    table.world.take_events();
    table.act("lifts e2");
    table.act("places d7 P");
    table.act("places e2 n");
    CHECK(table.world.take_event_text() == "lifts e2 P; places d7 P; places e2 n");
}

TEST_CASE("a board that is quiet says nothing new, however often it sends its state") {
    Table table(BoardKind::occupancy);
    table.world.take_events();
    table.world.pass(60 * one_second);
    CHECK(table.world.take_event_text().empty());
}

TEST_CASE("a state that was asked for is shown even if it is old news") {
    Table table(BoardKind::occupancy);
    table.world.take_events();
    table.driver.request_state(table.world.now());
    table.world.pass(base::Millis{10});
    CHECK(table.world.take_event_text() == "shows " + full);
}

TEST_CASE("a pulled cable is lost once, and the board is shown when it is back") {
    Table table(BoardKind::occupancy);
    table.world.take_events();
    table.act("lost");
    table.world.pass(2 * one_second);
    CHECK(table.world.take_event_text().empty());
    table.world.pass(30 * one_second);
    CHECK(table.world.take_event_text() == "lost");
    table.act("lifts e2");
    table.act("places e4 P");
    table.act("presses white");
    table.act("back");
    CHECK(
        table.world.take_event_text() == "back; shows xxxxxxxx/xxxxxxxx/8/8/4x3/8/xxxx1xxx/xxxxxxxx"
    );
}

TEST_CASE("a line that hung up is lost at once and greeted again when it is open") {
    Table table(BoardKind::occupancy);
    table.world.take_events();
    table.driver.hung_up(table.world.now());
    table.driver.hung_up(table.world.now());
    CHECK(!table.driver.next_deadline().has_value());
    table.act("lifts e2");
    table.world.pass(10 * one_second);
    CHECK(table.world.take_event_text() == "lost");
    table.world.start();
    CHECK(
        table.world.take_event_text() == "back; shows xxxxxxxx/xxxxxxxx/8/8/8/8/xxxx1xxx/xxxxxxxx"
    );
}

TEST_CASE("a board that was not there at the start is neither lost nor back, it comes") {
    PegDriver driver;
    PegSimulator simulator({.kind = BoardKind::occupancy, .start = start_reading()});
    World world(driver, simulator);
    world.set_wire([](testing::Bytes) { return testing::Bytes{}; });
    world.start();
    world.pass(20 * one_second);
    CHECK(world.take_event_text().empty());
    world.mend_wire();
    world.pass(one_second);
    CHECK(world.take_event_text() == "shows " + full);
}

TEST_CASE("an occupancy board that lies the wrong way round is turned by its setting") {
    Table table(BoardKind::occupancy, {.orientation = Orientation::turned});
    table.world.take_events();
    table.act("lifts e2");
    table.act("places e4 P");
    table.act("presses white");
    CHECK(table.world.take_event_text() == "lifts d7; places d5; presses black");
}

TEST_CASE("beeper and vibration work where the board has them") {
    Table table(BoardKind::occupancy);
    CHECK(table.driver.beep(base::Millis{120}));
    CHECK(table.driver.vibrate(base::Millis{9000}));
    table.world.pass(base::Millis{1});
    const std::vector<HostMessage> expected{Beep{base::Millis{120}}, Vibrate{base::Millis{5000}}};
    CHECK(table.simulator.signals() == expected);

    PegDriver driver;
    PegSimulator plain({.kind = BoardKind::occupancy, .start = {}, .features = {}});
    World world(driver, plain);
    world.start();
    CHECK(!driver.beep(base::Millis{120}));
    CHECK(!driver.vibrate(base::Millis{120}));
}

TEST_CASE("both sides speak the older of their versions, and one that is unknown is a problem") {
    PegDriver driver;
    driver.start({});
    CHECK(!driver.problem().has_value());
    const std::string hello =
        to_wire(BoardLine{0, 0, Hello{0, BoardKind::occupancy, {}, "old", "1"}});
    driver.receive(std::as_bytes(std::span{hello}), {});
    REQUIRE(driver.problem().has_value());
    CHECK(
        base::to_line(*driver.problem()) ==
        "the peg board speaks version 0 of the protocol; this program speaks version 1: update the "
        "board or the program"
    );
    PegSimulator simulator({.kind = BoardKind::occupancy, .start = {}});
    std::ignore = simulator.take_output();
    const std::string greeting = to_wire(HostMessage{Greet{7}});
    simulator.receive(std::as_bytes(std::span{greeting}), {});
    const auto answer = simulator.take_output();
    const std::string text(reinterpret_cast<const char*>(answer.data()), answer.size());
    CHECK(text.starts_with("2 0 hello 1 occupancy"));
}

TEST_CASE("the simulated board declines what it cannot read or do") {
    struct Row {
        std::string line;
        std::string answer;
    };

    for (const Row& row : std::vector<Row>{
             {"state*0000\n", "no line checksum"},
             {"beep\n", "no line malformed"},
             {"dance\n", "no dance unknown"},
             {"vibrate 5\n", "no vibrate unsupported"},
             {"beep 5\n", "ok beep"},
         }) {
        INFO(row.line);
        Features features;
        features.beeper = true;
        PegSimulator simulator({.kind = BoardKind::occupancy, .start = {}, .features = features});
        std::ignore = simulator.take_output();
        simulator.receive(std::as_bytes(std::span{row.line}), {});
        const auto answer = simulator.take_output();
        const std::string text(reinterpret_cast<const char*>(answer.data()), answer.size());
        CHECK(text.substr(0, text.find('*')) == "2 0 " + row.answer);
    }
}
