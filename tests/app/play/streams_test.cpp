// SPDX-License-Identifier: GPL-3.0-or-later
// Where acts come from, where what is told goes, and who reads it: pipes, files and terminals.
#include "ended.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>

namespace {

namespace fs = std::filesystem;
using namespace ansage::tests;

// How many samples long everything is that sounds in a WAV file, between pauses of a quarter of a
// second.
std::vector<long> sounding_in(const std::string& file) {
    constexpr std::streamoff head = 44;
    constexpr long longest_gap = 22'050 / 4;
    std::ifstream in{file, std::ios::binary};
    in.seekg(head);
    std::vector<long> lengths;
    std::array<char, 2> bytes{};
    long quiet_since = -longest_gap - 1; // the last sample that sounded
    for (long at = 0; in.read(bytes.data(), bytes.size()); ++at) {
        std::int16_t sample = 0;
        std::memcpy(&sample, bytes.data(), sizeof sample);
        if (std::abs(sample) < 50) continue;
        if (at - quiet_since > longest_gap) lengths.push_back(0);
        else lengths.back() += at - quiet_since;
        quiet_since = at;
    }
    return lengths;
}

} // namespace

TEST_CASE("Acts come from a pipe or a file, and every word said can be read again", "[play]") {
    const std::string from = GENERATE("cat acts |", "<acts");
    const Folder folder;
    const std::string journal = folder / "game.ansage";
    std::ofstream{folder / "acts"} << "# a game without boards\n\narbiter starts\n"
                                      "white asks time\nwhite resigns\ny";
    const std::string command = fmt::format(
        "cd {} && {} {} play --speech none --journal {}",
        folder.path(),
        from,
        ansage::tests::program(),
        journal
    );
    INFO(command);
    Process table{{"/bin/sh", "-c", command}, folder.path()};
    CHECK(table.wait() == 0);
    CHECK(table.errors().empty());
    CHECK(holds(table.lines(), "scoresheet "));
    const Ended ears = run({"replay", journal, "--ears"}, folder);
    CHECK(ears.code == 0);
    CHECK(holds(ears.lines, "ear-white request: "));
}

TEST_CASE("A game is spoken again, with what people said and what the table told", "[play]") {
    const Folder folder;
    const std::string journal = folder / "game.ansage";
    const std::string game = folder / "game.wav";
    std::ofstream{folder / "acts"} << "arbiter starts\nwhite announces Eva zwei Eva vier\n"
                                      "black repeats Eva zwei Eva vier\nwhite resigns\ny";
    const std::string play = fmt::format(
        "cd {} && {} play --speech none --journal {} <acts",
        folder.path(),
        ansage::tests::program(),
        journal
    );
    Process table{{"/bin/sh", "-c", play}, folder.path()};
    REQUIRE(table.wait() == 0);

    const Ended spoken = run({"replay", journal, "--audio", game}, folder);
    CHECK(spoken.code == 0);
    CHECK(spoken.lines == run({"replay", journal}, folder).lines); // printed as ever
    REQUIRE(run({"say", "e2e4", "--wav", folder / "move.wav"}, folder).code == 0);
    const std::vector<long> move = sounding_in(folder / "move.wav");
    REQUIRE(move.size() == 1);
    const std::vector<long> sound = sounding_in(game);
    // The synthesiser breathes a little differently each time.
    const auto is_move = [&](long length) { return std::abs(length - move.front()) < 100; };
    CHECK(std::ranges::count_if(sound, is_move) == 2); // announced and repeated
    CHECK(sound.size() > 3); // the clock before, the result after
    CHECK_FALSE(is_move(sound.front()));
    CHECK_FALSE(is_move(sound.back()));

    const Ended refused = run({"replay", journal, "--ears", "--audio", game}, folder);
    CHECK(refused.code == 2);
    CHECK(sounding_in(game) == sound); // and no file is touched
}

TEST_CASE("Twenty tables and demos opened at the same moment have a journal each", "[play]") {
    const Folder folder;
    const std::string journals = folder / "games/";
    std::vector<std::unique_ptr<Process>> programs;
    for (unsigned i = 0; i < 20; ++i) {
        const Words words = i % 2 == 0
            ? Words{"play", "--speech", "none", "--journal", journals}
            : Words{"demo", "--speech", "none", "--speed", "max", "--journal", journals};
        programs.push_back(std::make_unique<Process>(command_line(words), folder.path()));
    }
    for (const auto& program : programs) program->close_input();
    for (const auto& program : programs) {
        CHECK(program->wait() == 0);
        CHECK(program->errors().empty());
    }
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator{journals})
        count += entry.path().extension() == ".ansage" && entry.file_size() > 0 ? 1U : 0U;
    CHECK(count == 20);
}

