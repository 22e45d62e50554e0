// SPDX-License-Identifier: GPL-3.0-or-later
// The face of a clock as a value, as a file's text, and as the large picture of it.
#include "app/clock/digits.hpp"
#include "app/clock/display.hpp"
#include "session/clock_face.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/apply/apply.hpp"
#include "wording/wording.hpp"

#include <algorithm>

namespace ansage::session {
namespace {

using base::Instant;
using base::Millis;
using chess::Color;
using namespace std::chrono_literals;

ClockFace a_face() {
    ClockFace face;
    face.at = 100s;
    face.sides.white = {.name = "Anna Berg", .remaining = 754s, .moves = 1, .flag_fallen = false};
    face.sides.black = {.name = "", .remaining = 3700s, .moves = 0, .flag_fallen = true};
    face.running = Color::white;
    face.delay_left = 3s;
    return face;
}

const wording::Wording& catalogues() {
    static const auto opened = wording::Wording::open(tests::share() + "/locale");
    REQUIRE(opened);
    return *opened;
}

// How many cells a line takes: every character here is one of them.
std::size_t cells(const std::string& line) {
    return static_cast<std::size_t>(std::ranges::count_if(line, [](char letter) {
        return (static_cast<unsigned char>(letter) & 0xc0U) != 0x80U;
    }));
}

TEST_CASE("A face goes on by itself: the delay first, then the main time") {
    const ClockFace face = a_face();
    CHECK(remaining(face, Color::white, 102s) == 754s);
    CHECK(remaining(face, Color::white, 104s) == 753s);
    CHECK(remaining(face, Color::black, 104s) == 3700s);
}

TEST_CASE("At an hourglass the other side gains, and a clock that stands shows what it shows") {
    ClockFace face = a_face();
    face.hourglass = true;
    face.delay_left = 0s;
    CHECK(remaining(face, Color::black, 110s) == 3710s);
    face.running.reset();
    CHECK(remaining(face, Color::white, 500s) == 754s);
}

TEST_CASE("A face is read as it was written, and nothing else is") {
    const ClockFace face = a_face();
    CHECK(parse_face(to_text(face)) == face);
    std::string text = to_text(face);
    for (std::size_t cut = 0; cut < text.size() - 1; ++cut) {
        INFO("cut at " << cut);
        const auto read = parse_face(std::string_view{text}.substr(0, cut));
        CHECK((!read || read == face));
    }
    CHECK_FALSE(parse_face(text + "white\n"));
    CHECK_FALSE(parse_face(text + "white-ms x\n"));
}

TEST_CASE("A table's clocks give the face that they show") {
    table::TableSetup setup;
    setup.time = *clock::parse_time_control("10m d5s");
    setup.boards = 0;
    table::State state = table::open_table(setup);
    table::apply(state, {Instant{1s}, table::ClockStarted{.color = Color::white}});
    table::apply(state, {Instant{4s}, table::MovesCounted{.color = Color::black, .moves = 3}});
    const ClockFace face = face_of(state, Instant{4s}, 1000s);
    CHECK(face.running == Color::white);
    CHECK(face.delay_left == 2s);
    CHECK(face.sides.black.moves == 3);
    for (const Millis later : {0ms, 1999ms, 2000ms, 60'000ms}) {
        CHECK(
            remaining(face, Color::white, 1000s + later) ==
            state.clocks.remaining(Color::white, Instant{4s + later})
        );
    }
}

TEST_CASE("Times are shown as they are spoken: a begun second counts whole") {
    CHECK(app::shown_time(5370s) == "1:29:30");
    CHECK(app::shown_time(5369'001ms) == "1:29:30");
    CHECK(app::shown_time(545s) == "9:05");
    CHECK(app::shown_time(1ms) == "0:01");
    CHECK(app::shown_time(0ms) == "0:00");
    CHECK(app::shown_time(-5s) == "0:00");
}

TEST_CASE("Digits are seven rows of the same width, and no two look alike") {
    for (const std::size_t scale : {1U, 3U}) {
        std::vector<std::vector<std::string>> pictures;
        for (char digit = '0'; digit <= '9'; ++digit) {
            pictures.push_back(app::large(std::string{digit}, scale));
            REQUIRE(pictures.back().size() == app::digit_height * scale);
        }
        std::ranges::sort(pictures);
        CHECK(std::ranges::adjacent_find(pictures) == pictures.end());
        for (const std::string& line : app::large("1:29:30", scale))
            CHECK(cells(line) == app::width_of("1:29:30", scale));
    }
}

TEST_CASE("The picture fills the screen and never leaves it") {
    for (const app::Screen screen :
         {app::Screen{80, 24}, app::Screen{40, 20}, app::Screen{200, 60}, app::Screen{120, 30}}) {
        INFO(screen.columns << " x " << screen.rows);
        const auto lines = app::draw(a_face(), 103s, screen, catalogues().in("en"));
        CHECK(lines.size() <= screen.rows);
        CHECK(lines.size() > screen.rows / 2);
        for (const std::string& line : lines) CHECK(cells(line) <= screen.columns);
    }
    const auto lines = app::draw(a_face(), 103s, {80, 24}, catalogues().in("en"));
    CHECK(lines.front() == "> WHITE Anna Berg  1 move");
    CHECK(std::ranges::count(lines, "  BLACK  0 moves  FLAG") == 1);
    const auto german = app::draw(a_face(), 103s, {80, 24}, catalogues().in("de"));
    CHECK(german.front() == "> WEISS Anna Berg  1 Zug");
    CHECK(std::ranges::count(german, "  SCHWARZ  0 Züge  FALLBLÄTTCHEN") == 1);
    // A letter of two bytes is not cut in two.
    for (std::size_t columns = 10; columns < 34; ++columns) {
        const auto narrow = app::draw(a_face(), 103s, {columns, 24}, catalogues().in("de"));
        const auto black = std::ranges::find_if(narrow, [](const std::string& line) {
            return line.starts_with("  SCHWARZ");
        });
        REQUIRE(black != narrow.end());
        CHECK(cells(*black) == std::min<std::size_t>(columns, 32));
        CHECK(std::string_view{"  SCHWARZ  0 Züge  FALLBLÄTTCHEN"}.starts_with(*black));
        CHECK_FALSE(black->ends_with("\xc3"));
    }
}

// At two metres a character should be at least one hundredth of the distance high: 2 cm. A row of a
// usual terminal is half a centimetre.
TEST_CASE("On a usual terminal the digits are at least seven rows high") {
    const auto lines = app::draw(a_face(), 103s, {80, 24}, catalogues().in("en"));
    const auto drawn = std::ranges::count_if(lines, [](const std::string& line) {
        return line.find("\u2588") != std::string::npos;
    });
    CHECK(drawn >= 14);
}

} // namespace
} // namespace ansage::session
