// SPDX-License-Identifier: GPL-3.0-or-later
// Who joins a running table and leaves it, and what each role hears and may do there.
#include "consoles/joined.hpp"
#include "support/places.hpp"

using namespace ansage::tests;

TEST_CASE("Each role hears and does its part of a game, and no more", "[console]") {
    const Folder folder;
    Table table{folder};
    const auto white = table.join({"white"});
    const auto black = table.join({"black"});
    const auto assistant = table.join({"assistant"});
    const auto arbiter = table.arbiter();
    const auto spectator = table.join({"spectator"});
    for (const auto& console : {&white, &black, &assistant, &arbiter, &spectator})
        REQUIRE((*console)->await("Joined: "));
    white->write("arbiter starts");
    REQUIRE(white->await("Not for this console"));
    assistant->write("for white presses");
    REQUIRE(assistant->await("The clocks stand."));
    arbiter->write("starts");
    REQUIRE(black->await("Clock: White."));
    REQUIRE(white->await("Clock: White."));
    white->write("announces Eva zwei Eva vier");
    REQUIRE(white->await("Taken down."));
    assistant->write("for white executes e2e4");
    REQUIRE(assistant->await("Taken down."));
    assistant->write("for white presses");
    REQUIRE(black->await("Clock: Black."));
    CHECK(holds(black->lines(), "White: Eva zwei Eva vier."));
    REQUIRE(spectator->await("Move 1, White: Eva zwei Eva vier."));
    white->write("c");
    REQUIRE(white->await("Your time: "));
    black->write("c");
    REQUIRE(black->await("Not answered in a tournament"));
    white->write("resigns");
    REQUIRE(white->await("Resign: White gives up the game."));
    white->write("y");
    for (const auto& console : {&white, &black, &assistant, &arbiter, &spectator})
        CHECK((*console)->await("Result: Resignation: Black wins."));
    for (const auto& console : {&black, &assistant, &spectator}) {
        CHECK_FALSE(holds((*console)->lines(), "Your time"));
        CHECK_FALSE(holds((*console)->lines(), "Console"));
        CHECK_FALSE(holds((*console)->lines(), "Resign:"));
    }
    CHECK_FALSE(holds(spectator->lines(), "Clock"));
    CHECK(holds(arbiter->lines(), "To White: Your time: "));
    CHECK(holds(arbiter->lines(), "Move 1, White: completed."));
    spectator->write("b");
    CHECK(spectator->await("Reihe vier: Eva weißer Bauer"));
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
    CHECK(white->await("Closed: "));
    CHECK(white->wait() == 0);

    const Words ears = replay(folder, "--ears");
    CHECK(holds(ears, "ear-white request: Resign: White gives up the game. Type y to confirm."));
    CHECK(replay(folder, "--verify").front() == "verified ok");
}

TEST_CASE("The arbiter's console needs the code, and a refusal is told and kept", "[console]") {
    const Folder folder;
    Table table{folder};
    const auto intruder = table.join({"arbiter", "--code", "0000"});
    CHECK(intruder->await("Refused: wrong code."));
    CHECK(intruder->wait() == 1);
    CHECK(table.process().await("say arbiter: Console refused: arbiter, wrong code."));
}

TEST_CASE("A game that is played has no watchers, who would see squares and clocks", "[console]") {
    const Folder folder;
    Table table{folder};
    const auto watcher = table.join({"watcher", "--json"});
    CHECK(watcher->wait() == 1);
    REQUIRE(watcher->lines().size() == 1);
    CHECK(
        holds(watcher->lines(), "Refused: a game that is being played cannot be watched like this")
    );
    // The journal has nothing of it.
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
    CHECK_FALSE(holds(table.process().lines(), "Console"));
}

