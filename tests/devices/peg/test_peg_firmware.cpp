// SPDX-License-Identifier: GPL-3.0-or-later
// The reference firmware, as a hobbyist burns it, on simulated contacts that bounce.
#include "chess/position.hpp"
#include "devices/peg/conformance.hpp"
#include "devices/peg/driver.hpp"
#include "devices/peg/firmware_board.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::peg;
using ansage::devices::testing::FirmwareBoard;
using ansage::devices::testing::World;

namespace {

const chess::Reading firmware_start = chess::occupancy_of(chess::Position{}.reading());

struct FirmwareTable {
    FirmwareTable()
        : board(firmware_start),
          world(driver, board) {
        world.start();
        world.pass(base::Millis{1100});
        world.take_events();
    }

    // Long enough for a sensor to be steady and its line to come.
    std::string say(std::string_view line) {
        world.act(parse_hand_act(line).value());
        world.pass(base::Millis{100});
        return world.take_event_text();
    }

    PegDriver driver;
    FirmwareBoard board;
    World world;
};

} // namespace

TEST_CASE("the reference firmware keeps to every rule that board check asks for") {
    FirmwareBoard board(firmware_start);
    LineReader reader;
    base::Instant now;
    const auto exchange = [&](std::string_view to_send, base::Millis listen_for) {
        std::vector<HeardLine> heard;
        board.receive(std::as_bytes(std::span{to_send}), now);
        for (const base::Instant end = now + listen_for; now < end;) {
            now = now + base::Millis{1};
            board.on_time(now);
            reader.receive(
                board.take_output(),
                [&](base::Result<std::string_view, LineError> line) {
                    heard.push_back({now, std::string{line.value_or("")}});
                }
            );
        }
        return heard;
    };
    for (const Finding& finding : check_conformance(exchange)) {
        INFO(finding.question << ": " << finding.reason);
        CHECK(finding.is_good);
    }
}

TEST_CASE("one movement of a bouncing contact is one line of the firmware") {
    FirmwareTable table;
    CHECK(table.driver.reading() == firmware_start);
    CHECK(table.say("lifts e2") == "lifts e2");
    CHECK(table.say("places e4") == "places e4");
    CHECK(table.say("presses white") == "presses white");
    CHECK(table.say("button time") == "button time");
    CHECK(table.say("button draw") == "button draw");
    CHECK(table.say("presses black") == "presses black");
    for (unsigned index = 0; index < 64; ++index) {
        const chess::Square square = chess::Square::from_index(index);
        const bool stands = table.board.truth()[square].is_occupied();
        const std::string line = (stands ? "lifts " : "places ") + chess::to_string(square);
        CHECK(table.say(line) == line);
    }
    CHECK(table.world.told() == table.board.truth());
}

TEST_CASE("a contact that flickers is unsure to the firmware, and sure again when it is quiet") {
    FirmwareTable table;
    const auto e2 = *chess::parse_square("e2");
    table.board.let_flicker(e2, true);
    table.world.pass(base::Millis{2500});
    CHECK(table.world.take_event_text().find("unsure e2") != std::string::npos);
    CHECK((*table.driver.reading())[e2].is_unsure());
    table.board.let_flicker(e2, false);
    table.world.pass(base::Millis{3000});
    CHECK(table.world.told() == table.board.truth());
}

TEST_CASE("the firmware beeps as long as it is told, and says what it does not understand") {
    FirmwareTable table;
    CHECK(table.driver.beep(base::Millis{300}));
    table.world.pass(base::Millis{100});
    CHECK(table.board.is_beeping());
    table.world.pass(base::Millis{300});
    CHECK(!table.board.is_beeping());
    CHECK(!table.driver.vibrate(base::Millis{300}));
    base::Instant now = table.world.now();
    const auto answer = [&](std::string_view line) {
        table.board.receive(std::as_bytes(std::span{line}), now);
        now = now + base::Millis{20};
        table.board.on_time(now);
        const auto bytes = table.board.take_output();
        std::string text;
        for (const std::byte byte : bytes) text += static_cast<char>(byte);
        return text;
    };
    CHECK(answer("beep 0\n").find(" no line malformed*") != std::string::npos);
    CHECK(answer("beep 5001\n").find(" no line malformed*") != std::string::npos);
    CHECK(answer("beep ten\n").find(" no line malformed*") != std::string::npos);
    CHECK(answer("hello\n").find(" no line malformed*") != std::string::npos);
    CHECK(answer("state now\n").find(" no line malformed*") != std::string::npos);
    CHECK(answer("state*3E18\n").find(" no line checksum*") != std::string::npos);
    CHECK(answer("state*3e19\n").find(" state xxxxxxxx/") != std::string::npos);
    CHECK(answer("vibrate 20\n").find(" no vibrate unsupported*") != std::string::npos);
    CHECK(answer("dance\n").find(" no dance unknown*") != std::string::npos);
    std::string long_line(101, 'z');
    long_line.back() = '\n';
    CHECK(answer(long_line).find(" no line malformed*") != std::string::npos);
    long_line.assign(701, 'z');
    long_line.back() = '\n';
    CHECK(answer(long_line).empty());
}

TEST_CASE("a firmware that lost its power is lost, and back with what stands there then") {
    FirmwareTable table;
    table.world.act(PullCable{});
    table.world.pass(base::Millis{8000});
    CHECK(table.world.take_event_text() == "lost");
    table.world.act(parse_hand_act("lifts e2").value());
    table.world.act(PlugCable{});
    table.world.pass(base::Millis{3000});
    CHECK(table.world.take_event_text().starts_with("back; shows "));
    CHECK(table.world.told() == table.board.truth());
}
