// SPDX-License-Identifier: GPL-3.0-or-later
// Seat files, and set-up at a real terminal.
#include "acts/table_header.hpp"
#include "app/setup/seat_files.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace {

namespace fs = std::filesystem;
namespace profiles = ansage::profiles;
using ansage::tests::Folder;
using ansage::tests::Process;

std::string text_of(const fs::path& file) {
    std::ifstream stream{file};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

// In a second window, with the code that the first one told.
void start_as_arbiter(Process& table, const Folder& folder) {
    // The table tells its code while its window joins it: either may come first.
    REQUIRE(table.await("Joined: White."));
    const auto tells_code = [](const std::string& line) { return line.starts_with("code "); };
    auto line = std::ranges::find_if(table.lines(), tells_code);
    if (line == table.lines().end()) {
        REQUIRE(table.await("code "));
        line = std::prev(table.lines().end());
    }
    std::string code = line->substr(std::string_view{"code "}.size());
    code.erase(code.find_last_not_of("\r\n") + 1);
    Process arbiter{{ansage::tests::program(), "join", "arbiter", "--code", code}, folder.path()};
    REQUIRE(arbiter.await("Joined: arbiter."));
    arbiter.write("starts");
    REQUIRE(arbiter.await("Clock: White."));
}

} // namespace

TEST_CASE("Every shipped seat file can be sat on") {
    unsigned count = 0;
    for (const auto& entry : fs::directory_iterator{ansage::tests::root() + "/profiles/seats"}) {
        INFO(entry.path().string());
        const auto document = profiles::Document::read(entry.path());
        REQUIRE(document);
        const auto seat = ansage::app::load_seat(*document);
        REQUIRE(seat);
        CHECK(ansage::acts::read_seat(seat->seat));
        ++count;
    }
    CHECK(count >= 6);
}

TEST_CASE("A seat file with a key that is none is an error") {
    const auto document =
        profiles::Document::parse("seat = \"sighted none\"\nseet = 1\n", "x.toml");
    REQUIRE(document);
    CHECK_FALSE(ansage::app::load_seat(*document));
}

TEST_CASE("A game is played from seat files", "[setup]") {
    const Folder folder;
    fs::create_directories(folder.path() + "/.config/ansage/seats");
    std::ofstream{folder.path() + "/.config/ansage/seats/anna.toml"}
        << "seat = \"impaired none\"\nname = \"Anna\"\nlanguage = \"de\"\ntime = \"10m\"\n";
    Process table{
        {ansage::tests::program(),
         "play",
         "--speech",
         "none",
         "--journal",
         folder.path() + "/game.ansage",
         "--white",
         "anna",
         "--black",
         "normal-board"},
        folder.path()};
    REQUIRE(table.await("code "));
    table.write("white asks time");
    CHECK(table.await("say ear-white: Eigene Zeit: 10 Minuten."));
    table.write("black asks time");
    CHECK(table.await("refused not_allowed"));
    table.write("quit");
    CHECK(table.wait() == 0);
}

TEST_CASE("A seat file that is not there is said in one line", "[setup]") {
    const Folder folder;
    Process table{{ansage::tests::program(), "play", "--white", "nobody"}, folder.path()};
    table.close_input();
    CHECK(table.wait() == 2);
    CHECK(table.errors().find("nobody") != std::string::npos);
}

TEST_CASE("What no microphone can record is refused before anybody is asked", "[setup]") {
    const Folder folder;
    Process table{
        {"/usr/bin/script",
         "-qec",
         ansage::tests::program() + " play --record-continuous",
         "/dev/null"},
        folder.path()};
    CHECK(table.await("--record-continuous: no microphone is named"));
    CHECK(table.wait() == 2);
}