TEST_CASE("A console that dies joins again and gets what it missed", "[console]") {
    const Folder folder;
    Table table{folder};
    auto white = table.join({"white"});
    REQUIRE(white->await("Your time: "));
    white->kill();
    REQUIRE(table.process().await("say arbiter: Console left: White."));
    table.process().write("arbiter starts");
    REQUIRE(table.process().await("clock white"));
    table.process().write("white announces Eva zwei Eva vier");
    table.process().write("white executes e2e4");
    table.process().write("white presses");
    REQUIRE(table.process().await("clock black"));
    table.process().write("black offers draw");

    white = table.join({"white"});
    REQUIRE(white->await("Missed lines: "));
    CHECK(white->await("Clock: White."));
    CHECK(white->await("White: Eva zwei Eva vier."));
    CHECK(white->await("Clock: Black."));
    CHECK(white->await("Draw offered: Black."));
    CHECK(white->await("Missed lines: that was all."));
    CHECK(white->await("Eva zwei Eva vier"));
    CHECK(white->await("Your time: "));
    CHECK(white->await("Draw offered: Black.")); // it still waits for an answer
}

TEST_CASE("A role that is joined elsewhere leaves its old console, which is told", "[console]") {
    const Folder folder;
    Table table{folder};
    const auto first = table.join({"white"});
    REQUIRE(first->await("Joined: "));
    const auto second = table.join({"white"});
    REQUIRE(second->await("Joined: "));
    CHECK(first->await("Replaced: "));
    CHECK(first->wait() == 0);
    CHECK(table.process().await("say arbiter: Console replaced: White"));
}

TEST_CASE(
    "A console joins the same table again when the table was killed and goes on", "[console]"
) {
    const Folder folder;
    auto table = std::make_unique<Table>(folder);
    const auto white = table->join({"white"});
    REQUIRE(white->await("Your time: "));
    table->process().write("arbiter starts");
    REQUIRE(white->await("Clock: White."));
    table->process().kill();
    REQUIRE(white->await("Lost: the table does not answer"));
    Process resumed{
        command_line({"play", "--resume", folder / "game.ansage", "--speech", "none"}),
        folder.path()};
    REQUIRE(white->await("Joined: White."));
    white->write("t");
    CHECK(white->await("Your time: "));
}

TEST_CASE(
    "A German reads German also when the code is asked for and the table is gone", "[console]"
) {
    const Folder folder;
    Table table{folder, {"--language", "de"}};
    Process arbiter{
        {"/usr/bin/env",
         "LC_ALL=de_DE.UTF-8",
         "/usr/bin/script",
         "-qec",
         ansage::tests::program() + " join arbiter",
         "/dev/null"},
        folder.path()};
    arbiter.write(table.code());
    REQUIRE(table.process().await("say arbiter: Konsole da: Schiedsrichter."));
    const auto program = table.join({"white", "--json"});
    REQUIRE(program->await("{"));
    CHECK(holds(program->lines(), R"("when_lost":"Verbindung weg: )"));
    table.process().kill();
    CHECK(arbiter.await("Verbindung weg: "));
    CHECK(holds(arbiter.lines(), "Code des Tisches: "));
    CHECK(program->await(R"({"kind":"lost","text":"Verbindung weg: )"));
}

TEST_CASE("A console that is left stays away, and the arbiter knows", "[console]") {
    const Folder folder;
    Table table{folder};
    const auto white = table.join({"white"});
    REQUIRE(white->await("Joined: "));
    white->write("quit");
    CHECK(white->await("Left: the table goes on."));
    CHECK(white->wait() == 0);
    CHECK(table.process().await("say arbiter: Console left: White."));
    const auto black = table.join({"black"});
    REQUIRE(black->await("Joined: "));
    black->close_input(); // its terminal is closed
    CHECK(black->wait() == 0);
    CHECK(table.process().await("say arbiter: Console left: Black."));
}

TEST_CASE("What cannot be joined is said in one line", "[console]") {
    const Folder folder;
    for (const Words& words :
         {Words{"join"},
          Words{"join", "king"},
          Words{"join", "white"},
          Words{"join", "arbiter"},
          Words{"join", "white", "--table", "nowhere"}}) {
        Process process{command_line(words), folder.path()};
        process.close_input();
        CHECK(process.wait() == 2);
        const std::string errors = process.errors();
        CHECK(std::ranges::count(errors, '\n') == 1);
    }
}
