// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a journal while it is played: who may read it, what becomes of it when it is moved,
// when another lies in its place, and when the program is killed.
#include "journal/on_disk.hpp"
#include "journal/watch.hpp"

#include <csignal>
#include <cstdlib>
#include <random>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ansage::journal {
namespace {

constexpr std::uint64_t short_game = 16; // in commits

// Runs in a process of its own until it is killed.
template <class Act>
pid_t start(const Act& act) {
    const pid_t process = fork();
    REQUIRE(process >= 0);
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        alarm(30);
        act();
        _exit(0);
    }
    return process;
}

void kill_and_wait(pid_t process) {
    kill(process, SIGKILL);
    int status = 0;
    REQUIRE(waitpid(process, &status, 0) == process);
}

class NoTemporaryFiles {
public:
    NoTemporaryFiles() { setenv("TMPDIR", "/nowhere", 1); }

    NoTemporaryFiles(const NoTemporaryFiles&) = delete;
    NoTemporaryFiles& operator=(const NoTemporaryFiles&) = delete;
    NoTemporaryFiles(NoTemporaryFiles&&) = delete;
    NoTemporaryFiles& operator=(NoTemporaryFiles&&) = delete;

    ~NoTemporaryFiles() { unsetenv("TMPDIR"); }
};

} // namespace

TEST_CASE("A name means one file, whatever SQLite makes of it") {
    const Folder folder;
    const fs::path before = fs::current_path();
    fs::current_path(fs::path{folder / "x"}.parent_path());
    recorded("victim", 3);
    const std::string kept = contents("victim");
    for (const std::string name :
         {"file:victim",
          "file:victim?mode=rwc",
          "file:%76ictim",
          "file:victim#1",
          "file::memory:?cache=shared",
          ":memory:",
          "victim?mode=ro",
          "victim%00",
          "-"}) {
        INFO(name);
        recorded(name, 2);
        CHECK(contents("victim") == kept);
        CHECK(fs::is_regular_file(folder / name));
        auto journal = Journal::open(name);
        REQUIRE(journal);
        CHECK(journal->size() == 2);
    }
    CHECK(Journal::open("victim").value().size() == 3);
    fs::current_path(before);
}

TEST_CASE("A link to a journal is that journal, with what lies beside it") {
    const Folder folder;
    fs::create_directory(folder / "elsewhere");
    const pid_t writer = start([&] {
        auto journal = recorded(folder / "elsewhere/game", short_game);
        kill(getpid(), SIGKILL); // what it wrote last is in the -wal
    });
    REQUIRE(waitpid(writer, nullptr, 0) == writer);
    fs::create_symlink(folder / "elsewhere/game", folder / "link");
    auto journal = Journal::open(folder / "link");
    REQUIRE(journal);
    CHECK(journal->size() == short_game);
    CHECK_FALSE(journal->fault());
    CHECK(journal->file() == folder / "elsewhere/game");
}

TEST_CASE("A journal is nobody else's, nor what lies beside it") {
    const Folder folder;
    auto journal = recorded(folder / "game", 2);
    for (const std::string& name : folder.names()) {
        struct stat status {};

        REQUIRE(::stat((folder / name).c_str(), &status) == 0);
        INFO(name);
        CHECK((status.st_mode & 0777U) == 0600U);
    }
    CHECK(folder.names().size() == 3);
}

TEST_CASE("A journal that is removed or renamed while it is played is written anew") {
    for (const bool is_renamed : {false, true}) {
        const Folder folder;
        auto journal = recorded(folder / "game", 5);
        if (is_renamed) fs::rename(folder / "game", folder / "elsewhere");
        else fs::remove(folder / "game");
        const tests::Step made = tests::step(6);
        REQUIRE(journal.record(made.input, made.events, Durability::full).has_value());
        CHECK(journal.take_rewritten());
        CHECK(!journal.take_rewritten());
        const auto rows = rows_of(journal);
        CHECK(rows.size() == 6);
        REQUIRE(journal.close().has_value());
        auto again = Journal::open(folder / "game").value();
        CHECK(rows_of(again) == rows);
        CHECK_FALSE(again.end_in_doubt());
    }
}

TEST_CASE("Where another file lies in the journal's place it stays, and the game goes on beside it"
) {
    const Folder folder;
    auto journal = recorded(folder / "game", 5);
    fs::rename(folder / "game", folder / "elsewhere");
    write(folder / "game", "mine");
    const tests::Step made = tests::step(6);
    REQUIRE(journal.record(made.input, made.events, Durability::full).has_value());
    CHECK(journal.take_rewritten());
    CHECK(journal.was_cut());
    CHECK(journal.file() == folder / "game-2");
    REQUIRE(journal.close().has_value());
    CHECK(contents(folder / "game") == "mine");
    CHECK(Journal::open(folder / "game-2").value().size() == 6);
}

