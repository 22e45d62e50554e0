// SPDX-License-Identifier: GPL-3.0-or-later
// A game that was cut off, adjourned, or kept by an older version, and is gone on with.
#include "ended.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <filesystem>

namespace {

namespace fs = std::filesystem;
using namespace ansage::tests;

} // namespace

TEST_CASE("A resumed game tells which options of its table change nothing any more", "[play]") {
    const Folder folder;
    const std::string journal = folder / "game.ansage";
    run({"play", "--speech", "none", "--mode", "club", "--journal", journal}, folder);
    const Ended ended =
        run({"play",
             "--resume",
             journal,
             "--speech",
             "none",
             "--page",
             "none",
             "--mode",
             "training",
             "--heard",
             "both",
             "--together"},
            folder);
    CHECK(ended.code == 0);
    CHECK(
        ended.errors ==
        "--mode: a game that is resumed goes on as it was begun; leave it out; it changes "
        "nothing\n"
        "--heard: a game that is resumed goes on as it was begun; leave it out; it changes "
        "nothing\n"
        "--together: a game that is resumed goes on as it was begun; leave it out; it "
        "changes nothing\n"
    );
}

// Guidelines I.
TEST_CASE("An adjourned game is gone on with, and one that was cut off is adjourned", "[play]") {
    const Folder folder;
    const std::string journal = folder / "game.ansage";
    {
        Process table{
            command_line({"play", "--speech", "none", "--journal", journal}), folder.path()};
        table.write("arbiter starts");
        table.write("white announces Eva zwei Eva vier");
        REQUIRE(table.await("made 1. e4"));
        table.kill();
    }
    const Ended adjourned = run({"play", "--adjourn", "--resume", journal}, folder);
    CHECK(adjourned.code == 0);
    CHECK(holds(adjourned.lines, "adjourned"));
    CHECK(holds(adjourned.lines, "scoresheet " + (folder / "game.pgn")));
    CHECK(fs::exists(folder / "game.pgn"));
    CHECK_FALSE(fs::exists(journal + "-wal"));
    const Ended again = run({"play", "--adjourn", "--resume", journal}, folder);
    CHECK(again.code == 1);
    CHECK(holds(again.lines, "refused game_over: The game is adjourned."));

    Process table{command_line({"play", "--resume", journal, "--speech", "none"}), folder.path()};
    REQUIRE(table.await("say arbiter: Adjourned game: "));
    table.write("white presses");
    REQUIRE(table.await("refused game_over: The game is adjourned. The arbiter resumes it."));
    table.write("arbiter resumes");
    REQUIRE(table.await("clock white"));
    table.write("white presses");
    CHECK(table.await("completed 1. e4"));
    const Ended busy = run({"play", "--adjourn", "--resume", journal}, folder);
    CHECK(busy.code == 2);
    CHECK(is_one_line(busy.errors));
}

// A journal as each released version wrote it is kept in tests/data/journal.
TEST_CASE("A game that an older version kept is replayed, verified and exported", "[play]") {
    const Folder folder;
    const std::string journal = folder / "old.ansage";
    fs::copy_file(ansage::tests::root() + "/tests/data/journal/0.1.0.ansage", journal);

    const Ended replayed = run({"replay", journal}, folder);
    CHECK(replayed.code == 0);
    CHECK(holds(replayed.lines, "completed 1. e4"));
    CHECK(holds(replayed.lines, "completed 1... e5"));
    CHECK(run({"replay", "--verify", journal}, folder).code == 0);
    const Ended sheet = run({"score", journal, "--format", "pgn"}, folder);
    CHECK(sheet.code == 0);
    CHECK(holds(sheet.lines, "1. e4"));
    CHECK(run({"arbiter", "report", journal}, folder).code == 0);
}

TEST_CASE("Whoever goes on with a game sits where he sat", "[play]") {
    const Folder folder;
    const auto at_terminal = [](const std::string& options) {
        return Words{
            "/usr/bin/script",
            "-qec",
            ansage::tests::program() + " play --speech none --language de " + options,
            "/dev/null"};
    };
    {
        Process window{
            at_terminal("--white 'impaired none' --black 'impaired none' --mode club --window both "
                        "--enter press"),
            folder.path()};
        REQUIRE(window.await("Verbunden: Weiß."));
        window.write("?"); // what is to be done first is taught first
        REQUIRE(window.await("beginne, halte an, setze fort"));
        window.write("beginne");
        REQUIRE(window.await("Uhr: Weiß."));
        window.write("e4");
        REQUIRE(window.await("Weiß: Eva vier."));
        REQUIRE(window.await("Uhr: Schwarz."));
        window.write("2 e5"); // no draw before each has made a move (5.2.3)
        REQUIRE(window.await("Uhr: Weiß."));
        window.write("2 biete remis");
        REQUIRE(window.await("Remisangebot: Schwarz."));
        window.write("1 nehme an");
        REQUIRE(window.await("Remis annehmen? Die Partie ist dann zu Ende. Enter."));
        window.write("n"); // whoever was asked answers without his number
        REQUIRE(window.await("Zurückgenommen."));
        window.write("ende");
        REQUIRE(window.await("Bestätigen: der Tisch wird geschlossen"));
        window.write("j");
        REQUIRE(window.await("Geschlossen: "));
        CHECK(window.wait() == 0);
        CHECK_FALSE(holds(window.lines(), "Konsole da"));
    }
    Process window{at_terminal("--resume last"), folder.path()};
    REQUIRE(window.await("Verbunden: Weiß."));
    window.write("setze fort");
    REQUIRE(window.await("Uhr: Weiß."));
    window.write("Sf3");
    REQUIRE(window.await("Weiß: Springer Felix drei."));
    REQUIRE(window.await("Uhr: Schwarz."));
    window.write("2 Sc6");
    REQUIRE(window.await("Schwarz: Springer Cesar sechs."));
    REQUIRE(window.await("Uhr: Weiß."));
    window.write("2 biete remis");
    REQUIRE(window.await("Remisangebot: Schwarz."));
    window.write("2 gebe auf");
    REQUIRE(window.await("Schwarz: Partie aufgeben? Enter."));
    window.write("j");
    REQUIRE(window.await("Ergebnis: "));
    window.write("ende");
    REQUIRE(window.await("Bestätigen: der Tisch wird geschlossen. Mit j."));
    window.write("j");
    CHECK(window.wait() == 0);
}
