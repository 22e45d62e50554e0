// SPDX-License-Identifier: GPL-3.0-or-later
// What a person types at a keyboard is read back before anybody else hears it. The keyboards here
// are terminals; a pipe, from which a program writes, is none.
#include "consoles/joined.hpp"
#include "support/places.hpp"

using namespace ansage::tests;

namespace {

std::unique_ptr<Process> at_keyboard(const Folder& folder, const std::string& command) {
    return std::make_unique<Process>(
        Words{"/usr/bin/script", "-qec", ansage::tests::program() + " " + command, "/dev/null"},
        folder.path()
    );
}

// Two players who do not see, each at a keyboard; White's clock runs.
struct Keyboards {
    const Folder folder;
    Table table;
    std::unique_ptr<Process> white = at_keyboard(folder, "join white");
    std::unique_ptr<Process> black = at_keyboard(folder, "join black");

    static Words options_of(const std::string& mode, const Words& more) {
        Words options{"--mode", mode, "--black", "impaired none"};
        options.insert(options.end(), more.begin(), more.end());
        return options;
    }

    explicit Keyboards(const std::string& mode, const Words& more = {})
        : table{folder, options_of(mode, more)} {
        REQUIRE(white->await("Your time: "));
        REQUIRE(black->await("Your time: "));
        table.process().write("arbiter starts");
        REQUIRE(white->await("Clock: White."));
    }
};

// One keyboard for both players of a club; White's clock runs.
std::unique_ptr<Process> for_two(const Folder& folder, const std::string& black = "impaired none") {
    auto table = at_keyboard(
        folder,
        "play --speech none --mode club --window both --white 'impaired none' --black '" + black +
            "' --journal " + (folder / "game.ansage")
    );
    REQUIRE(table->await("Your time: "));
    table->write("starts");
    REQUIRE(table->await("Clock: White."));
    return table;
}

std::size_t position_of(const Words& lines, const std::string& part) {
    const auto found = std::ranges::find_if(lines, [&](const std::string& line) {
        return line.find(part) != std::string::npos;
    });
    return static_cast<std::size_t>(found - lines.begin());
}

} // namespace

TEST_CASE("A typed announcement counts with one more Enter, and x withdraws it", "[console]") {
    Keyboards at{"tournament"};
    const auto arbiter = at.table.arbiter();
    REQUIRE(arbiter->await("Joined: arbiter."));
    at.white->write("e2e5"); // a slip, and no possible move
    REQUIRE(at.white->await("Eva zwei Eva fünf. Enter?"));
    at.white->write("x");
    REQUIRE(at.white->await("Withdrawn."));
    REQUIRE(arbiter->await("Withdrawn after the read-back, White: Eva zwei Eva fünf."));
    at.white->write("e2e4");
    REQUIRE(at.white->await("Eva zwei Eva vier. Enter?"));
    press_enter(*at.white);
    REQUIRE(at.black->await("White: Eva zwei Eva vier."));
    at.white->write(".");
    REQUIRE(at.black->await("Clock: Black."));
    CHECK_FALSE(holds(at.black->lines(), "fünf"));
    CHECK_FALSE(holds(at.black->lines(), "Enter?"));
    at.table.process().write("quit");
    CHECK(at.table.process().wait() == 0);
    const Words heard = replay(at.folder, "--ears");
    CHECK_FALSE(holds(heard, "unallowed"));
    const std::size_t read_back =
        position_of(heard, "ear-white request: Eva zwei Eva vier. Enter?");
    const std::size_t told = position_of(heard, "ear-black announcement: Eva zwei Eva vier");
    CHECK(read_back < told);
    REQUIRE(told < heard.size());
    CHECK(position_of(heard, "ear-black act: Your clock runs.") < heard.size());
    CHECK(replay(at.folder, "--verify").front() == "verified ok");
}

// First principles 3 and 12: what the program says to a line does not tell what is legal.
TEST_CASE("Lines of one shape are read back alike, legal or not", "[console]") {
    Keyboards at{"tournament"};
    for (const char* const rank : {"drei", "vier", "fünf", "sechs"}) {
        at.white->write(std::string{"Gustav zwei Gustav "} + rank);
        REQUIRE(at.white->await(std::string{"Gustav zwei Gustav "} + rank + ". Enter?"));
        at.white->write("x");
        REQUIRE(at.white->await("Withdrawn."));
    }
}

// A "yes" says what the line was meant to be; what it then does is read back like any line.
TEST_CASE("What comes near a move is read back once it is clear which is meant", "[console]") {
    Keyboards at{"tournament"};
    at.white->write("Springer Felix Felix drei");
    REQUIRE(at.white->await("Springer Felix drei? "));
    at.white->write("y");
    REQUIRE(at.white->await("Springer Felix drei. Enter?"));
    CHECK_FALSE(holds(at.black->lines(), "Felix"));
    press_enter(*at.white);
    REQUIRE(at.black->await("White: Springer Felix drei."));
}

// D.2.1: the piece of a promotion belongs to the words that are being read back.
TEST_CASE("A promotion's piece on a line of its own completes what is read back", "[console]") {
    Keyboards at{"tournament", {"--start", "4k3/P6P/8/8/8/8/8/4K3 w - - 0 1"}};
    at.white->write("a8");
    REQUIRE(at.white->await("Anna acht. Enter?"));
    at.white->write("queen");
    REQUIRE(at.white->await("Anna acht Dame. Enter?"));
    at.white->write("x");
    REQUIRE(at.white->await("Withdrawn."));
    at.white->write("a8");
    press_enter(*at.white);
    REQUIRE(at.black->await("White: Anna acht."));
    at.white->write("h8"); // another move, which is what the piece belongs to now
    REQUIRE(at.white->await("Hector acht. Enter?"));
    at.white->write("rook");
    REQUIRE(at.white->await("Hector acht Turm. Enter?"));
    CHECK_FALSE(holds(at.black->lines(), "Turm"));
    press_enter(*at.white);
    REQUIRE(at.black->await("White: Hector acht Turm."));
}