TEST_CASE("What is cut while the journal is closed is written beside it") {
    const Folder folder;
    auto journal = recorded(folder / "game", 5);
    fs::resize_file(folder / "game-wal", 40);
    REQUIRE(journal.close().has_value());
    CHECK(journal.take_rewritten());
    CHECK(Journal::open(journal.file()).value().size() == 5);
}

TEST_CASE("A journal that nothing can be written beside goes on in memory until it can") {
    const Folder folder;
    const fs::path place = folder / "place";
    fs::create_directory(place);
    auto journal = recorded(place / "game", 5);
    fs::rename(place, folder / "away");
    const tests::Step made = tests::step(6);
    const NoTemporaryFiles none;
    REQUIRE(journal.record(made.input, made.events, Durability::full).has_value());
    CHECK(journal.take_rewritten());
    CHECK(!journal.is_kept());
    CHECK(rows_of(journal).size() == 6);

    SECTION("Later there is room") {
        fs::create_directory(place);
        REQUIRE(journal.keep_place().has_value());
        CHECK(journal.take_rewritten());
        CHECK(journal.is_kept());
        REQUIRE(journal.close().has_value());
        CHECK(Journal::open(place / "game").value().size() == 6);
    }
    SECTION("There is none at the end") { CHECK(!journal.close().has_value()); }
}

TEST_CASE("The -wal of a long game is brought into the journal, and none of it is taken for a cut"
) {
    const Folder folder;
    auto journal = recorded(folder / "game", 2'500);
    REQUIRE(journal.keep_place().has_value());
    CHECK(!journal.was_cut());
    CHECK(fs::file_size(folder / "game-wal") < (8U << 20U));
    CHECK(fs::file_size(folder / "game") > (100U << 10U));
    REQUIRE(journal.close().has_value());
    CHECK(!journal.was_cut());
    CHECK(Journal::open(folder / "game").value().size() == 2'500);
}

// What it writes next lies behind a hole, and the file is as long as it should be.
TEST_CASE("What is cut while the program writes is found") {
    for (const std::uintmax_t left : {0U, 20U, 5'000U}) {
        const Folder folder;
        auto journal = recorded(folder / "game", 5);
        const fs::path wal = folder / "game-wal";
        const std::uintmax_t size = fs::file_size(wal);
        Watch watch{folder / "game"};
        watch.note_commit(5);
        REQUIRE(watch.look() == Watch::Condition::as_left);
        fs::resize_file(wal, left);
        fs::resize_file(wal, size);
        watch.note_commit(5);
        CHECK(watch.look() == Watch::Condition::cut);
    }
}

TEST_CASE("An empty file that a start once left behind is taken") {
    const Folder folder;
    write(folder / "game", "");
    CHECK(recorded(folder / "game", 1).close().has_value());
}

TEST_CASE("A program that is killed while it begins a game leaves one that opens, or nothing") {
    std::mt19937 random{17};
    for (unsigned count = 0; count < 20; ++count) {
        const Folder folder;
        const pid_t process = start([&] {
            for (unsigned number = 0;; ++number) {
                const auto path = folder / fmt::format("game{}", number % 50);
                std::error_code ignored;
                fs::remove(path, ignored);
                static_cast<void>(Journal::create(path, tests::header(), tests::session()));
            }
        });
        usleep(static_cast<useconds_t>(2'000 + random() % 20'000));
        kill_and_wait(process);
        for (const std::string& name : folder.names()) {
            if (name.find('-') == std::string::npos) {
                INFO(name);
                CHECK(Journal::open(folder / name).has_value());
            }
        }
    }
}

TEST_CASE("A game that is killed at any of its commits has what was committed, and proves it") {
    for (std::uint64_t last = 0; last < short_game; ++last) {
        const Folder folder;
        const pid_t process = start([&] {
            auto journal = recorded(folder / "game", last);
            write(folder / "said", "");
            kill(getpid(), SIGKILL);
        });
        int status = 0;
        REQUIRE(waitpid(process, &status, 0) == process);
        REQUIRE(fs::exists(folder / "said"));
        auto journal = Journal::open(folder / "game").value();
        CHECK(journal.size() == last);
        CHECK_FALSE(journal.end_in_doubt());
        CHECK(!journal.fault().has_value());
    }
}

} // namespace ansage::journal
