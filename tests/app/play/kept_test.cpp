// SPDX-License-Identifier: GPL-3.0-or-later
// What was set is kept: what Enter does, the language that is asked for now, the game that stands
// after a power cut.
#include "../../terminal/pseudo_terminal.hpp"
#include "ended.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

namespace fs = std::filesystem;
using ansage::tests::Folder;
using ansage::tests::Process;
using ansage::tests::ProgramAtTerminal;
using ansage::tests::PseudoTerminal;
using ansage::tests::Words;

// The program at a terminal of its own, until the power is cut.
class AtTerminal {
public:
    AtTerminal(const Folder& folder, const Words& arguments)
        : program_(terminal_, with_program(arguments), folder.path()) {}

    // From where the last words were found.
    [[nodiscard]] bool await(const std::string& words) {
        for (const auto end = Clock::now() + std::chrono::seconds{20};;) {
            const std::size_t found = terminal_.printed().find(words, read_);
            if (found != std::string::npos) {
                read_ = found + words.size();
                return true;
            }
            if (!terminal_.read_some(10) && Clock::now() > end) return false;
        }
    }

    [[nodiscard]] bool has_printed(const std::string& words) const {
        return terminal_.printed().find(words) != std::string::npos;
    }

    void write(const std::string& line) const { terminal_.type(line + "\r"); }

    void type(const std::string& keys) const { terminal_.type(keys); }

    void cut_power() {
        program_.send(SIGKILL);
        REQUIRE(program_.wait(terminal_));
    }

private:
    using Clock = std::chrono::steady_clock;

