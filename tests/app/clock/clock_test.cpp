// SPDX-License-Identifier: GPL-3.0-or-later
// The talking clock as a program: keys in, lines out, a display on another terminal.
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace {

namespace fs = std::filesystem;
using ansage::tests::Folder;
using ansage::tests::Process;
using Words = std::vector<std::string>;

Words clock_with(const Words& words) {
    Words line{ansage::tests::program(), "clock"};
    line.insert(line.end(), words.begin(), words.end());
    return line;
}

Words run(const Words& words, const Folder& folder, int code = 0) {
    Process process{clock_with(words), folder.path()};
    process.close_input();
    CHECK(process.wait() == code);
    return process.lines();
}

TEST_CASE("There are twenty presets, each with its number and its words") {
    const Folder folder;
    const Words lines = run({"--list"}, folder);
    REQUIRE(lines.size() == 20);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        INFO(lines[i]);
        CHECK(lines[i].starts_with("Preset " + std::to_string(i + 1) + ": "));
    }
    CHECK(lines[9] == "Preset 10: 15 minutes with 10 seconds a move.");
    CHECK(
        run({"--list", "--language", "de"}, folder)[0] ==
        "Nummer 1: eine Stunde 30 Minuten für 40 Züge und 30 Sekunden je Zug, dann 30 Minuten und "
        "30 "
        "Sekunden je Zug."
    );
}

TEST_CASE("A number is that of a preset, which is said, and minutes are offered") {
    const Folder folder;
    const Words from_pipe = run({"10", "--audio", "none"}, folder);
    CHECK(
        std::ranges::find(from_pipe, "Preset 10: 15 minutes with 10 seconds a move.") !=
        from_pipe.end()
    );
    const std::string at_terminal =
        std::string{ansage::tests::program()} + " clock 10 --audio none --language en";
    for (const bool wants_minutes : {false, true}) {
        Process clock{{"/usr/bin/script", "-qec", at_terminal, "/dev/null"}, folder.path()};
        REQUIRE(clock.await("Preset 10: 15 minutes with 10 seconds a move."));
        REQUIRE(clock.await("Enter takes it, m takes 10 minutes instead."));
        clock.write(wants_minutes ? "m" : "");
        CHECK(clock.await(
            wants_minutes ? "Time: 10 minutes." : "Time: 15 minutes with 10 seconds a move."
        ));
        clock.type(":");
        clock.write("quit");
        CHECK(clock.wait() == 0);
    }
}

TEST_CASE("Keys press, ask and pause; the answers go to the ear that asked") {
    const Folder folder;
    Process clock{clock_with({"13", "--speech", "none", "--black", "sighted"}), folder.path()};
    REQUIRE(clock.await("journal "));
    REQUIRE(clock.await("Time: 15 minutes."));
    clock.write(" ");
    REQUIRE(clock.await("clock white"));
    clock.write("q");
    CHECK(clock.await("say ear-white: Your time: "));
    clock.write("s");
    CHECK(clock.await("say ear-white: Period 1, the last one."));
    clock.write("p");
    CHECK(clock.await("refused not_allowed")); // a sighted player looks
    clock.write("f");
    CHECK(clock.await("clock black"));
    clock.write(" ");
    CHECK(clock.await("clock white"));
    clock.write(".");
    CHECK(clock.await("clock stopped"));
    clock.write("white 0:30");
    clock.write("white alarms words");
    clock.write("arbiter resumes");
    CHECK(clock.await("clock white"));
    clock.write("e");
    CHECK(clock.await("say ear-white: Your time: 30 seconds. Opponent's time: "));
    clock.write("?");
    CHECK(clock.await("say ear-white: Space: press the clock that runs."));
    clock.write("?");
    CHECK(clock.await("say ear-white: f: White presses."));
    clock.write("quit");
    CHECK(clock.wait() == 0);
    CHECK(clock.errors().empty());
}

// The levers of two boards, of which one has a DGT clock; what stands on them is nobody's business.
TEST_CASE("A board's lever and a DGT clock press, a board's button asks") {
    const Folder folder;
    Process peg{{ansage::tests::program(), "board", "simulate", "peg"}, folder.path()};
    Process dgt{{ansage::tests::program(), "board", "simulate", "dgt"}, folder.path()};
    REQUIRE(peg.await("port "));
    REQUIRE(dgt.await("port "));
    Process clock{
        clock_with(
            {"--time",
             "10m",
             "--speech",
             "none",
             "--white-board",
             "peg:" + peg.last().substr(5),
             "--black-board",
             "dgt:" + dgt.last().substr(5)}
        ),
        folder.path()};
    REQUIRE(clock.await("Time: "));
    clock.write("");
    clock.write("arbiter starts");
    REQUIRE(clock.await("clock white"));
    peg.write("lifts e2");
    peg.write("places e5");
    peg.write("presses white");
    CHECK(clock.await("clock black"));
    // One lever for both: it has to be down on White's side before Black can press his.
    dgt.write("presses white");
    dgt.write("presses black");
    CHECK(clock.await("clock white"));
    peg.write("button time");
    CHECK(clock.await("say ear-white: Your time: "));
    clock.write("r");
    CHECK(clock.await("say ear-white: One move completed."));
    clock.write("quit");
    CHECK(clock.wait() == 0);
    for (const std::string& line : clock.lines()) CHECK_FALSE(line.starts_with("alert"));
}

