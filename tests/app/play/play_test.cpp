// SPDX-License-Identifier: GPL-3.0-or-later
// Plays at two simulated boards in real time, as people do: the program, the boards and the test
// are programs of their own.
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <stdexcept>

namespace {

namespace fs = std::filesystem;
using ansage::tests::Folder;
using ansage::tests::Process;
using Words = std::vector<std::string>;

Words command_line(const Words& words) {
    Words line{ansage::tests::program()};
    line.insert(line.end(), words.begin(), words.end());
    return line;
}

struct Ended {
    int code = 0;
    Words lines;
    std::string errors;
};

Ended run(const Words& words, const Folder& folder) {
    Process process{command_line(words), folder.path()};
    process.close_input();
    const int code = process.wait();
    return {code, process.lines(), process.errors()};
}

bool is_one_line(const std::string& text) {
    return std::ranges::count(text, '\n') == 1 && text.ends_with('\n');
}

bool holds(const Words& lines, const std::string& part) {
    return std::ranges::any_of(lines, [&](const std::string& line) {
        return line.find(part) != std::string::npos;
    });
}

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
             "--together"},
            folder);
    CHECK(ended.code == 0);
    CHECK(
        ended.errors ==
        "--mode: a game that is resumed goes on as it was begun; leave it out; it changes "
        "nothing\n"
        "--together: a game that is resumed goes on as it was begun; leave it out; it "
        "changes nothing\n"
    );
}

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
