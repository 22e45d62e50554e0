// SPDX-License-Identifier: GPL-3.0-or-later
// How fast each board's bytes are read, and what a table costs at which nobody does anything.
#include "chess/position.hpp"
#include "devices/boards/boards.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <chrono>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <thread>
#include <tuple>

namespace ansage::tests {
namespace {

using namespace ansage::devices;
using base::Instant;
using base::Millis;

// What a board says while hands lift and place a knight, some hundred thousand bytes.
std::vector<std::byte> said_by(Driver& driver, Simulator& board) {
    std::vector<std::byte> bytes;
    driver.start({});
    for (std::int64_t at = 0; bytes.size() < 200'000; at += 10) {
        const Instant now{Millis{at}};
        if (at % 500 == 0) {
            const std::string_view act = at % 1000 == 0 ? "lifts g1" : "places g1 N";
            board.do_hand(parse_hand_act(act).value(), now);
        }
        board.receive(driver.take_output(), now);
        board.on_time(now);
        const auto said = board.take_output();
        bytes.insert(bytes.end(), said.begin(), said.end());
        driver.receive(said, now);
        driver.on_time(now);
        std::ignore = driver.take_events();
    }
    return bytes;
}

double megabytes_a_second(Driver& driver, const std::vector<std::byte>& bytes) {
    constexpr std::size_t piece = 4096; // as the system gives them
    std::size_t read = 0;
    // Of the processor's time, so that other programs do not count.
    const std::clock_t begin = std::clock();
    const auto passed = [&] { return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC; };
    while (passed() < 0.5) {
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            const std::size_t size = std::min(piece, bytes.size() - at);
            driver.receive(std::span{bytes}.subspan(at, size), {});
        }
        std::ignore = driver.take_events();
        std::ignore = driver.take_output();
        read += bytes.size();
    }
    return static_cast<double>(read) / passed() / 1e6;
}

// Of a process so far, in ticks of 10 ms.
long ticks_of(pid_t process) {
    std::ifstream file{fmt::format("/proc/{}/stat", process)};
    std::string text;
    std::getline(file, text);
    std::istringstream rest{text.substr(text.rfind(')') + 2)};
    std::string word;
    for (int field = 3; field < 14; ++field) rest >> word;
    long user = 0;
    long system = 0;
    rest >> user >> system;
    return user + system;
}

} // namespace

TEST_CASE("Every board's bytes are read at more than 50 MB a second") {
    for (const BoardRow& row : boards()) {
        const auto driver = row.make_driver({.orientation = Orientation::straight}, LineTime::real);
        const auto board =
            row.make_simulator({.start = chess::Position{}.reading()}, LineTime::real, {});
        const std::vector<std::byte> bytes = said_by(*driver, *board);
        const double rate = megabytes_a_second(*driver, bytes);
        fmt::print("decoder of {}: {:.0f} MB a second\n", row.name, rate);
        CHECK(rate > 50);
    }
}

TEST_CASE("A table with two boards at which nothing happens costs under 0.5 % of a core") {
    const Folder folder;
    const auto simulate = [&](const std::string& name) {
        auto board = std::make_unique<Process>(
            std::vector<std::string>{tests::program(), "board", "simulate", name}, folder.path()
        );
        REQUIRE(board->await("port "));
        return board;
    };
    const auto peg = simulate("peg");
    const auto dgt = simulate("dgt");
    Process table{
        {tests::program(),
         "play",
         "--white",
         "impaired occupancy",
         "--white-board",
         "peg:" + peg->last().substr(5),
         "--black",
         "sighted identity",
         "--black-board",
         "dgt:" + dgt->last().substr(5),
         "--speech",
         "none",
         "--journal",
         folder / "game.ansage"},
        folder.path()};
    REQUIRE(table.await("journal "));
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    std::this_thread::sleep_for(std::chrono::seconds{3});
    constexpr int seconds = 60;
    const long before = ticks_of(table.process());
    std::this_thread::sleep_for(std::chrono::seconds{seconds});
    const long ticks = ticks_of(table.process()) - before;
    const double percent = static_cast<double>(ticks) / seconds;
    fmt::print("a table with two boards at rest: {:.2f} % of a core\n", percent);
    CHECK(percent < 0.5);
}

} // namespace ansage::tests