TEST_CASE(
    "What ends a game or changes a clock is asked again at the table's own terminal", "[play]"
) {
    const Folder folder;
    const std::string journal = folder / "game.ansage";
    Process table{
        {ansage::tests::program(), "play", "--speech", "none", "--journal", journal},
        folder.path()};
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    table.write("arbiter sets white 0:10:00");
    CHECK(table.await("say arbiter: Confirm: clock of White, 10 minutes. Type time."));
    table.write("n");
    CHECK(table.await("say arbiter: Nothing done."));
    // Whoever types something else has changed his mind, and is done that.
    table.write("white resigns\nwhite asks time");
    CHECK(table.await("say arbiter: Confirm: White resigns. Type y."));
    CHECK(table.await("say ear-white: Your time: "));
    table.write("arbiter ends 0-1 forfeit");
    CHECK(table.await("say arbiter: Confirm: the game ends, Black wins, forfeit. Type win."));
    table.write("yes"); // a program writes into a pipe, and no finger slips
    CHECK(table.await("result 0-1"));
    table.write("quit");
    CHECK(table.wait() == 0);
}

TEST_CASE("Whoever stops reading the demo or the clock holds up nobody, stderr neither", "[play]") {
    const Folder folder;
    std::string acts;
    for (int line = 0; line < 900; ++line)
        acts += "nonsense that is answered on stderr, line by line, until no pipe holds more\n";
    std::ofstream{folder / "acts"} << acts << "white presses\nquit\n";
    const std::string clock = fmt::format(
        "cd {} && ({{ printf '\\n'; cat acts; }} | {} "
        "clock --time 2s --language en --speech none --journal c.ansage) 2>&1 | "
        "(sleep 6; cat >printed)",
        folder.path(),
        ansage::tests::program()
    );
    Process table{{"/bin/sh", "-c", clock}, folder.path()};
    REQUIRE(table.wait() == 0);
    const Ended replayed = run({"replay", folder / "c.ansage"}, folder);
    CHECK(holds(replayed.lines, "clock black"));
    CHECK(fs::file_size(folder.path() + "/printed") > 66'000); // more than a pipe holds
}

// A pipe holds some lines; what does not fit waits for whoever reads, and the table for nobody.
TEST_CASE("A reader of what is printed who pauses holds up nobody", "[play]") {
    const Folder folder;
    const std::string journal = folder / "game.ansage";
    std::string acts = "arbiter starts\n";
    for (int line = 0; line < 600; ++line) acts += "white asks both\n";
    std::ofstream{folder / "acts"} << acts;
    const std::string play = fmt::format(
        "cd {} && (cat acts; sleep 3; echo quit) | {} "
        "play --json --speech none --time 2s --journal {} | (sleep 12; cat >printed)",
        folder.path(),
        ansage::tests::program(),
        journal
    );
    Process table{{"/bin/sh", "-c", play}, folder.path()};
    REQUIRE(table.wait() == 0);

    // Everything was done, and the flag told, while nobody read yet.
    const Ended replayed = run({"replay", "--json", journal}, folder);
    CHECK(holds(replayed.lines, "flag_fallen"));
    for (const std::string& line : replayed.lines) {
        if (line.starts_with("{\"at_ms\":")) {
            INFO(line);
            CHECK(std::stol(line.substr(9)) < 12'000);
        }
    }
    const std::uintmax_t printed = fs::file_size(folder.path() + "/printed");
    CHECK(printed > 66'000); // more than a pipe holds
}

TEST_CASE("Ctrl-D at the terminal of a table asks before it closes, as quit does", "[play]") {
    const Folder folder;
    Process terminal{
        {"/usr/bin/script",
         "-qec",
         ansage::tests::program() +
             " play --speech none --white 'impaired none' --black 'sighted none'",
         "/dev/null"},
        folder.path()};
    REQUIRE(terminal.await("code "));
    terminal.type("\x04");
    REQUIRE(terminal.await("say arbiter: Confirm: the table closes"));
    terminal.write("n");
    REQUIRE(terminal.await("say arbiter: Nothing done."));
    terminal.write("arbiter starts");
    REQUIRE(terminal.await("clock white"));
    terminal.type("\x04");
    REQUIRE(terminal.await("say arbiter: Confirm: the table closes"));
    terminal.type("\x04"); // once more means it
    REQUIRE(terminal.await("resume ansage play"));
    CHECK(terminal.wait() == 0);
}
