// SPDX-License-Identifier: GPL-3.0-or-later
// The official clock may be another's: ours follow it, and answer for it where it is not heard.
#include "chess/uci.hpp"
#include "sitting.hpp"
#include "support/catch.hpp"

#include <algorithm>

namespace ansage::tests {
namespace {

using chess::Color;
using namespace std::chrono_literals;

table::TableSetup with_official_clock(std::string_view time, bool is_ours = false) {
    table::TableSetup setup;
    setup.edition = test_edition();
    setup.time = *clock::parse_time_control(time);
    setup.is_clock_ours = is_ours;
    for (const Color color : chess::both_colors) {
        setup.seats[color] = {
            .vision = table::Vision::sighted, .board = table::BoardKind::identity};
    }
    return setup;
}

table::ClockShows shows(Millis white, Millis black, std::optional<Color> running = {}) {
    return {.board = Color::black, .white = white, .black = black, .running = running};
}

struct OfficialTable : Sitting {
    explicit OfficialTable(std::string_view time, bool is_ours = false)
        : Sitting(with_official_clock(time, is_ours)) {
        const Millis begin = state().clocks.remaining(Color::white, {});
        submit(0s, shows(begin, begin));
        submit(100ms, table::Arbiter{table::ArbiterAct::starts});
        submit(1s, shows(begin - 1s, begin, Color::white));
    }

    [[nodiscard]] Millis left(Color color, Millis at) const {
        return state().clocks.remaining(color, Instant{at});
    }

    [[nodiscard]] std::size_t falls() const { return all<table::FlagFell>().size(); }

    [[nodiscard]] bool hears(std::string_view id) const {
        const auto said = all<table::Said>();
        return std::ranges::any_of(said, [&](const table::Said& words) {
            return words.message.id == id && words.audience == table::Audience::arbiter;
        });
    }
};

} // namespace

TEST_CASE("our clocks stay as they are while the official one agrees to the second") {
    OfficialTable table("90m");
    CHECK(table.hears("clock.official_heard"));
    for (Millis at = 2s; at < 60s; at += 1s) {
        const Millis late = at.count() % 3000 == 0 ? 180ms : 40ms;
        table.submit(at + late, shows(90min - at, 90min, Color::white));
    }
    CHECK(table.all<table::ClockAdjusted>().empty());
}

TEST_CASE("our clocks follow the official one where it shows something else") {
    OfficialTable table("90m");
    table.submit(10s, shows(90min - 15s, 90min - 3s, Color::white));
    CHECK(table.left(Color::white, 10s) == 90min - 15s);
    CHECK(table.left(Color::black, 10s) == 90min - 3s);
    // Nobody is told by us: it stands on the clock's own display.
    CHECK(std::ranges::none_of(table.all<table::Said>(), [](const table::Said& words) {
        return words.message.id == "console.clock_set";
    }));
}

TEST_CASE("where ours are official a clock at a board changes nothing") {
    OfficialTable table("1m", true);
    const std::size_t before = table.events().size();
    table.submit(10s, shows(3s, 4s));
    table.submit(11s, shows(0s, 4s, Color::black));
    CHECK(table.events().size() == before);
    table.reach(61s);
    CHECK(table.falls() == 1);
}

TEST_CASE("the flag that falls is the official clock's") {
    for (const Millis late : {-900ms, 0ms, 900ms, 5000ms}) {
        INFO(late.count());
        OfficialTable table("1m");
        table.submit(58s, shows(2s, 60s, Color::white));
        table.reach(60s + 100ms + std::min(late, 0ms));
        CHECK(table.falls() == 0);
        table.reach(60s + 100ms + late);
        CHECK(table.falls() == 0);
        table::ClockShows down = shows(0s, 60s, Color::white);
        down.is_white_down = true;
        table.submit(60s + 200ms + late, down);
        CHECK(table.falls() == 1);
        table.submit(62s + late, down);
        CHECK(table.falls() == 1);
    }
}

TEST_CASE("a flag of a period that the clock has ended by itself falls where moves are missing") {
    OfficialTable table("40/1m,30m");
    table::ClockShows next = shows(30min - 5s, 60s, Color::white);
    next.is_white_down = true;
    table.submit(30s, next); // our time has not run out: it is a setting of the clock's
    CHECK(table.falls() == 0);
    OfficialTable other("40/1m,30m");
    next.white = 30min;
    other.submit(60s, next);
    CHECK(other.falls() == 1);
}

TEST_CASE("while the official clock is not heard ours tell of the flag, and the arbiter knows") {
    for (const bool is_unplugged : {false, true}) {
        OfficialTable table("1m");
        if (is_unplugged) {
            table.submit(30s, table::ClockShows{.board = Color::black, .is_there = false});
        } else {
            const auto lost = table::BoardReport::lost;
            table.submit(30s, table::BoardReports{.board = Color::black, .report = lost});
        }
        CHECK(table.hears("clock.official_silent"));
        table.reach(61s);
        CHECK(table.falls() == 1);
    }
}

TEST_CASE("a hand on the official clock stops and starts the game's clocks") {
    OfficialTable table("90m");
    table.submit(5s, shows(90min - 5s, 90min));
    CHECK(!table.state().clocks.running());
    table.submit(25s, shows(90min - 5s, 90min, Color::white));
    CHECK(table.state().clocks.running() == Color::white);
    CHECK(table.left(Color::white, 25s) == 90min - 5s + 100ms);
}

TEST_CASE("the arbiter's halt holds while the official clock has not been told of it") {
    OfficialTable table("90m");
    table.submit(5s, table::Arbiter{table::ArbiterAct::pauses});
    table.submit(6s, shows(90min - 6s, 90min, Color::white));
    CHECK(!table.state().clocks.running());
    table.submit(7s, shows(90min - 5s, 90min));
    table.submit(20s, table::Arbiter{table::ArbiterAct::resumes});
    table.submit(21s, shows(90min - 5s, 90min)); // told, and not done yet
    CHECK(table.state().clocks.running() == Color::white);
}

TEST_CASE("after a crash of ours the game goes on with the official clock, and its press counts") {
    OfficialTable table("90m");
    table.submit(2s, table::Resumed{.gap = 40s});
    CHECK(table.hears("resume.goes_on"));
    CHECK(table.state().clocks.running() == Color::white);
    const auto after =
        table.state().position().after(*chess::parse_uci(table.state().position(), "e2e4"));
    table.submit(3s, table::Shows{.board = Color::white, .reading = after.reading()});
    table.submit(4s, shows(90min - 30s, 90min - 11s, Color::black));
    CHECK(table.state().clocks.running() == Color::black);
    CHECK(table.left(Color::white, 4s) == 90min - 30s);
    CHECK(table.left(Color::black, 4s) == 90min - 11s);
    CHECK(table.state().made() == chess::Ply{1});
    OfficialTable ours("90m", true);
    ours.submit(2s, table::Resumed{.gap = 40s});
    CHECK(!ours.state().clocks.running());
}

TEST_CASE("one clock is official: the first that is heard") {
    OfficialTable table("90m");
    table.submit(5s, table::ClockShows{.board = Color::white, .white = 1s, .black = 1s});
    CHECK(table.left(Color::white, 5s) > 80min);
    CHECK(table.state().clocks.running() == Color::white);
}

} // namespace ansage::tests