TEST_CASE("Where nobody may be listened to it is said before anybody is asked", "[setup]") {
    const Folder folder;
    const auto refused = [&](const std::string& options) {
        Process table{
            {"/usr/bin/script",
             "-qec",
             ansage::tests::program() + " play --speech none " + options,
             "/dev/null"},
            folder.path()};
        CHECK(table.wait() == 2);
        return table.lines().empty() ? std::string{} : table.lines().front();
    };
    CHECK(
        refused("--mode tournament --hear default").find("a tournament the table does not") !=
        std::string::npos
    );
    CHECK(
        refused("--mode training --heard both").find("no microphone is named") != std::string::npos
    );
    CHECK(
        refused("--mode training --white 'impaired none' --black 'sighted none' --hear default")
            .find("nobody has consented to be listened to") != std::string::npos
    );
    CHECK(
        refused("--mode club --white 'impaired none' --black 'sighted none' --hear default "
                "--heard white")
            .find("in a club both players have to consent") != std::string::npos
    );
}

TEST_CASE("Whoever does not consent to be listened to has his table all the same", "[setup]") {
    const Folder folder;
    Process table{
        {"/usr/bin/script",
         "-qec",
         ansage::tests::program() +
             " play --speech none --mode club --hear nowhere --together --white 'impaired none' "
             "--black 'sighted none'",
         "/dev/null"},
        folder.path()};
    REQUIRE(table.await("Mode: "));
    table.type("yyyyyyyyn\n");
    REQUIRE(table.await("--hear: not everybody agreed to be listened to; nobody is listened to"));
    REQUIRE(table.await("code "));
}

// script(1) gives the program a terminal.
TEST_CASE("play alone at a terminal asks for everything, and begins", "[setup]") {
    const Folder folder;
    Process table{
        {"/usr/bin/script",
         "-qec",
         ansage::tests::program() + " play --speech none --record nowhere",
         "/dev/null"},
        folder.path()};
    REQUIRE(table.await("Set-up. "));
    table.write("");
    REQUIRE(table.await("Your name? "));
    table.write("Anna Schmidt");
    for (int question = 0; question < 10; ++question) table.write("");
    REQUIRE(table.await("Now together: "));
    REQUIRE(table.await("Mode: "));
    table.type("r"); // one key each, without Enter
    REQUIRE(table.await("Mode: "));
    table.type("yyyyyy\n");
    REQUIRE(table.await("--record: not everybody agreed to be recorded"));
    REQUIRE(table.await("Remembered: anna-schmidt.toml."));
    REQUIRE(table.await("The table is open, and this window is the console of White. "));
    REQUIRE(table.last().find("ansage join arbiter") != std::string::npos);
    start_as_arbiter(table, folder);
    REQUIRE(table.await("Clock: White."));
    table.write("quit");
    REQUIRE(table.await("Confirm: the table closes"));
    table.write("y");
    CHECK(table.wait() == 0);
    const std::string seat = text_of(folder.path() + "/.config/ansage/seats/anna-schmidt.toml");
    CHECK(seat.find("seat = \"impaired none announces=self\"") != std::string::npos);
    for (const auto& entry : fs::directory_iterator{folder.path() + "/.local/share/ansage/games"}) {
        if (entry.path().extension() == ".ansage")
            CHECK(text_of(entry.path()).find("recording refused") != std::string::npos);
    }
}

