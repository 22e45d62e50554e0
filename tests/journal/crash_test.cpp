// SPDX-License-Identifier: GPL-3.0-or-later
// A child records and says so; it is killed; nothing that it said may be missing.
#include "journal/games.hpp"
#include "journal/replay.hpp"
#include "support/catch.hpp"

#include <array>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <random>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace ansage::journal {
namespace {

constexpr int kills = 50;
constexpr int longest_wait_ms = 20'000;
constexpr unsigned longest_life_s = 30;

// Every third input is testimony that waits for the next act.
Durability durability_of(std::uint64_t number) {
    return number % 3 == 0 ? Durability::with_next : Durability::full;
}

Result<Journal> begin_or_resume(const std::filesystem::path& path) {
    return std::filesystem::exists(path) ? Journal::resume(path, tests::session())
                                         : Journal::create(path, tests::header(), tests::session());
}

bool record_next(Journal& journal) {
    const std::uint64_t number = journal.size() + 1;
    const tests::Step step = tests::step(number);
    return journal.record(step.input, step.events, durability_of(number)).has_value();
}

void say(int said, std::uint64_t count) {
    const std::string lines(count, '.');
    if (write(said, lines.data(), lines.size()) < 0) _exit(2);
}

// Records without end; writes a byte for each input that is on the disk, as a program prints a line
// after the commit. Only errors end it.
int record_and_say(const std::filesystem::path& path, int said) {
    auto journal = begin_or_resume(path);
    std::uint64_t waiting = 0;
    while (journal && record_next(*journal)) {
        ++waiting;
        if (durability_of(journal->size()) == Durability::full)
            say(said, std::exchange(waiting, 0));
    }
    return 1;
}

struct Child {
    pid_t process;
    int said;
};

Child start(const std::filesystem::path& path) {
    std::array<int, 2> ends{};
    REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0);
    const pid_t process = fork();
    REQUIRE(process >= 0);
    if (process == 0) {
        // However this test ends, the child does too.
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        alarm(longest_life_s);
        close(ends[0]);
        _exit(record_and_say(path, ends[1]));
    }
    close(ends[1]);
    return {process, ends[0]};
}

// How many bytes came now; none if the child has ended.
std::uint64_t hear_some(const Child& child) {
    pollfd waiting{.fd = child.said, .events = POLLIN, .revents = 0};
    REQUIRE(poll(&waiting, 1, longest_wait_ms) == 1);
    std::array<char, 4096> bytes{};
    const ssize_t count = read(child.said, bytes.data(), bytes.size());
    REQUIRE(count >= 0);
    return static_cast<std::uint64_t>(count);
}

// How many came, at least so many unless the child ended.
std::uint64_t hear(const Child& child, std::uint64_t enough) {
    std::uint64_t heard = 0;
    while (heard < enough) {
        const std::uint64_t more = hear_some(child);
        heard += more;
        if (more == 0) break;
    }
    return heard;
}

// Kills it after it has said `lines` lines or a few more; gives how many it has said in all.
std::uint64_t kill_after(const Child& child, std::uint64_t lines) {
    std::uint64_t heard = hear(child, lines);
    kill(child.process, SIGKILL);
    int status = 0;
    REQUIRE(waitpid(child.process, &status, 0) == child.process);
    heard += hear(child, UINT64_MAX);
    close(child.said);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGKILL);
    return heard;
}

class SameDecisions : public Deciding {
public:
    std::vector<table::Event> decide(const table::Input& /*input*/) override {
        return tests::step(++number_).events;
    }

    std::optional<std::string> take(const Entry& /*entry*/, bool /*as_decided*/) override {
        return std::nullopt;
    }

private:
    std::uint64_t number_ = 0;
};

} // namespace

TEST_CASE("A program that is killed has on the disk whatever it has said") {
    const tests::Folder folder;
    const auto path = folder / "game";
    std::mt19937 random{20230101};
    std::uint64_t said = 0;
    for (int count = 0; count < kills; ++count) {
        INFO("kill " << count);
        said += kill_after(start(path), 1 + random() % 12);
        REQUIRE(std::filesystem::exists(folder / "game-wal"));
        if (count % 2 == 0) continue; // the next child recovers it
        auto journal = Journal::open(path).value();
        REQUIRE(journal.size() >= said);
        SameDecisions decisions;
        const Verification result = verify(journal, decisions).value();
        CHECK(!result.difference.has_value());
        CHECK(result.records == journal.size());
        // What was stored and not said any more counts as said from here on.
        said = journal.size();
        REQUIRE(journal.close().has_value());
        CHECK(folder.names() == std::vector<std::string>{"game"});
    }
    CHECK(Journal::open(path).value().sessions().value().size() == kills);
}

} // namespace ansage::journal
