// SPDX-License-Identifier: GPL-3.0-or-later
// Plays at two simulated boards in real time, as people do: the program, the boards and the test
// are programs of their own.
#include "ended.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace {

namespace fs = std::filesystem;
using namespace ansage::tests;

// A simulated board under a name that stays when the board is another.
class Board {
public:
    Board(const std::string& kind, const Folder& folder)
        : process_(command_line({"board", "simulate", kind}), folder.path()) {
        REQUIRE(process_.await("port "));
        link_ = folder / kind;
        fs::remove(link_);
        fs::create_symlink(process_.last().substr(5), link_);
    }

    [[nodiscard]] const std::string& port() const { return link_; }

    void hand(std::initializer_list<std::string> acts) const {
        for (const std::string& act : acts) process_.write(act);
    }

private:
    Process process_;
    std::string link_;
};

// The program's own words about what it is doing are not outcomes.
bool is_outcome(const std::string& line) {
    return !line.starts_with("journal ") && !line.starts_with("code ") &&
        !line.starts_with("resume ");
}

// Without the time in front.
Words outcomes_of_replay(const Folder& folder, const std::string& journal) {
    Ended replay = run({"replay", journal}, folder);
    CHECK(replay.code == 0);
    for (std::string& line : replay.lines) line.erase(0, line.find(' ') + 1);
    return replay.lines;
}

void play_first_move(Process& table, const Board& white, const Board& black) {
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    white.hand({"lifts e2", "places e4"});
    table.write("white announces Eva zwei Eva vier");
    REQUIRE(table.await("made 1. e4"));
    white.hand({"presses white"});
    REQUIRE(table.await("clock black"));
    table.write("black repeats Eva zwei Eva vier");
    black.hand({"lifts e2", "places e4 P"});
}

void play_reply(Process& table, const Board& white, const Board& black) {
    black.hand({"lifts e7", "places e5 p"});
    table.write("black announces Eva sieben Eva fünf");
    REQUIRE(table.await("made 1... e5"));
    table.write("black presses");
    REQUIRE(table.await("clock white"));
    table.write("white repeats Eva sieben Eva fünf");
    white.hand({"lifts e7", "places e5"});
}

} // namespace

TEST_CASE("A game at two boards survives a kill and ends with a scoresheet", "[play]") {
    const Folder folder;
    const std::string journal = folder / "game.ansage";
    const Board white{"peg", folder};
    const Board black{"dgt", folder};
    Words printed;
    {
        Process table{
            command_line(
                {"play",
                 "--white",
                 "impaired occupancy",
                 "--white-board",
                 white.port(),
                 "--black",
                 "sighted identity",
                 "--black-board",
                 "dgt:" + black.port(),
                 "--speech",
                 "none",
                 "--journal",
                 journal}
            ),
            folder.path()};
        REQUIRE(table.await("journal "));
        play_first_move(table, white, black);

        const Ended second = run({"play", "--resume", journal, "--speech", "none"}, folder);
        CHECK(second.code == 2);
        CHECK(is_one_line(second.errors));

        play_reply(table, white, black);
        table.kill();
        printed = table.lines();
        CHECK(table.errors().empty());
    }
    std::erase_if(printed, [](const std::string& line) { return !is_outcome(line); });
    {
        Process table{
            command_line({"play", "--resume", journal, "--speech", "none"}), folder.path()};
        REQUIRE(table.await("clock stopped"));
        REQUIRE(table.await("say arbiter"));
        table.write("arbiter resumes");
        REQUIRE(table.await("clock white"));
        table.write("arbiter warns white");
        table.write("white sings a song");
        table.write("white resigns\ny");
        REQUIRE(table.await("result 0-1 resignation"));
        REQUIRE(table.await("scoresheet "));
        table.write("white signs Anna Ember\ny");
        table.write("quit");
        CHECK(table.wait() == 0);
        CHECK(is_one_line(table.errors()));
    }
    const Words replayed = outcomes_of_replay(folder, journal);
    REQUIRE(replayed.size() >= printed.size());
    CHECK(std::ranges::equal(
        printed,
        Words{replayed.begin(), replayed.begin() + static_cast<std::ptrdiff_t>(printed.size())}
    ));
    // The sheet beside the journal is the one that `score` writes, with its times and remarks.
    const Ended score = run({"score", journal}, folder);
    CHECK(score.code == 0);
    std::ifstream sheet{folder / "game.pgn"};
    Words written;
    for (std::string line; std::getline(sheet, line);) written.push_back(line);
    CHECK(written == score.lines);
    CHECK(holds(written, "[TimeControl \"5400+30\"]"));
    CHECK(holds(written, "White warned"));
    CHECK(holds(written, "Anna Ember"));
    const Ended verified = run({"replay", journal, "--verify"}, folder);
    CHECK(verified.code == 0);
    REQUIRE(verified.lines.size() == 5);
    CHECK(verified.lines[0] == "verified ok");
    CHECK(verified.lines[2] == "moves e2e4 e7e5");
    CHECK(verified.lines[3] == "result 0-1 resignation");
}

TEST_CASE("A cable that is pulled loses the board, and the same port brings it back", "[play]") {
    const Folder folder;
    auto board = std::make_unique<Board>("peg", folder);
    Process table{
        command_line(
            {"play",
             "--white-board",
             "peg:" + board->port(),
             "--speech",
             "none",
             "--journal",
             folder / "game.ansage"}
        ),
        folder.path()};
    REQUIRE(table.await("journal "));
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    board->hand({"lifts e2", "places e4"});
    table.write("white announces Eva zwei Eva vier");
    REQUIRE(table.await("made 1. e4"));
    board.reset();
    REQUIRE(table.await("alert board_lost about white"));
    board = std::make_unique<Board>("peg", folder);
    CHECK(table.await("alert board_back about white"));
    table.close_input();
    CHECK(table.wait() == 0);
    CHECK(table.last().starts_with("resume ansage play --resume "));
}

TEST_CASE("A board that is not there yet is waited for, and told when it comes", "[play]") {
    const Folder folder;
    const std::string port = folder / "board";
    Process table{
        command_line(
            {"play",
             "--white-board",
             "peg:" + port,
             "--speech",
             "none",
             "--journal",
             folder / "game.ansage"}
        ),
        folder.path()};
    REQUIRE(table.await("alert board_lost about white"));
    const Board board("peg", folder);
    fs::create_symlink(board.port(), port);
    CHECK(table.await("alert board_back about white"));
    table.close_input();
    CHECK(table.wait() == 0);
}

TEST_CASE("What cannot be played at is said in one line, and nothing is left behind", "[play]") {
    struct Row {
        Words words;
        int code;
    };

    const auto row = GENERATE(
        Row{{"--white", "impaired occupancy"}, 2},
        Row{{"--black-board", "/dev/null", "--black", "sighted none"}, 2},
        Row{{"--time", "soon"}, 2},
        Row{{"--white", "asleep none"}, 2},
        Row{{"--resume", "no-such-game"}, 2}
    );
    const Folder folder;
    Words words{"play", "--journal", folder / "game.ansage"};
    words.insert(words.end(), row.words.begin(), row.words.end());
    INFO(row.words[0] << " " << row.words[1]);
    const Ended ended = run(words, folder);
    CHECK(ended.code == row.code);
    CHECK(ended.lines.empty());
    CHECK(is_one_line(ended.errors));
    CHECK_FALSE(fs::exists(folder / "game.ansage"));
}
