// SPDX-License-Identifier: GPL-3.0-or-later
// A DGT clock as the official one, at a simulated board on a pty: what it is told, what it tells,
// and what the board remembers while nobody listens.
#include "machine.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

namespace ansage::tests {
namespace {

struct ClockTable {
    ClockTable(const std::string& time, const std::string& started)
        : table(start(
              {"play",
               "--clock",
               "dgt",
               "--time",
               time,
               "--white",
               "impaired none",
               "--black",
               "sighted identity",
               "--black-board",
               "dgt:" + dgt.port() + ",clock-left=white",
               "--speech",
               "none",
               "--journal",
               journal}
          )) {
        expect(*table, "journal ");
        REQUIRE(dgt.await("clock set left 0:"));
        CHECK(dgt.last().ends_with(" running nobody"));
        table->write("arbiter starts");
        expect(*table, "clock white");
        REQUIRE(dgt.await("clock set left 0:"));
        // Whose time ran for a moment when it was told, has lost none.
        CHECK(dgt.last().find(started) != std::string::npos);
        CHECK(dgt.last().ends_with(" running left"));
    }

    [[nodiscard]] std::unique_ptr<Process> start(Words words) const {
        words.insert(words.begin(), tests::program());
        return std::make_unique<Process>(words, folder.path());
    }

    // 1. e4, said by White, carried out by Black; White's end of the clock is pressed by a hand.
    void play_first_move() {
        let_time_pass();
        table->write("white announces Eva zwei Eva vier");
        expect(*table, "made 1. e4");
        dgt.hand({"presses white"});
        expect(*table, "clock black");
        table->write("black repeats Eva zwei Eva vier");
        dgt.hand({"lifts e2", "places e4 P"});
    }

    Folder folder;
    std::string journal = folder / "game.ansage";
    Board dgt{{"dgt"}, folder};
    std::unique_ptr<Process> table;
};

} // namespace

TEST_CASE(
    "An official DGT clock is set, runs, is pressed and halted, and shows the result", "[clock]"
) {
    ClockTable game{"10m", "left 0:10:00 "};
    game.play_first_move();
    game.dgt.hand({"lifts e7", "places e5 p", "presses black"});
    expect(*game.table, "completed 1... e5");

    game.table->write("arbiter pauses");
    expect(*game.table, "clock stopped");
    CHECK(game.dgt.await("clock beeps"));
    game.table->write("arbiter sets white 0:05:00\ny");
    CHECK(game.dgt.await("clock set left 0:05:00 "));
    CHECK(game.dgt.last().ends_with(" running nobody"));
    game.table->write("arbiter resumes");
    expect(*game.table, "clock white");
    CHECK(game.dgt.await("clock set left 0:0"));
    CHECK(game.dgt.last().ends_with(" running left"));
    game.table->write("white resigns\ny");
    expect(*game.table, "result 0-1");
    CHECK(game.dgt.await("clock shows 0-1"));
    game.table->write("quit");
    CHECK(game.table->wait() == 0);
}

// 6.8: what falls is its flag.
TEST_CASE("The flag of an official DGT clock is the table's", "[clock]") {
    ClockTable game{"4s", "left 0:00:04 "};
    expect(*game.table, "alert flag_fallen about white");
    game.table->write("quit");
    CHECK(game.table->wait() == 0);
}

TEST_CASE(
    "What was moved and pressed while the program was dead, the DGT board remembers", "[clock]"
) {
    ClockTable game{"10m", "left 0:10:00 "};
    game.play_first_move();
    game.table->kill();
    game.dgt.hand({"lifts e7", "places e5 p", "presses black"});
    game.table = game.start({"play", "--resume", game.journal, "--speech", "none"});
    expect(*game.table, "say arbiter: Resumed: the official clock went on.");
    expect(*game.table, "clock white");
    expect(*game.table, "completed 1... e5");
    game.table->close_input();
    CHECK(game.table->wait() == 0);
    const auto verified = game.start({"replay", game.journal, "--verify"});
    const Ended ended = end_of(*verified);
    CHECK(ended.code == 0);
    CHECK(holds(ended.lines, "moves e2e4 e7e5"));
}

} // namespace ansage::tests
