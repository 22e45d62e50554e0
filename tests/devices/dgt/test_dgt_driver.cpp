#include "chess/position.hpp"
#include "devices/dgt/driver.hpp"
#include "devices/dgt/simulator.hpp"
#include "devices/support/byte_log.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::dgt;
using ansage::devices::testing::ByteLog;
using ansage::devices::testing::World;

namespace {

constexpr base::Millis one_second{1000};
const std::string start_text = "shows rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

SimulatorSettings quiet_clock() {
    SimulatorSettings settings;
    settings.start = chess::Position{}.reading();
    settings.clock_ticks = false;
    return settings;
}

struct Table {
    explicit Table(const SimulatorSettings& settings, DriverSettings near = {})
        : driver(near),
          simulator(settings),
          world(driver, simulator) {
        world.start();
        first = world.take_event_text();
    }

    void act(std::string_view line) { world.act(parse_hand_act(line).value()); }

    DgtDriver driver;
    DgtSimulator simulator;
    World world;
    std::string first;
};

} // namespace

TEST_CASE("DGT byte logs give the events that they name") {
    for (const std::string name :
         {"dgt-vectors.log", "dgt-turned.log", "dgt-clock.log", "dgt-resync.log"}) {
        DgtDriver driver;
        ByteLog(driver, name).run();
    }
}

TEST_CASE("what hands do at a DGT board arrives with the pieces' names") {
    Table table(quiet_clock());
    CHECK(table.first == start_text + "; clock white 1:30:00 black 1:30:00 running nobody");
    CHECK(table.driver.info().firmware == "1.08");
    CHECK(table.driver.info().serial == "00001");

    table.world.pass(5 * one_second);
    CHECK(table.world.take_event_text().empty());

    struct Row {
        std::string act;
        std::string events;
    };

    for (const Row& row : std::vector<Row>{
             {"lifts e2", "lifts e2 P"},
             {"lifts e2", ""},
             {"places e4 P", "places e4 P"},
             {"places d7 P", "places d7 P"},
             {"unsure e4", "lifts e4 P"},
             {"places e4 P", "places e4 P"},
             {"presses white", "presses white; clock white 1:30:00 black 1:30:00 running black"},
             {"presses white", ""},
             {"presses black", "presses black; clock white 1:30:00 black 1:30:00 running white"},
             {"button time", ""},
         }) {
        INFO(row.act);
        table.act(row.act);
        CHECK(table.world.take_event_text() == row.events);
    }
    CHECK(!table.simulator.was_mistreated());
}

TEST_CASE("which end of the clock is whose is a setting of both ends") {
    for (const chess::Color left : chess::both_colors) {
        SimulatorSettings settings = quiet_clock();
        settings.clock_left = left;
        Table table(settings, {.clock_left = left});
        table.world.take_events();
        table.act("presses white");
        CHECK(table.world.take_event_text().starts_with("presses white; "));
        table.act("presses black");
        CHECK(table.world.take_event_text().starts_with("presses black; "));
    }
}

TEST_CASE("a running clock reports every second, and its flag") {
    SimulatorSettings settings = quiet_clock();
    settings.clock_ticks = true;
    settings.clock_right_time = base::Millis{2500};
    Table table(settings);
    table.act("presses white");
    table.world.take_events();
    table.world.pass(4 * one_second);
    CHECK(
        table.world.take_event_text() ==
        "clock white 1:30:00 black 0:00:01 running black; "
        "clock white 1:30:00 black 0:00:00 running black; "
        "clock white 1:30:00 black 0:00:00 flag running black"
    );
}

TEST_CASE("a board without a clock gives no clock events and cannot beep") {
    SimulatorSettings settings = quiet_clock();
    settings.has_clock = false;
    Table table(settings);
    CHECK(table.first == start_text);
    table.act("presses white");
    CHECK(table.world.take_event_text().empty());
    CHECK(!table.driver.beep(base::Millis{100}));
    CHECK(!table.driver.vibrate(base::Millis{100}));
}

