// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/position.hpp"
#include "devices/chesslink/driver.hpp"
#include "devices/chesslink/simulator.hpp"
#include "devices/support/byte_log.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"

#include <fmt/format.h>

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::chesslink;
using namespace ansage::devices::testing;

namespace {

const std::string start_text = "shows rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

SimulatedBoard at_start(bool is_turned = false) {
    return {.start = chess::Position{}.reading(), .is_turned = is_turned};
}

struct Table {
    explicit Table(
        const SimulatedBoard& far = at_start(), bool is_mirrored = false, BoardOptions near = {}
    )
        : driver(near),
          simulator(far, LineTime::real, {}, is_mirrored),
          world(driver, simulator) {
        world.start();
        world.pass(base::Millis{200});
    }

    void act(std::string_view line) {
        world.act(parse_hand_act(line).value());
        world.pass(base::Millis{100});
    }

    [[nodiscard]] bool is_true() const { return world.told() == simulator.truth(); }

    ChessLinkDriver driver;
    ChessLinkSimulator simulator;
    World world;
};

std::string text_of(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte byte : bytes) text += static_cast<char>(byte & std::byte{0x7F});
    return text;
}

// What the board says to the host's text, without parity.
std::string answer(ChessLinkSimulator& board, std::string_view text) {
    board.receive(std::as_bytes(std::span{text}), {});
    return text_of(board.take_output());
}

} // namespace

TEST_CASE("ChessLink byte logs give the events that they name") {
    ChessLinkDriver driver;
    ByteLog(driver, "chesslink-vectors.log").run();
}

TEST_CASE("every byte on a ChessLink line has an odd number of ones") {
    for (const auto& bytes :
         {encode(Command::status), encode(Message{Status{chess::Position{}.reading()}})}) {
        for (const std::byte byte : bytes)
            CHECK(__builtin_popcount(std::to_integer<unsigned>(byte)) % 2 == 1);
    }
    CHECK(text_of(encode(Command::version)) == "V56");
    CHECK(text_of(encode(Command::write, "0203")) == "W020356");
}

TEST_CASE("every ChessLink message is read as it is written") {
    for (const Message& message : std::vector<Message>{
             Status{chess::Position{}.reading()},
             Status{},
             Version{1, 4},
             Done{'w', "0203"},
             Done{'x', ""}}) {
        FrameReader reader{answer_size};
        std::vector<Message> heard;
        reader.receive(
            encode(message),
            [&](char letter, std::string_view data) {
                heard.push_back(decode(letter, data).value());
            },
            [] { FAIL("damage"); }
        );
        CHECK((heard == std::vector{message}));
    }
    CHECK(!decode('s', std::string(64, 'x')));
    CHECK(!decode('v', "01z0"));
    CHECK(!decode('q', ""));
}

TEST_CASE("what hands do at a ChessLink board arrives with the pieces' names") {
    Table table;
    CHECK(table.world.take_event_text() == start_text);
    CHECK(table.driver.info().name == "Millennium ChessLink");
    CHECK(table.driver.info().firmware == "1.04");
    table.act("lifts e2");
    table.act("places e4 P");
    table.act("places d7 P");
    CHECK(table.world.take_event_text() == "lifts e2 P; places e4 P; places d7 P");
    table.act("unsure e4");
    table.act("presses white");
    table.act("button time");
    CHECK(table.world.take_event_text() == "lifts e4 P");
    CHECK(!table.driver.beep(base::Millis{100}));
}

TEST_CASE("which end of a rank comes first, and whether the board lies turned, the start shows") {
    for (const bool is_turned : {false, true}) {
        for (const bool is_mirrored : {false, true}) {
            INFO("turned " << is_turned << ", mirrored " << is_mirrored);
            Table table(at_start(is_turned), is_mirrored);
            table.act("lifts b1");
            table.act("places c3 N");
            CHECK(table.is_true());
            CHECK(table.world.take_event_text().ends_with("lifts b1 N; places c3 N"));
        }
    }
}

TEST_CASE("an orientation that is said is not doubted") {
    Table straight(at_start(), true, {.orientation = Orientation::straight});
    CHECK(straight.is_true());
    Table turned(at_start(true), true, {.orientation = Orientation::turned});
    CHECK(turned.is_true());
    Table wrong(at_start(true), true, {.orientation = Orientation::straight});
    CHECK(!wrong.is_true());
}

TEST_CASE("a simulated ChessLink board answers every command, and keeps what is written") {
    ChessLinkSimulator board(at_start());
    CHECK(answer(board, "V56") == "v010473");
    CHECK(answer(board, "V57").empty()); // a wrong check
    CHECK(
        answer(board, "S53") ==
        "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73"
    );
    CHECK(answer(board, "X58") == "x78");
    CHECK(answer(board, text_of(encode(Command::lights, std::string(164, '0')))) == "l6C");
    CHECK(answer(board, text_of(encode(Command::write, "0203"))) == "w020376");
    CHECK(answer(board, text_of(encode(Command::read, "02"))) == "r020373");
    board.do_hand(Lift{*chess::parse_square("e2")}, {});
    CHECK(text_of(board.take_output()).starts_with("srnbqkbnrpppppppp"));
}

TEST_CASE("a ChessLink board that falls silent is lost, and shows itself when it is back") {
    Table table;
    table.world.take_events();
    table.act("lost");
    table.world.pass(base::Millis{5000});
    CHECK(table.world.take_event_text() == "lost");
    table.act("lifts e2");
    table.act("back");
    CHECK(
        table.world.take_event_text() == "back; shows rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"
    );
}

TEST_CASE("no single fault of the wire makes a ChessLink board tell what is not so") {
    for (const Fault fault : all_faults) {
        for (unsigned at = 0; at < 67 * 8; ++at) {
            INFO(name_of(fault) << " at byte " << at / 8 << ", variation " << at % 8);
            Table table;
            table.world.take_events();
            bool is_done = false;
            table.world.set_wire([&](Bytes bytes) {
                return std::exchange(is_done, true)
                    ? bytes
                    : with_fault(std::move(bytes), fault, at / 8, at);
            });
            table.act("lifts e2");
            table.world.pass(base::Millis{300}); // the damaged frame may take the next with it
            CHECK(table.world.take_event_text() == "lifts e2 P");
        }
    }
}