TEST_CASE("A display on another terminal follows the clock that runs, and ends with it") {
    const Folder folder;
    CHECK(run({"--display", "--once"}, folder, 1).empty());
    Process clock{
        clock_with({"--time", "10m", "--speech", "none", "--white-name", "Anna"}), folder.path()};
    REQUIRE(clock.await("Time: "));
    clock.write("arbiter starts");
    REQUIRE(clock.await("clock white"));
    const Words lines = run({"--display", "--once"}, folder);
    REQUIRE(lines.size() > 14);
    CHECK(lines.front() == "> WHITE Anna  0 moves");
    const Words german = run({"--display", "--once", "--language", "de"}, folder);
    REQUIRE(german.size() > 14);
    CHECK(german.front() == "> WEISS Anna  0 Züge");
    Process display{clock_with({"--display"}), folder.path()};
    REQUIRE(display.await("\033[?1049h"));
    clock.write("quit");
    CHECK(clock.wait() == 0);
    CHECK(display.wait() == 0);
}

TEST_CASE("A display on a terminal that can only print has a line for what changes") {
    const Folder folder;
    Process clock{
        clock_with({"--time", "10m", "--speech", "none", "--white-name", "An\u202Ena"}),
        folder.path()};
    REQUIRE(clock.await("Time: "));
    clock.write("arbiter starts");
    REQUIRE(clock.await("clock white"));
    Process display{
        {"/usr/bin/env", "TERM=dumb", ansage::tests::program(), "clock", "--display"},
        folder.path()};
    REQUIRE(display.await("> WHITE An\uFFFDna  0 moves "));
    CHECK(display.last().find(";   BLACK  0 moves 10:00") != std::string::npos);
    clock.write("white presses");
    REQUIRE(display.await("  WHITE An\uFFFDna  1 move "));
    CHECK(display.last().find("; > BLACK") != std::string::npos);
    clock.write("quit");
    CHECK(clock.wait() == 0);
    CHECK(display.wait() == 0);
    for (const std::string& line : display.lines()) CHECK(line.find('\x1b') == std::string::npos);
}

TEST_CASE("A colon before a line from a pipe is understood, in every language") {
    struct Row {
        const char* language;
        const char* quit;
    };

    const auto row = GENERATE(values<Row>(
        {{"en", ":quit"},
         {"de", ":ende"},
         {"sv", ":lämna"},
         {"nb", ":forlat"},
         {"da", ":forlad"},
         {"nl", ":verlaat"}}
    ));
    INFO(row.quit);
    const Folder folder;
    Process clock{
        clock_with(
            {"--time",
             "5m",
             "--speech",
             "none",
             "--language",
             std::string{"arbiter="} + row.language}
        ),
        folder.path()};
    clock.write(":arbiter starts");
    REQUIRE(clock.await("clock white"));
    clock.write(row.quit); // and the pipe stays open
    CHECK(clock.wait() == 0);
}

TEST_CASE("What is wrong with the options is one line") {
    const Folder folder;
    for (const Words& words :
         {Words{"21"},
          Words{"--time", "90x"},
          Words{"--alarms", "bells"},
          Words{"1", "2"},
          Words{"--white-ear", "x rate=20"}}) {
        INFO(words.back());
        Words all = words;
        all.insert(all.end(), {"--audio", "none"});
        Process process{clock_with(all), folder.path()};
        process.close_input();
        CHECK(process.wait() >= 2);
        const std::string errors = process.errors();
        CHECK(std::ranges::count(errors, '\n') == 1);
    }
}

TEST_CASE("A clock that was killed is gone on with, and stands until the arbiter says so") {
    const Folder folder;
    {
        Process clock{clock_with({"--time", "10m", "--speech", "none"}), folder.path()};
        REQUIRE(clock.await("Time: "));
        clock.write("arbiter starts");
        REQUIRE(clock.await("clock white"));
        clock.write("f");
        REQUIRE(clock.await("clock black"));
        clock.kill();
    }
    Process clock{clock_with({"--resume", "last", "--speech", "none"}), folder.path()};
    REQUIRE(clock.await("clock stopped"));
    // What the killed one showed is shown no more.
    const std::filesystem::recursive_directory_iterator files{folder.path()};
    CHECK(std::ranges::count_if(files, [](const auto& entry) {
              return entry.path().extension() == ".face";
          }) == 1);
    clock.write("r");
    CHECK(clock.await("say ear-white: One move completed."));
    clock.write("quit");
    CHECK(clock.wait() == 0);
}

} // namespace
