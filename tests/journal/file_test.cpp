// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a journal while it is played: who may read it, what becomes of it when it is moved,
// when another lies in its place, and when the program is killed.
#include "journal/on_disk.hpp"

#include <csignal>
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

} // namespace

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
        if (is_renamed) {
            fs::rename(folder / "game", folder / "elsewhere");
        } else {
            fs::remove(folder / "game");
        }
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

TEST_CASE("Where another file lies in the journal's place nothing is stored") {
    const Folder folder;
    auto journal = recorded(folder / "game", 5);
    fs::rename(folder / "game", folder / "elsewhere");
    write(folder / "game", "mine");
    const tests::Step made = tests::step(6);
    CHECK(!journal.record(made.input, made.events, Durability::full).has_value());
    CHECK(contents(folder / "game") == "mine");
    fs::rename(folder / "elsewhere", folder / "game");
    CHECK(journal.record(made.input, made.events, Durability::full).has_value());
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