TEST_CASE("Resigning and accepting are read back like a move", "[console]") {
    Keyboards at{"club"};
    at.white->write("resign");
    REQUIRE(at.white->await("Resign the game? Enter."));
    CHECK_FALSE(holds(at.black->lines(), "Result"));
    press_enter(*at.white);
    REQUIRE(at.black->await("Result: "));
}

TEST_CASE("In a club the read-back can be turned off, each player for himself", "[console]") {
    Keyboards at{"club"};
    at.white->write("read-back off");
    REQUIRE(at.white->await("No read-back: your lines count at once."));
    at.white->write("e4");
    REQUIRE(at.black->await("White: Eva vier."));
    at.white->write("enter presses");
    at.black->write("e5");
    REQUIRE(at.black->await("Eva fünf. Enter?"));
}

TEST_CASE("A table that was cut off still waits for the key", "[console]") {
    const Folder folder;
    Table table{folder, {"--mode", "club", "--black", "impaired none"}};
    const auto white = at_keyboard(folder, "join white");
    REQUIRE(white->await("Your time: "));
    white->write("starts");
    REQUIRE(white->await("Clock: White."));
    white->write("e4");
    REQUIRE(white->await("Eva vier. Enter?"));
    table.process().kill();
    Process again{
        command_line({"play", "--speech", "none", "--resume", folder / "game.ansage"}),
        folder.path()};
    REQUIRE(again.await("code "));
    // The console joins again by itself, and hears what waits.
    REQUIRE(white->await("Eva vier. Enter?"));
    again.write("arbiter resumes");
    REQUIRE(white->await("Clock: White."));
    press_enter(*white);
    REQUIRE(white->await("White: Eva vier."));
}

TEST_CASE("Two at one keyboard: a move is of the player who is to move", "[console]") {
    const Folder folder;
    const auto table = for_two(folder);
    table->write("enter presses"); // for both
    REQUIRE(table->await("Enter presses: "));
    // Both hear it, so it is announced at once.
    table->write("e4");
    REQUIRE(table->await("White: Eva vier."));
    REQUIRE(table->await("Clock: Black."));
    table->write("e5");
    REQUIRE(table->await("Black: Eva fünf."));
    REQUIRE(table->await("Clock: White."));
    table->write("resign");
    REQUIRE(table->await("Resign the game? Enter."));
    table->write("x");
    REQUIRE(table->await("Withdrawn."));
    table->write("quit");
    table->write("y");
    CHECK(table->wait() == 0);
    const Words events = replay(folder, "--ears");
    CHECK_FALSE(holds(events, "unallowed"));
}

TEST_CASE("Two at one keyboard: a press is of the player whose move was said", "[console]") {
    const Folder folder;
    const auto table = for_two(folder);
    table->write("e4");
    REQUIRE(table->await("White: Eva vier."));
    table->write("x"); // a slip
    REQUIRE(table->await("Black: Correction: "));
    table->write("d4");
    REQUIRE(table->await("White corrects: David vier."));
    table->write(".");
    REQUIRE(table->await("Clock: Black."));
    table->write("."); // a finger too many is nobody's press without a move (7.5.3)
    REQUIRE(table->await("Nothing done: "));
    table->write("d5");
    REQUIRE(table->await("Black: David fünf."));
    table->write(".");
    REQUIRE(table->await("Clock: White."));
    table->write("quit");
    REQUIRE(table->await("Confirm: "));
    table->write("y");
    CHECK(table->wait() == 0);
    CHECK(replay(folder, "--verify").front() == "verified ok");
}

// An illegal move that nobody pressed stands for the words that come after it, and lets the move
// before it count, at whatever instant that is.
TEST_CASE(
    "Two at one keyboard go on after a move that cannot be and that nobody pressed", "[console]"
) {
    const Folder folder;
    const auto table = for_two(folder, "sighted none");
    table->write("e4");
    REQUIRE(table->await("White: Eva vier."));
    table->write(".");
    REQUIRE(table->await("Clock: Black."));
    table->write("e5"); // and is not pressed
    REQUIRE(table->await("Black: Eva fünf."));
    table->write("ra5");
    REQUIRE(table->await("White: Turm Anna fünf."));
    table->write("rook a5 5"); // a slip
    table->write("nf6");
    REQUIRE(table->await("White: Springer Felix sechs."));
    table->write("quit");
    REQUIRE(table->await("Confirm: "));
    table->write("y");
    CHECK(table->wait() == 0);
}

// A scribe at the table's own terminal writes down what the players said themselves.
TEST_CASE("The table's own terminal reads back, too", "[console]") {
    const Folder folder;
    const auto table = at_keyboard(
        folder,
        "play --speech none --white 'impaired none' --black 'impaired none' --journal " +
            (folder / "game.ansage")
    );
    REQUIRE(table->await("code "));
    table->write("arbiter starts");
    REQUIRE(table->await("clock white"));
    table->write("white e4");
    REQUIRE(table->await("say arbiter: Eva vier. Enter?"));
    press_enter(*table);
    REQUIRE(table->await("made 1. e4"));
}
