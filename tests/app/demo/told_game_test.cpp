// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped demo, as it is told: one mishearing that the players mend themselves, one peg in the
// wrong aperture that the arbiter hears of and a hand that is led back.
#include "child.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace {

using ansage::test::Folder;
using ansage::test::Run;
using ansage::test::run_ansage;

Run tell(const Folder& folder, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{
        "demo", "--speed", "max", "--audio", "none", "--journal", folder.file("demo.ansage")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_ansage(arguments);
}

// The place of the first line that begins so, from `from` on.
std::size_t place_of(const Run& run, const std::string& begin, std::size_t from = 0) {
    for (std::size_t i = from; i < run.lines.size(); ++i)
        if (run.lines[i].starts_with(begin)) return i;
    FAIL("no line begins with " << begin);
    return run.lines.size();
}

} // namespace

TEST_CASE("The demo tells its game from the welcome to where its files lie") {
    const Folder folder;
    const Run run = tell(folder);
    REQUIRE(run.code == 0);
    CHECK(run.lines.front().starts_with("Welcome."));
    // D.2.1: announced and repeated in the convention.
    const std::size_t first = place_of(run, "White: Cesar zwei Cesar vier.");
    CHECK(run.lines[first + 1] == "Black repeats: Cesar zwei Cesar vier.");
    CHECK(run.lines.back().find(folder.file("demo.pgn")) != std::string::npos);
    CHECK(std::filesystem::exists(folder.file("demo.pgn")));
    CHECK(std::filesystem::exists(folder.file("demo.ansage")));
    CHECK_FALSE(std::filesystem::exists(folder.file("demo.ansage-wal")));
}

TEST_CASE("The demo's misheard repetition is mended by the players themselves, without an alert") {
    const Folder folder;
    const Run run = tell(folder);
    const std::size_t said = place_of(run, "White: David zwei David vier.");
    CHECK(run.lines[said + 1] == "Black repeats: David zwei David drei.");
    CHECK(run.lines[said + 2] == "White: David zwei David vier.");
    CHECK(run.lines[said + 3] == "Black repeats: David zwei David vier.");
}

TEST_CASE("The demo's wrong aperture is told to the arbiter at the press, and the hand is led back"
) {
    const Folder folder;
    const Run run = tell(folder);
    const std::size_t alert = place_of(run, "To the arbiter: Board differs: White's board");
    const std::size_t stopped = place_of(run, "Clocks stopped.", alert);
    const std::size_t accepted = place_of(run, "Arbiter: proposal accepted.", stopped);
    const std::size_t guided =
        place_of(run, "Only to White: Move: from Eva sechs to Felix sechs.", accepted);
    const std::size_t right = place_of(run, "Only to White: Done: the board is right.", guided);
    CHECK(place_of(run, "Clock: Black.", right) > right);
    CHECK(std::ranges::count_if(run.lines, [](const std::string& line) {
              return line.starts_with("To the arbiter: Board");
          }) == 1);
}

TEST_CASE("The demo speaks German to German listeners") {
    const Folder folder;
    const Run run = tell(folder, {"--language", "de"});
    REQUIRE(run.code == 0);
    CHECK(run.lines.front().starts_with("Willkommen."));
    CHECK(place_of(run, "Schwarz wiederholt: ") > 0);
}

TEST_CASE("The demo writes what the room heard, as long as the game was") {
    const Folder folder;
    const Run run = run_ansage(
        {"demo",
         "--speed",
         "max",
         "--audio",
         folder.file("room.wav"),
         "--journal",
         folder.file("demo.ansage")}
    );
    REQUIRE(run.code == 0);
    // 117 plies take more than ten minutes; 22,050 samples of two bytes a second.
    CHECK(std::filesystem::file_size(folder.file("room.wav")) > 10U * 60U * 22'050U * 2U);
}