TEST_CASE("the clock beeps for the driver") {
    Table table(quiet_clock());
    CHECK(table.driver.beep(base::Millis{100}));
    table.world.pass(base::Millis{1});
    CHECK(table.simulator.beeps() == 1);
}

TEST_CASE("a scan sees only what is there when it passes") {
    SimulatorSettings settings = quiet_clock();
    settings.scan_every = base::Millis{250};
    Table table(settings);
    table.act("lifts e2");
    table.world.pass(base::Millis{50});
    CHECK(table.world.take_event_text().empty());
    table.act("lifts d7");
    table.act("places d7 P");
    table.world.pass(base::Millis{250});
    // d7's square is never empty; the order is the board's, from a8 on.
    CHECK(table.world.take_event_text() == "places d7 P; lifts e2 P");
}

TEST_CASE("a board that tells filled squares first reports the new square before the old") {
    SimulatorSettings settings = quiet_clock();
    settings.scan_every = base::Millis{250};
    Table in_order(settings);
    settings.tells_placed_first = true;
    Table filled_first(settings);
    for (Table* table : {&in_order, &filled_first}) {
        table->act("lifts e7");
        table->act("places e5 p");
        table->world.pass(base::Millis{250});
    }
    CHECK(in_order.world.take_event_text() == "lifts e7 p; places e5 p");
    CHECK(filled_first.world.take_event_text() == "places e5 p; lifts e7 p");
}

TEST_CASE("a board that tells slides reports every square that a piece passes") {
    SimulatorSettings settings = quiet_clock();
    settings.start = chess::parse_placement("8/8/8/3p4/8/8/8/R3K2N").value();
    settings.tells_slides = true;
    Table table(settings);
    table.act("lifts a1");
    table.act("places a4 R");
    CHECK(
        table.world.take_event_text() ==
        "lifts a1 R; places a2 R; lifts a2 R; places a3 R; lifts a3 R; places a4 R"
    );
    table.act("lifts h1");
    table.act("places g3 N");
    CHECK(table.world.take_event_text() == "lifts h1 N; places g3 N");
}

TEST_CASE("a board that lies turned is found out from its start position") {
    SimulatorSettings settings = quiet_clock();
    settings.is_turned = true;
    Table table(settings);
    CHECK(table.first.starts_with("turned; " + start_text));
    table.act("lifts e2");
    table.act("places e4 P");
    CHECK(table.world.take_event_text() == "lifts e2 P; places e4 P");
}

TEST_CASE("a pulled cable is lost after three seconds and back with its first word") {
    Table table(quiet_clock());
    table.act("lost");
    table.world.pass(base::Millis{2500});
    CHECK(table.world.take_event_text().empty());
    table.world.pass(30 * one_second);
    CHECK(table.world.take_event_text() == "lost");
    table.act("lifts e2");
    table.act("presses white");
    table.act("back");
    table.world.pass(one_second);
    CHECK(
        table.world.take_event_text() ==
        "back; shows rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR; presses white; clock white "
        "1:30:00 black 1:29:59 running black"
    );
    // It forgot its mode with its power and was told again.
    table.act("places e4 P");
    CHECK(table.world.take_event_text() == "places e4 P");
}

TEST_CASE("a board that lost its power unnoticed gets its mode again") {
    Table table(quiet_clock());
    table.act("lost");
    table.act("back");
    table.act("lifts e2");
    CHECK(table.world.take_event_text().empty());
    table.world.pass(6 * one_second);
    CHECK(table.world.take_event_text() == "shows rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR");
    table.act("places e4 P");
    CHECK(table.world.take_event_text() == "places e4 P");
}

TEST_CASE("the simulated board notices a host that would harm a real one") {
    for (unsigned value = 0; value < 256; ++value) {
        DgtSimulator simulator(quiet_clock());
        const std::array bytes{static_cast<std::byte>(value)};
        simulator.receive(bytes, {});
        const bool is_harmful = value == 0x4e || (value >= 0x50 && value <= 0x54);
        INFO(value);
        CHECK(simulator.was_mistreated() == is_harmful);
    }
}
