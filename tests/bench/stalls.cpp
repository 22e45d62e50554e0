// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader who stops reading costs everybody else: from a line at one console to its answer,
// at a table that is read, at one whose output nobody reads, and at one where another console
// stands still, one after the other in each round. 20 ms more is what was asked for.
#include "consoles/joined.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <string>
#include <thread>
#include <vector>

namespace ansage::tests {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int rounds = 50;
constexpr std::chrono::milliseconds pause{600};
// More than a pipe holds, and a socket.
constexpr int lines_before = 2000;
constexpr double most_added = 20; // milliseconds, at the 95th percentile

struct Measured {
    std::string what;
    Folder folder;
    Table table{folder, {"--mode", "training"}};
    std::unique_ptr<Process> white = table.join({"white"});
    std::unique_ptr<Process> other = table.join({"black"});
    std::vector<double> times; // milliseconds

    explicit Measured(std::string name)
        : what(std::move(name)) {
        REQUIRE(white->await("Joined: "));
        REQUIRE(other->await("Joined: "));
        white->write("starts");
        REQUIRE(white->await("Clock: White."));
    }

    void ask() {
        const auto begin = Clock::now();
        white->write("t");
        REQUIRE(white->await("Your time: "));
        times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }

    static void read(Process& process, const std::string& start) { REQUIRE(process.await(start)); }

    [[nodiscard]] double at(double part) {
        std::ranges::sort(times);
        return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
    }
};

TEST_CASE("Whoever stops reading stops nobody else") {
    Measured usual{"everybody reads"};
    Measured unread{"nobody reads what is printed"};
    Measured stalled{"another console stands still"};
    stalled.other->stop();
    const std::vector<Measured*> all{&usual, &unread, &stalled};
    for (int line = 0; line < lines_before; ++line) {
        for (Measured* const each : all) each->table.process().write("black asks both");
        for (Measured* const each : {&usual, &stalled})
            Measured::read(each->table.process(), "say ear-black: ");
        for (Measured* const each : {&usual, &unread}) Measured::read(*each->other, "Your time: ");
    }
    for (int round = 0; round < rounds; ++round) {
        for (Measured* const each : all) each->ask();
        for (Measured* const each : {&usual, &stalled})
            Measured::read(each->table.process(), "say ear-white: ");
        std::this_thread::sleep_for(pause); // a console may not ask more often
    }
    for (Measured* const each : all) {
        fmt::print(
            "{}: {} answers, median {:.1f} ms, 95th percentile {:.1f} ms, longest {:.1f} ms\n",
            each->what,
            each->times.size(),
            each->at(0.5),
            each->at(0.95),
            each->at(1)
        );
        CHECK(each->at(0.95) - usual.at(0.95) < most_added);
    }
}

} // namespace
} // namespace ansage::tests