    static Words with_program(const Words& arguments) {
        Words all{ansage::tests::program(), "play", "--speech", "none"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return all;
    }

    PseudoTerminal terminal_;
    ProgramAtTerminal program_;
    std::size_t read_ = 0;
};

const Words at_one_keyboard{
    "--language",
    "en",
    "--mode",
    "club",
    "--white",
    "impaired none",
    "--black",
    "impaired none",
    "--white-name",
    "Anna",
    "--black-name",
    "Ben",
    "--window",
    "both"};

const Words in_english{"--language", "en"};

void start(AtTerminal& table) {
    REQUIRE(table.await("Joined: White."));
    table.write("starts");
    REQUIRE(table.await("Clock: White."));
}

// One move, and a power cut.
void play_until_power_cut(const Folder& folder) {
    AtTerminal table{folder, at_one_keyboard};
    start(table);
    table.write("e4");
    REQUIRE(table.await("White: "));
    table.write(".");
    REQUIRE(table.await("Clock: Black."));
    table.cut_power();
}

std::string read_all(const fs::path& file) {
    std::ifstream stream{file};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

} // namespace

TEST_CASE("At one keyboard Enter presses for both, also in a game that is gone on with") {
    const Folder folder;
    {
        AtTerminal table{folder, at_one_keyboard};
        start(table);
        table.write("enter presses");
        table.write("e4");
        REQUIRE(table.await("Clock: Black."));
        table.write("2 e5");
        REQUIRE(table.await("Clock: White."));
        table.cut_power();
    }
    AtTerminal table{folder, {"--resume", "last"}};
    REQUIRE(table.await("Joined: White."));
    table.write("resumes");
    REQUIRE(table.await("Clock: White."));
    table.write("Nf3");
    REQUIRE(table.await("Clock: Black."));
    table.write("2 Nc6");
    CHECK(table.await("Clock: White."));
    table.write("enter presses"); // and back again
    table.write("Bb5");
    REQUIRE(table.await("White: Läufer Bella fünf."));
    table.write(".");
    CHECK(table.await("Clock: Black."));
}

TEST_CASE("What Enter does at a console of one's own is kept when it joins again") {
    const Folder folder;
    Process table{
        {ansage::tests::program(),
         "play",
         "--speech",
         "none",
         "--mode",
         "club",
         "--white",
         "impaired none",
         "--black",
         "sighted none"},
        folder.path()};
    REQUIRE(table.await("code "));
    {
        Process white{
            {ansage::tests::program(), "join", "white", "--enter", "press"}, folder.path()};
        REQUIRE(white.await("Joined: White."));
        white.write("quit");
        CHECK(white.wait() == 0);
    }
    Process white{{ansage::tests::program(), "join", "white"}, folder.path()};
    REQUIRE(white.await("Joined: White."));
    white.write("starts");
    REQUIRE(white.await("Clock: White."));
    white.write("e4");
    CHECK(white.await("Clock: Black."));
}

TEST_CASE("The language that is given goes before the one that is remembered") {
    const Folder folder;
    fs::create_directories(folder.path() + "/.config/ansage/seats");
    std::ofstream{folder.path() + "/.config/ansage/seats/anna.toml"}
        << "seat = \"impaired none\"\nname = \"Anna\"\nlanguage = \"de\"\n";
    AtTerminal remembered{folder, {}};
    CHECK(remembered.await("Einrichtung. "));
    AtTerminal given{folder, in_english};
    REQUIRE(given.await("Set-up. "));
    REQUIRE(given.await("English; Laws: "));
    given.write("");
    CHECK(given.await("Your name? Enter: Anna.")); // all else is known again
}

TEST_CASE("After a power cut play alone offers the game that stands, and Enter goes on with it") {
    const Folder folder;
    play_until_power_cut(folder);
    AtTerminal table{folder, in_english};
    REQUIRE(table.await("A game is not finished: Anna against Ben, move 1. "));
    table.type("\r");
    REQUIRE(table.await("Joined: White."));
    table.write("resumes");
    REQUIRE(table.await("Clock: Black."));
    table.cut_power();
    AtTerminal other{folder, in_english};
    REQUIRE(other.await("A game is not finished: "));
    other.type("n");
    CHECK(other.await("Set-up. "));
}

TEST_CASE("A game that is over, or that somebody plays, is not offered") {
    const Folder folder;
    AtTerminal table{folder, at_one_keyboard};
    start(table);
    {
        AtTerminal other{folder, in_english};
        CHECK(other.await("Set-up. "));
        CHECK_FALSE(other.has_printed("A game is not finished"));
    }
    table.write("resigns");
    table.write("y");
    REQUIRE(table.await("Result: "));
    table.cut_power();
    AtTerminal other{folder, in_english};
    CHECK(other.await("Set-up. "));
}

TEST_CASE("A board's port is typed at set-up where it is not among those found") {
    const Folder folder;
    AtTerminal table{folder, in_english};
    REQUIRE(table.await("Set-up. "));
    for (int question = 0; question < 4; ++question) table.write("");
    REQUIRE(table.await("Your board? "));
    table.write("nowhere");
    REQUIRE(table.await("Not understood"));
    table.write("peg:tcp:127.0.0.1:5000");
    CHECK(table.await("What does this board know? "));
}

TEST_CASE("The scoresheet of a club game names no arbiter") {
    const Folder folder;
    const std::string journal = folder / "g.ansage";
    Process table{
        {ansage::tests::program(),
         "play",
         "--speech",
         "none",
         "--mode",
         "club",
         "--journal",
         journal,
         "--white",
         "impaired none",
         "--black",
         "sighted none"},
        folder.path()};
    REQUIRE(table.await("code "));
    for (const char* const line :
         {"arbiter starts",
          "white announces e4",
          "white presses",
          "white proposes sets black 0:20:00",
          "black accepts proposal",
          "white proposes restores 0",
          "black accepts proposal",
          "white proposes ends 1/2-1/2 dinner",
          "black accepts proposal",
          "quit"})
        table.write(line);
    CHECK(table.wait() == 0);
    const std::string sheet = read_all(folder / "g.pgn");
    INFO(sheet);
    CHECK(sheet.find("by agreement") != std::string::npos);
    CHECK(sheet.find("arbiter") == std::string::npos);
}