// The file goes before what is remembered, and both before what is built in.
TEST_CASE("Set-up begins with one's own settings, and then with what is remembered", "[setup]") {
    const Folder folder;
    fs::create_directories(folder.path() + "/.config/ansage/seats");
    std::ofstream{folder.path() + "/.config/ansage/seats/anna.toml"}
        << "seat = \"impaired none\"\nname = \"Anna\"\ntime = \"60m\"\nmode = \"club\"\n"
           "tones = \"taken\"\n";
    std::ofstream{folder.path() + "/.config/ansage/ansage.conf"}
        << "time = 5m\nwhite-tones = none\nblack-name = Bert\n";
    Process table{
        {"/usr/bin/script", "-qec", ansage::tests::program() + " play --speech none", "/dev/null"},
        folder.path()};
    REQUIRE(table.await("Set-up. "));
    const auto enters_to = [&](const char* question) {
        table.write("");
        REQUIRE(table.await(question));
        return table.last();
    };
    for (const char* question :
         {"Your name? ",
          "Your side? ",
          "Your sight? ",
          "Your board? ",
          "Who announces ",
          "Told when "})
        enters_to(question);
    enters_to("The opponent's sight? ");
    CHECK(enters_to("Opponent's name? ").find("Enter: Bert.") != std::string::npos);
    enters_to("The opponent's board? ");
    CHECK(enters_to("Time control? ").find("Enter: 5 minutes.") != std::string::npos);
    CHECK(enters_to("Mode? ").find("Enter: club") != std::string::npos);
    table.write("");
    REQUIRE(table.await("Now together: "));
    table.type("yyyyyyy\n");
    REQUIRE(table.await("Remembered: anna.toml."));
    REQUIRE(table.await("The table is open"));
    table.kill();
    const std::string seat = text_of(folder.path() + "/.config/ansage/seats/anna.toml");
    CHECK(seat.find("time = \"5m\"") != std::string::npos);
    CHECK(seat.find("tones = \"none\"") != std::string::npos);
}

TEST_CASE("A recording that was asked for is not forgotten at set-up", "[setup]") {
    const Folder folder;
    Process table{
        {"/usr/bin/script",
         "-qec",
         ansage::tests::program() + " play --speech none --record nonesuch",
         "/dev/null"},
        folder.path()};
    const auto tells = [&](const char* part) {
        return table.last().find(part) != std::string::npos;
    };
    while (table.await("") && !tells("microphone") && !tells("The table is open")) {
        if (tells("Now together: ")) table.type("yyyyyyy");
        else if (tells("Enter: ")) table.write("");
    }
    CHECK(tells("there is no one microphone called \"nonesuch\""));
}

TEST_CASE("A seat file's mistake is told with its file", "[setup]") {
    const Folder folder;
    std::ofstream{folder / "anna.toml"} << "seat = \"impaired none\"\nmode = \"blitz\"\n";
    const auto document = profiles::Document::read(folder / "anna.toml");
    REQUIRE(document);
    const auto seat = ansage::app::load_seat(*document);
    REQUIRE_FALSE(seat);
    CHECK(
        ansage::base::to_line(seat.error()) ==
        (folder / "anna.toml") + ": \"blitz\" is unknown; write one of: tournament, club, training"
    );
}

// D.2.11 (2023): the arbiter's override is in the journal before the first line, and play starts.
TEST_CASE("Without an assistant for one who does not hear, the arbiter allows it", "[setup]") {
    const Folder folder;
    Process table{
        {"/usr/bin/script", "-qec", ansage::tests::program() + " play --speech none", "/dev/null"},
        folder.path()};
    while (table.await("") && !table.last().starts_with("D.2.11 set aside: ")) {
        const std::string& told = table.last();
        if (told.starts_with("The opponent's sight? ")) table.write("3");
        else if (told.starts_with("An assistant for the opponent")) table.write("2");
        else if (told.find("Enter: ") != std::string::npos) table.write("");
        else if (told.starts_with("Now together: ")) table.type("yyyyy");
    }
    REQUIRE(table.last().starts_with("D.2.11 set aside: "));
    table.type("yyn");
    start_as_arbiter(table, folder);
    REQUIRE(table.await("Clock: White."));
    table.write("quit");
    REQUIRE(table.await("Confirm: the table closes"));
    table.write("y");
    CHECK(table.wait() == 0);
    Process score{{ansage::tests::program(), "score", "last", "--format", "pgn"}, folder.path()};
    CHECK(score.await("{rule set aside by the arbiter: D.2.11, accepted at set-up by"));
}
