// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.hpp"
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
    explicit Table(
        const SimulatorSettings& settings, DriverSettings near = {.clock_left = chess::Color::white}
    )
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
         {"dgt-vectors.log",
          "dgt-turned.log",
          "dgt-clock.log",
          "dgt-clock-sides.log",
          "dgt-resync.log"}) {
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

TEST_CASE("the clock's sides are learnt from what falls first, and from who moved") {
    struct Row {
        chess::Color left;
        bool is_turned;
    };

    // The guess is right on a straight board with White at the left and on a turned one with White
    // at the right; elsewhere the first press tells.
    for (const Row& row : std::vector<Row>{
             {chess::Color::white, false},
             {chess::Color::black, false},
             {chess::Color::white, true},
             {chess::Color::black, true}}) {
        INFO(chess::to_string(row.left) << " left, turned " << row.is_turned);
        SimulatorSettings settings = quiet_clock();
        settings.clock_left = row.left;
        settings.is_turned = row.is_turned;
        Table table(settings, {});
        CHECK(table.first.find("sides guessed") != std::string::npos);
        table.act("lifts e2");
        table.act("places e4 P");
        table.world.take_events();
        table.act("presses white");
        CHECK(
            table.world.take_event_text() ==
            "presses white; clock white 1:30:00 black 1:30:00 running black"
        );
        table.act("lifts e7");
        table.act("places e5 p");
        table.world.take_events();
        table.act("presses black");
        CHECK(table.world.take_event_text().starts_with("presses black; "));
        CHECK(table.driver.clock_left() == row.left);
    }
}

TEST_CASE("the clock is set, shows a text and its times again, each acknowledged") {
    for (const chess::Color left : chess::both_colors) {
        SimulatorSettings settings = quiet_clock();
        settings.clock_left = left;
        Table table(settings, {.clock_left = left});
        table.world.take_events();
        const OfficialTimes times{base::Millis{3'725'000}, base::Millis{59'900}};
        CHECK(table.driver.set_clock(times, chess::Color::white));
        CHECK(table.driver.show_on_clock("Ansage 16"));
        CHECK(table.driver.ask_clock_version());
        table.world.pass(5 * one_second);
        CHECK(
            table.world.take_event_text() ==
            "clock white 1:02:05 black 0:00:59 running white; clock white 1:02:01 black 0:00:59 "
            "running white"
        );
        CHECK(table.simulator.clock_text() == "Ansage 1");
        CHECK(table.driver.clock_version() == "2.2");
        CHECK(table.driver.end_show_on_clock());
        table.world.pass(one_second);
        CHECK(!table.simulator.clock_text());
        CHECK(
            table.driver.take_clock_answers() ==
            std::vector<ClockAnswer>{
                {ClockCommand::set_and_run, true},
                {ClockCommand::text, true},
                {ClockCommand::ask_version, true},
                {ClockCommand::end, true}}
        );
    }
}

TEST_CASE("what a clock does not acknowledge is sent three times, and what comes after it is sent"
) {
    for (const unsigned unanswered : {0U, 1U, 2U, 3U}) {
        INFO(unanswered);
        SimulatorSettings settings = quiet_clock();
        settings.unanswered = unanswered;
        Table table(settings);
        CHECK(table.driver.show_on_clock("first"));
        CHECK(table.driver.beep(base::Millis{100}));
        table.world.pass(10 * one_second);
        CHECK(
            table.driver.take_clock_answers() ==
            std::vector<ClockAnswer>{
                {ClockCommand::text, unanswered < 3}, {ClockCommand::beep, true}}
        );
        CHECK(table.simulator.beeps() == 1);
    }
}

TEST_CASE("a host of others gets an answer to everything that it asks at set-up") {
    SimulatorSettings settings = quiet_clock();
    settings.serial = "01025";
    DgtSimulator board(settings);
    const auto answer = [&](std::initializer_list<unsigned> bytes) {
        std::vector<std::byte> sent;
        for (const unsigned byte : bytes) sent.push_back(static_cast<std::byte>(byte));
        board.receive(sent, {});
        std::vector<Message> messages;
        FrameReader reader;
        const auto read = [&](std::uint8_t id, std::span<const std::byte> data) {
            messages.push_back(decode(id, data).value());
        };
        reader.receive(board.take_output(), read, [] { FAIL("damage"); });
        return messages;
    };
    using Answers = std::vector<Message>;
    CHECK((answer({0x87, 0x08, 0x01, 0x10}) == Answers{BusPing{1025}}));
    CHECK((answer({0x87, 0, 0, 0x07}) == Answers{BusPing{1025}}));
    CHECK(answer({0x87, 0x08, 0x02, 0x11}).empty()); // another board's
    CHECK(answer({0x87, 0x08, 0x01, 0x11}).empty()); // damaged
    CHECK((answer({0x46}) == Answers{BusAddress{1025}}));
    CHECK(answer({0x87, 0x08, 0x01, 0x10}).empty()); // only leaves the mode of one board alone
    CHECK((answer({0x87, 0x08, 0x01, 0x10}) == Answers{BusPing{1025}}));
    CHECK((answer({0x45}) == Answers{Serial{"01025"}}));
    CHECK((answer({0x55}) == Answers{LongSerial{"3000001025"}}));
    REQUIRE(answer({0x4c}).size() == 1);
    CHECK(std::get<Battery>(answer({0x4c}).front()).percent == 88);
    const auto trademark = std::get<Trademark>(answer({0x47}).front());
    CHECK(trademark.text.find("Serial nr. 01025") != std::string::npos);
    CHECK(answer({0x2b, 3, 3, 9, 0}).empty()); // acknowledged in the update modes only
    CHECK(answer({0x4b}).empty());
    CHECK((answer({0x2b, 3, 3, 9, 0}) == Answers{ClockAck{{0x10, 0x09, 0x22, 0}}}));
    CHECK(
        (answer({0x2b, 0x0c, 3, 0x0c, 'h', 'e', 'l', 'l', 'o', ' ', ' ', ' ', 0, 0}) ==
         Answers{ClockAck{{0x10, 0x0c, 0, 0}}})
    );
    CHECK((
        answer({0x2b, 0x0b, 3, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0}) == Answers{ClockAck{{0x10, 1, 0, 0}}}
    ));
    CHECK((answer({0x2b, 3, 3, 3, 0}) == Answers{ClockAck{{0x10, 3, 0, 0}}}));
    CHECK((answer({0x2b, 4, 3, 0x0b, 1, 0}) == Answers{ClockAck{{0x10, 0x0b, 0, 0}}}));
    CHECK(
        (answer({0x2b, 0x0a, 3, 0x0a, 1, 30, 0, 1, 30, 0, 0x09, 0}) ==
         Answers{ClockAck{{0x10, 0x0a, 0, 0}}})
    );
    CHECK(
        (answer({0x2b, 0x0a, 3, 0x0a, 1, 75, 0, 1, 30, 0, 0x09, 0}) ==
         Answers{ClockAck{{0x40, 0x0a, 0, 0}}})
    );
    CHECK((answer({0x2b, 3, 3, 0x1f, 0}) == Answers{ClockAck{{0x40, 0x1f, 0, 0}}}));
    CHECK(!board.was_mistreated());
}

TEST_CASE("the board stores its pieces, what was moved and the times at each press") {
    Table table(quiet_clock());
    table.act("lifts e2");
    table.act("places e4 P");
    table.act("presses white");
    const std::array ask{to_byte(Command::ask_stored_moves)};
    table.simulator.receive(ask, {});
    std::vector<StoredEntry> entries;
    FrameReader reader;
    reader.receive(
        table.simulator.take_output(),
        [&](std::uint8_t id, std::span<const std::byte> data) {
            entries = stored_entries(std::get<StoredMoves>(decode(id, data).value()).bytes);
        },
        [] { FAIL("damage"); }
    );
    REQUIRE(entries.size() == 37);
    CHECK((entries[0] == StoredEntry{StoredPowerUp{}}));
    CHECK((entries[33] == StoredEntry{StoredStart{false}}));
    CHECK(
        (entries[34] ==
         StoredEntry{FieldUpdate{*chess::parse_square("e2"), chess::SquareReading::empty()}})
    );
    CHECK(
        (entries[35] ==
         StoredEntry{FieldUpdate{
             *chess::parse_square("e4"),
             chess::SquareReading::of({chess::Color::white, chess::Role::pawn})}})
    );
    CHECK((entries[36] == StoredEntry{StoredTime{true, base::Millis{5'400'000}}}));
}

TEST_CASE("a clock that runs an option of its own refuses times, and that is known") {
    SimulatorSettings settings = quiet_clock();
    settings.takes_times = false;
    Table table(settings);
    CHECK(table.driver.set_clock({base::Millis{60'000}, base::Millis{60'000}}, {}));
    CHECK(table.driver.is_setting_clock());
    table.world.pass(10 * one_second);
    CHECK(!table.driver.is_setting_clock());
    CHECK(table.driver.take_clock_was_set() == std::optional{false});
    CHECK(!table.driver.take_clock_was_set());
}

TEST_CASE("what was done while nobody listened is told from what the board stored, in its order") {
    for (const bool is_turned : {false, true}) {
        SimulatorSettings settings = quiet_clock();
        settings.is_turned = is_turned;
        settings.clock_left = is_turned ? chess::Color::black : chess::Color::white;
        DgtSimulator simulator(settings);
        const auto act = [&](std::string_view line) {
            simulator.do_hand(parse_hand_act(line).value(), {});
        };
        for (const std::string_view line :
             {"lifts e2",
              "places e4 P",
              "presses white",
              "lifts e7",
              "places e5 p",
              "presses black",
              "lifts g1"})
            act(line);
        DgtDriver driver(
            {.orientation = is_turned ? Orientation::turned : Orientation::straight,
             .clock_left = settings.clock_left}
        );
        driver.expect(
            chess::parse_placement("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR").value()
        );
        World world(driver, simulator);
        world.start();
        world.pass(one_second);
        const std::string text = world.take_event_text();
        CHECK(
            text.starts_with("shows rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR; presses white; "
                             "lifts e7 p; places e5 p; presses black; lifts g1 N; clock ")
        );
        CHECK(world.told() == simulator.truth());
    }
}

TEST_CASE("a board that stored nothing of what is expected shows what stands there") {
    SimulatorSettings settings = quiet_clock();
    DgtSimulator simulator(settings);
    DgtDriver driver({.clock_left = chess::Color::white});
    driver.expect(chess::parse_placement("8/8/8/8/8/8/8/K1k5").value());
    World world(driver, simulator);
    world.start();
    world.pass(one_second);
    CHECK(world.take_event_text().starts_with(start_text));
    CHECK(driver.reading() == simulator.truth());
}

TEST_CASE("a clock that is unplugged from its board is gone, and heard again") {
    Table table(quiet_clock());
    table.world.take_events();
    table.driver.receive(
        encode(Message{ClockTimes{.left = {}, .right = {}, .is_connected = false}}),
        table.world.now()
    );
    table.world.pass(base::Millis{1});
    CHECK(table.world.take_event_text() == "clock gone");
    table.world.pass(6 * one_second);
    CHECK(table.world.take_event_text().starts_with("clock white 1:30:00"));
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
    CHECK(
        table.world.take_event_text() ==
        "unsure e2; shows rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"
    );
    table.world.pass(4 * one_second); // what was lost made the line look bad
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
