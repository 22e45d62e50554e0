// SPDX-License-Identifier: GPL-3.0-or-later
// Boards as people plug them in: found by their numbers, asked what they are, pulled, and back
// under another name. Programs of their own, on a machine of the test's own.
#include "machine.hpp"
#include "support/catch.hpp"

#include <array>
#include <chrono>
#include <thread>

namespace ansage::tests {
namespace {

const UsbPort converter{"ttyUSB0", "0403", "6001", "DGT12345"};
const UsbPort converter_again{"ttyUSB1", "0403", "6001", "DGT12345"};
const UsbPort another{"ttyUSB0", "0403", "6001", "OTHER1"};
const UsbPort chessnut{"hidraw3", "2D80", "8003", ""};
const UsbPort keyboard{"hidraw0", "046D", "C31C", ""};

Words play_at(const std::string& board, const Folder& folder) {
    return {
        "play",
        "--white",
        "impaired none",
        "--black",
        "sighted identity",
        "--black-board",
        board,
        "--speech",
        "none",
        "--journal",
        folder / "game.ansage"};
}

} // namespace

TEST_CASE(
    "Boards are found by their numbers, and say what they are when they are asked", "[boards]"
) {
    const Folder folder;
    const Machine machine{folder};
    const Board dgt{{"dgt"}, folder};
    const Board nut{{"chessnut"}, folder};
    machine.plug(converter, dgt);
    machine.plug(chessnut, nut);
    machine.plug(keyboard, nut);

    const Ended listed = end_of(*machine.start({"board", "list"}));
    CHECK(listed.code == 0);
    CHECK(listed.errors.empty());
    REQUIRE(listed.lines.size() == 2); // no keyboard
    CHECK(listed.lines[0].starts_with("port /dev/ttyUSB0: "));
    CHECK(listed.lines[0].find("0403:6001, DGT12345, may be peg or dgt") != std::string::npos);
    CHECK(listed.lines[1] == "port /dev/hidraw3: Board, 2d80:8003, may be chessnut");

    const Ended asked = end_of(*machine.start({"board", "list", "--ask"}));
    CHECK(asked.code == 0);
    REQUIRE(asked.lines.size() == 2);
    CHECK(asked.lines[0].ends_with(", answers as dgt"));
    CHECK(asked.lines[1].ends_with(", answers as chessnut"));

    const Ended doctor = end_of(*machine.start({"doctor"}));
    CHECK(holds(doctor.lines, "/dev/ttyUSB0 "));
    CHECK(holds(doctor.lines, "DGT board"));
    CHECK(holds(doctor.lines, "/dev/hidraw3 Board (Chessnut board)"));
}

TEST_CASE("Boards are listed and watched in the language of whoever reads it", "[boards]") {
    struct Told {
        std::string language;
        std::string may_be;
        std::string answers;
        std::string opens;
        std::string watched;
        std::string lifted;
        std::string placed;
    };

    const std::array all{
        Told{
            "en",
            "port /dev/hidraw3: Board, 2d80:8003, may be chessnut",
            "answers as chessnut",
            "opens /dev/hidraw3",
            "a Chessnut board answers",
            "lifts e2",
            "places e2, white pawn"},
        Told{
            "de",
            "Anschluss /dev/hidraw3: Board, 2d80:8003, vielleicht chessnut",
            "antwortet als chessnut",
            "öffnet /dev/hidraw3",
            "Chessnut board antwortet",
            "gehoben e2",
            "gesetzt e2, weißer Bauer"},
        Told{
            "da",
            "port /dev/hidraw3: Board, 2d80:8003, måske chessnut",
            "svarer som chessnut",
            "åbner /dev/hidraw3",
            "Chessnut board svarer",
            "løftet e2",
            "sat e2, hvid bonde"},
        Told{
            "nb",
            "port /dev/hidraw3: Board, 2d80:8003, kanskje chessnut",
            "svarer som chessnut",
            "åpner /dev/hidraw3",
            "Chessnut board svarer",
            "løftet e2",
            "satt e2, hvit bonde"},
        Told{
            "sv",
            "port /dev/hidraw3: Board, 2d80:8003, kanske chessnut",
            "svarar som chessnut",
            "öppnar /dev/hidraw3",
            "Chessnut board svarar",
            "lyft e2",
            "ställd e2, vit bonde"},
        Told{
            "nl",
            "poort /dev/hidraw3: Board, 2d80:8003, misschien chessnut",
            "antwoordt als chessnut",
            "opent /dev/hidraw3",
            "Chessnut board antwoordt",
            "opgetild e2",
            "neergezet e2, witte pion"}};
    for (const Told& told : all) {
        INFO(told.language);
        const Folder folder;
        const Machine machine{folder};
        const Board nut{{"chessnut"}, folder};
        machine.plug(chessnut, nut);
        const Words language{"--language", told.language};
        const auto in_it = [&](Words words) {
            words.insert(words.end(), language.begin(), language.end());
            return words;
        };
        const Ended listed = end_of(*machine.start(in_it({"board", "list"})));
        CHECK(holds(listed.lines, told.may_be));
        const Ended asked = end_of(*machine.start(in_it({"board", "list", "--ask"})));
        CHECK(holds(asked.lines, told.answers));
        const auto watch = machine.start(in_it({"board", "watch", "/dev/hidraw3"}));
        expect(*watch, told.opens);
        expect(*watch, told.watched);
        expect(*watch, "0:");
        nut.hand({"lifts e2"});
        let_time_pass();
        nut.hand({"places e2 P"});
        let_time_pass();
        watch->kill();
        CHECK(holds(watch->lines(), told.lifted));
        CHECK(holds(watch->lines(), told.placed));
    }
}

TEST_CASE("A human interface device is watched, checked and played at", "[boards]") {
    const Folder folder;
    const Machine machine{folder};
    const Board nut{{"chessnut"}, folder};
    machine.plug(chessnut, nut);

    const Ended checked = end_of(*machine.start({"board", "check", "chessnut:/dev/hidraw3"}));
    CHECK(checked.code == 0);
    CHECK(holds(checked.lines, "Chessnut"));

    const auto watch = machine.start({"board", "watch", "/dev/hidraw3"});
    expect(*watch, "a Chessnut board answers");
    nut.hand({"lifts e2"});
    expect(*watch, "0:");
    nut.hand({"places e2 P"});
    watch->kill();

    const auto table = machine.start(play_at("chessnut:/dev/hidraw3", folder));
    expect(*table, "journal ");
    table->write("arbiter starts");
    expect(*table, "clock white");
    table->write("white announces Eva zwei Eva vier");
    table->write("white presses");
    expect(*table, "clock black");
    table->write("black repeats Eva zwei Eva vier");
    nut.hand({"lifts e2", "places e4 P", "lifts e7", "places e5 p"});
    let_board_tell();
    table->write("black presses");
    expect(*table, "completed 1... e5");
}

TEST_CASE("A board that is pulled is back under another name, and a stranger is none", "[boards]") {
    const Folder folder;
    const Machine machine{folder};
    auto dgt = std::make_unique<Board>(Words{"dgt"}, folder);
    machine.plug(converter, *dgt);
    const auto table = machine.start(play_at("dgt:/dev/ttyUSB0", folder));
    expect(*table, "journal ");
    table->write("arbiter starts");
    expect(*table, "clock white");

    dgt.reset();
    machine.unplug("ttyUSB0");
    expect(*table, "alert board_lost about black");
    const Board stranger{{"dgt", "--fen", "8/8/8/8/8/8/8/8"}, folder};
    machine.plug(another, stranger);
    std::this_thread::sleep_for(std::chrono::seconds{10});
    CHECK_FALSE(holds(table->lines(), "alert board_back"));
    const Board back{{"dgt"}, folder};
    machine.plug(converter_again, back);
    expect(*table, "alert board_back about black");
    table->write("white announces Eva zwei Eva vier");
    table->write("white presses");
    expect(*table, "clock black");
    table->write("black repeats Eva zwei Eva vier");
    back.hand({"lifts e2", "places e4 P", "lifts e7", "places e5 p"});
    let_board_tell();
    table->write("black presses");
    expect(*table, "completed 1... e5");
    table->close_input();
    CHECK(table->wait() == 0);
    CHECK_FALSE(holds(table->lines(), "alert boards_differ"));
}

TEST_CASE("A board that is not there yet is waited for, and announced when it is", "[boards]") {
    const Folder folder;
    const Machine machine{folder};
    const auto table = machine.start(play_at("dgt:/dev/ttyUSB0", folder));
    expect(*table, "alert board_lost about black");
    const Board dgt{{"dgt"}, folder};
    machine.plug(converter, dgt);
    expect(*table, "alert board_back about black");
    table->close_input();
    CHECK(table->wait() == 0);
    CHECK(table->errors().find("it is waited for") != std::string::npos);
}

TEST_CASE("In tournament mode no board speaks by radio, and that is said in one line", "[boards]") {
    const Folder folder;
    const Machine machine{folder};
    for (const std::string board : {"chessnut:ble:AA:BB:CC:DD:EE:FF", "dgt:/dev/rfcomm0"}) {
        INFO(board);
        Words words = play_at(board, folder);
        words.insert(words.end(), {"--language", "de"});
        const Ended ended = end_of(*machine.start(words));
        CHECK(ended.code == 2);
        CHECK(ended.lines.empty());
        CHECK(ended.errors.find("Im Turniermodus") != std::string::npos);
        CHECK(std::ranges::count(ended.errors, '\n') == 1);
    }
}

} // namespace ansage::tests
