// SPDX-License-Identifier: GPL-3.0-or-later
// A journal that somebody cuts, replaces or deletes under a running table: it is told within a
// second, the game goes on in another file with every move, and the exit code is 1.
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

namespace ansage::tests::faults {

namespace fs = std::filesystem;

namespace {

constexpr const char* told = "The journal was removed, replaced or cut";

void overwrite(const std::string& file, const std::string& bytes) {
    std::fstream{file, std::ios::binary | std::ios::in | std::ios::out} << bytes;
}

void replace(const std::string& file, const std::string& bytes) {
    std::ofstream{file + ".other", std::ios::binary} << bytes;
    fs::rename(file + ".other", file);
}

struct Cut {
    const char* name;
    std::function<void(const std::string&)> act;
};

const std::vector<Cut>& cuts() {
    static const std::vector<Cut> all{
        {"cut to nothing", [](const auto& file) { fs::resize_file(file, 0); }},
        {"cut in half", [](const auto& file) { fs::resize_file(file, fs::file_size(file) / 2); }},
        {"-wal cut to nothing", [](const auto& file) { fs::resize_file(file + "-wal", 0); }},
        {"-wal cut in half",
         [](const auto& file) {
             fs::resize_file(file + "-wal", fs::file_size(file + "-wal") / 2);
         }},
        {"-wal deleted", [](const auto& file) { fs::remove(file + "-wal"); }},
        {"-wal replaced",
         [](const auto& file) { replace(file + "-wal", contents(file + "-wal")); }},
        {"deleted", [](const auto& file) { fs::remove(file); }},
        {"all deleted",
         [](const auto& file) {
             for (const char* const end : {"", "-wal", "-head"}) fs::remove(file + end);
         }},
        {"moved", [](const auto& file) { fs::rename(file, file + ".elsewhere"); }},
        {"replaced by nothing", [](const auto& file) { replace(file, ""); }},
        {"replaced by a text", [](const auto& file) { replace(file, "mine"); }},
        {"replaced by a copy", [](const auto& file) { replace(file, contents(file)); }},
        {"written over", [](const auto& file) { overwrite(file, std::string(9'000, 'x')); }},
        {"-wal written over",
         [](const auto& file) { overwrite(file + "-wal", std::string(9'000, 'x')); }},
    };
    return all;
}

class Play {
public:
    explicit Play(const Folder& folder)
        : folder_(folder),
          table_(new_table(folder), folder.path()) {}

    void type(const Words& lines) {
        for (const std::string& line : lines) table_.write(line);
    }

    void await(const std::string& wanted) { REQUIRE(table_.await(wanted)); }

    // On stderr, before anything else is typed; how often so far.
    void check_told(std::ptrdiff_t times) {
        const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds{60};
        while (std::chrono::steady_clock::now() < limit && count_told() < times)
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
        CHECK(count_told() == times);
    }

    int quit() {
        table_.write("quit");
        return table_.wait();
    }

    Process& process() { return table_; }

    // Where the game can be resumed, as it said last.
    std::string last_file() {
        std::string file;
        for (const std::string& line : table_.lines()) {
            constexpr std::string_view start = "resume ansage play --resume ";
            file = line.starts_with(start) ? line.substr(start.size()) : file;
        }
        return file;
    }

private:
    std::ptrdiff_t count_told() {
        const std::string errors = table_.errors();
        std::ptrdiff_t count = 0;
        for (std::size_t at = errors.find(told); at != std::string::npos;
             at = errors.find(told, at + 1))
            ++count;
        return count;
    }

    const Folder& folder_;
    Process table_;
};

void play_first_move(Play& play) {
    play.type({"arbiter starts", "white announces e2e4", "white executes e2e4", "white presses"});
    play.await("completed 1. e4");
}

void play_second_move(Play& play) {
    play.type({"black announces e7e5", "black executes e7e5", "black presses"});
    play.await("completed 1... e5");
}

Words outcomes_of(const Words& lines) {
    Words outcomes = lines;
    std::erase_if(outcomes, [](const std::string& line) {
        return std::ranges::any_of(
            std::initializer_list<const char*>{"journal ", "code ", "resume ", "table "},
            [&](const char* word) { return line.starts_with(word); }
        );
    });
    return outcomes;
}

// All that was printed is in the file, which verifies, and the game goes on from there.
void check_kept(const Folder& folder, const Words& printed, const std::string& file) {
    INFO(file);
    Process verify{{tests::program(), "replay", file, "--verify"}, folder.path()};
    CHECK(verify.wait() == 0);
    CHECK(std::ranges::count(verify.lines(), "end not proven") == 0);
    CHECK(!fs::exists(file + "-wal"));
    Process replay{{tests::program(), "replay", file}, folder.path()};
    CHECK(replay.wait() == 0);
    Words kept = replay.lines();
    for (std::string& line : kept) line.erase(0, line.find(' ') + 1);
    CHECK(kept == outcomes_of(printed));
    const Sitting again =
        sit(folder,
            {},
            {tests::program(), "play", "--resume", file, "--speech", "none"},
            {"arbiter resumes", "quit"});
    CHECK(again.code == 0);
}

} // namespace

TEST_CASE("A journal that is cut, replaced or deleted is told, and the game goes on") {
    for (const Cut& cut : cuts()) {
        DYNAMIC_SECTION(cut.name) {
            const Folder folder;
            Play play{folder};
            play_first_move(play);
            cut.act(journal_in(folder));
            play.check_told(1);
            play_second_move(play);
            CHECK(play.quit() == 1);
            check_kept(folder, play.process().lines(), play.last_file());
        }
    }
}

TEST_CASE("A journal that is cut and written at once loses nothing") {
    for (const Cut& cut : cuts()) {
        DYNAMIC_SECTION(cut.name) {
            const Folder folder;
            Play play{folder};
            play_first_move(play);
            cut.act(journal_in(folder));
            play_second_move(play);
            CHECK(play.quit() == 1);
            check_kept(folder, play.process().lines(), play.last_file());
        }
    }
}

TEST_CASE("The second file is cut too, and the third is deleted") {
    const Folder folder;
    Play play{folder};
    play_first_move(play);
    fs::resize_file(journal_in(folder), 0);
    play.check_told(1);
    fs::resize_file(folder / "game-2.ansage", 100);
    play.check_told(2);
    fs::remove(folder / "game-3.ansage");
    play.check_told(3);
    play_second_move(play);
    CHECK(play.quit() == 1);
    CHECK(play.last_file() == folder / "game-3.ansage");
    CHECK(fs::file_size(journal_in(folder)) == 0);
    CHECK(fs::file_size(folder / "game-2.ansage") == 100);
    check_kept(folder, play.process().lines(), play.last_file());
}

TEST_CASE("Where nothing can be written beside it the game goes on among the user's games") {
    const Folder folder;
    fs::create_directory(folder / "stick");
    Words words = new_table(folder);
    const std::string journal = folder / "stick/game.ansage";
    std::ranges::replace(words, journal_in(folder), journal);
    Process table{words, folder.path()};
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    fs::rename(folder / "stick", folder / "pulled");
    table.write("white announces e2e4");
    table.write("quit");
    CHECK(table.wait() == 1);
    CHECK(table.errors().find(told) != std::string::npos);
    const std::string start = "resume ansage play --resume ";
    const Words lines = table.lines();
    const auto resume = std::ranges::find_if(lines, [&](const std::string& line) {
        return line.starts_with(start);
    });
    REQUIRE(resume != lines.end());
    const std::string file = resume->substr(start.size());
    CHECK(file.find("ansage/games/game-2.ansage") != std::string::npos);
    check_kept(folder, lines, file);
    Process last{{tests::program(), "play", "--resume", "last", "--speech", "none"}, folder.path()};
    last.write("quit");
    CHECK(last.wait() == 0);
}

TEST_CASE("A journal that is only touched, or loses its head, goes on in its file") {
    for (const bool is_touched : {true, false}) {
        const Folder folder;
        Play play{folder};
        play_first_move(play);
        if (is_touched) {
            for (const char* const end : {"", "-wal"})
                fs::last_write_time(journal_in(folder) + end, fs::file_time_type::clock::now());
        } else fs::remove(journal_in(folder) + "-head");
        std::this_thread::sleep_for(std::chrono::milliseconds{700});
        play_second_move(play);
        CHECK(play.quit() == 0);
        CHECK(play.process().errors().empty());
        CHECK(play.last_file() == journal_in(folder));
        check_kept(folder, play.process().lines(), play.last_file());
    }
}

} // namespace ansage::tests::faults
