// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.hpp"
#include "chess/position.hpp"
#include "devices/chessnut/driver.hpp"
#include "devices/chessnut/simulator.hpp"
#include "devices/support/byte_log.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::chessnut;
using namespace ansage::devices::testing;

namespace {

const std::string start_text = "shows rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

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
        world.pass(base::Millis{500});
    }

    ChessnutDriver driver;
    ChessnutSimulator simulator;
    World world;
};

} // namespace

TEST_CASE("Chessnut byte logs give the events that they name") {
    ChessnutDriver driver;
    ByteLog(driver, "chessnut-vectors.log").run();
    CHECK(driver.battery() == std::optional{Battery{.percent = 90, .is_charging = true}});
}

TEST_CASE("a Chessnut's uptime that reads like the head of a report begins none") {
    ChessnutDriver driver;
    ByteLog(driver, "chessnut-uptime.log").run();
}

TEST_CASE("a Chessnut tells what hands do, with the pieces' names") {
    Table table;
    CHECK(table.world.take_event_text() == start_text);
    table.act("lifts e2");
    table.act("places e4 P");
    table.act("unsure e4");
    table.act("button time");
    table.act("presses white");
    CHECK(table.world.take_event_text() == "lifts e2 P; places e4 P; lifts e4 P");
    CHECK(!table.driver.beep(base::Millis{100}));
    CHECK(table.driver.info().name == "Chessnut");
    table.world.pass(base::Millis{2000});
    CHECK(table.driver.battery() == std::optional{Battery{.percent = 83}});
}

TEST_CASE("a Chessnut that lies turned is found out from its start position") {
    Table table({}, true);
    CHECK(table.world.take_event_text() == "turned; " + start_text);
    table.act("lifts e2");
    CHECK(table.world.take_event_text() == "lifts e2 P");
}

TEST_CASE("a Chessnut that falls silent is lost, and told again to report when it is back") {
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
}

TEST_CASE("every report is read as it is written, whatever pieces it is cut into") {
    std::mt19937 random(5);
    const chess::Reading start = chess::Position{}.reading();
    std::vector<chess::Reading> written(30);
    Bytes bytes;
    for (chess::Reading& reading : written) {
        for (unsigned index = 0; index < 64; ++index) {
            const auto of = chess::Square::from_index(random() % 64);
            reading[chess::Square::from_index(index)] = start[of];
        }
        const auto report = encode(reading, static_cast<std::uint32_t>(random()));
        bytes.insert(bytes.end(), report.begin(), report.end());
    }
    std::vector<chess::Reading> read;
    PackedReader reader(format);
    for (std::size_t begin = 0; begin < bytes.size();) {
        const std::size_t size = std::min<std::size_t>(random() % 90, bytes.size() - begin);
        reader.receive(
            std::span{bytes}.subspan(begin, size),
            [&](const chess::Reading& reading) { read.push_back(reading); },
            [](const Battery&) { FAIL("no battery"); },
            [] { FAIL("damage"); }
        );
        begin += size;
    }
    CHECK(read == written);
}
