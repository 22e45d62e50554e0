// SPDX-License-Identifier: GPL-3.0-or-later
// A sensor that is stuck is told once, and its noise is a count.
#include "session/flutter.hpp"
#include "support/catch.hpp"

#include <algorithm>

namespace ansage::session {
namespace {

using base::Instant;
using base::Millis;
using chess::Color;
using table::BoardReport;
using table::InputBody;
using Told = std::deque<InputBody>;

constexpr Millis tick{2};

chess::Square square_of(std::string_view name) { return *chess::parse_square(name); }

InputBody change(std::string_view name, int number) {
    const chess::Square square = square_of(name);
    return number % 2 == 0 ? InputBody{table::Lifts{Color::white, square, {}}}
                           : InputBody{table::Places{Color::white, square, {}}};
}

std::vector<table::BoardReports> reports_in(const Told& told) {
    std::vector<table::BoardReports> reports;
    for (const InputBody& input : told) {
        if (const auto* report = std::get_if<table::BoardReports>(&input))
            reports.push_back(*report);
    }
    return reports;
}

} // namespace

TEST_CASE("A square that flutters is told once, counted, and told again when it is steady") {
    FlutterGuard guard{Color::white};
    Told told;
    Instant now;
    for (int number = 0; number < 100'001; ++number, now = now + tick) {
        guard.take(change("e4", number), now, told);
        guard.on_time(now, told);
    }
    CHECK(told.size() < 40);
    REQUIRE(reports_in(told).size() == 1);
    CHECK(reports_in(told)[0].report == BoardReport::flutters);
    CHECK(reports_in(told)[0].square == square_of("e4"));
    // Another square is believed meanwhile.
    const std::size_t before = told.size();
    guard.take(change("g1", 0), now, told);
    CHECK(told.size() == before + 1);

    REQUIRE(guard.next_deadline());
    guard.on_time(*guard.next_deadline(), told);
    const auto reports = reports_in(told);
    REQUIRE(reports.size() == 2);
    CHECK(reports[1].report == BoardReport::steady);
    CHECK(*reports[1].count + before - 1 == 100'001);
    const auto* lifted = std::get_if<table::Lifts>(&told.back());
    REQUIRE(lifted != nullptr); // as it stands now
    CHECK(lifted->square == square_of("e4"));
    CHECK_FALSE(guard.next_deadline());
}

TEST_CASE("Nothing that hands do is taken for a fault") {
    FlutterGuard guard{Color::black};
    Told told;
    Instant now;
    // Set up from a heap with both hands, each piece put down twice.
    for (unsigned index = 0; index < 64; ++index) {
        for (int number = 0; number < 4; ++number, now = now + Millis{70}) {
            const auto square = chess::Square::from_index(index);
            guard.take(table::Places{Color::black, square, {}}, now, told);
            guard.on_time(now, told);
        }
    }
    // A player who adjusts the same piece again and again, and hits the clock thrice.
    for (int number = 0; number < 20; ++number, now = now + Millis{250})
        guard.take(change("d4", number), now, told);
    for (int number = 0; number < 3; ++number)
        guard.take(table::Presses{.seat = Color::black, .by = {}}, now, told);
    CHECK(reports_in(told).empty());
    CHECK(told.size() == 64 * 4 + 20 + 3);
}

TEST_CASE("A lever that is stuck presses no more, and a board that is mad shows how it stands") {
    FlutterGuard guard{Color::white};
    Told told;
    Instant now;
    for (int number = 0; number < 5'000; ++number, now = now + tick)
        guard.take(table::Presses{.seat = Color::white, .by = {}}, now, told);
    REQUIRE(reports_in(told).size() == 1);
    CHECK(reports_in(told)[0].part == table::BoardPart::lever);
    guard.on_time(now + Millis{10'000}, told);
    CHECK(reports_in(told).size() == 2);
    CHECK(std::holds_alternative<table::BoardReports>(told.back()));

    told.clear();
    now = now + Millis{20'000};
    for (unsigned number = 0; number < 640; ++number, now = now + tick) {
        guard.take(
            table::Places{Color::white, chess::Square::from_index(number % 64), {}}, now, told
        );
    }
    REQUIRE(reports_in(told).size() == 1);
    CHECK(reports_in(told)[0].part == table::BoardPart::board);
    const std::size_t before = told.size();
    guard.on_time(now + Millis{10'000}, told);
    CHECK(told.size() == before + 1 + 64);
}

} // namespace ansage::session
