// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/position.hpp"
#include "devices/board/turning.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace ansage;
using namespace ansage::devices;

namespace {

chess::Reading reading_of(std::string_view placement) {
    return chess::parse_placement(placement).value();
}

constexpr std::string_view start_placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

} // namespace

TEST_CASE("every hand act is written as it is read") {
    for (const std::string line :
         {"lifts e2",
          "places e4",
          "places e4 P",
          "places e8 q",
          "presses white",
          "presses black",
          "button announce",
          "button repeat",
          "button time",
          "button draw",
          "unsure d5",
          "shows rnbqkbnr/pppppppp/8/8/4x3/8/PPPP1PPP/RNBQKBNR",
          "lost",
          "back"}) {
        INFO(line);
        const auto act = parse_hand_act(line);
        REQUIRE(act.has_value());
        CHECK(to_string(*act) == line);
    }
}

TEST_CASE("a line that is no hand act is refused with what could be said instead") {
    for (const std::string line :
         {"",
          "lifts",
          "lifts e9",
          "lifts e2 P",
          "places",
          "places e4 X",
          "places e4 PP",
          "places e4 P P",
          "presses",
          "presses green",
          "button",
          "button fire",
          "unsure",
          "shows 9",
          "lost now",
          "hello"}) {
        INFO(line);
        const auto act = parse_hand_act(line);
        REQUIRE(!act.has_value());
        CHECK(act.error().what == "'" + line + "' is not an act at a board");
        CHECK(act.error().mend.text().starts_with("say lifts SQUARE"));
    }
}

TEST_CASE("every sensor event is written in the words of a table script") {
    const auto e2 = *chess::parse_square("e2");
    const chess::Piece pawn{chess::Color::white, chess::Role::pawn};
    ClockReport report;
    report.sides[0] = {base::Millis{5'398'000}, false};
    report.sides[1] = {base::Millis{0}, true};
    report.running = chess::Color::white;
    const std::vector<SensorEvent> events{
        Lifted{e2, pawn},
        Lifted{e2, {}},
        Placed{e2, pawn},
        Unsure{e2},
        Shows{reading_of(start_placement)},
        Pressed{Button::draw},
        Lever{chess::Color::black},
        report,
        ClockReport{},
        Lost{},
        Back{},
        Turned{true},
        Turned{false},
    };
    std::vector<std::string> lines;
    for (const SensorEvent& event : events) lines.push_back(to_string(event));
    CHECK(
        joined(lines) ==
        "lifts e2 P\n"
        "lifts e2\n"
        "places e2 P\n"
        "unsure e2\n"
        "shows rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"
        "button draw\n"
        "presses black\n"
        "clock white 1:29:58 black 0:00:00 flag running white\n"
        "clock white 0:00:00 black 0:00:00 running nobody\n"
        "lost\n"
        "back\n"
        "turned\n"
        "not turned\n"
    );
}

TEST_CASE("events about squares change a reading, others leave it alone") {
    chess::Reading reading = reading_of(start_placement);
    const auto e2 = *chess::parse_square("e2");
    const auto e4 = *chess::parse_square("e4");
    apply_to(reading, Lifted{e2, {}});
    apply_to(reading, Placed{e4, {}});
    apply_to(reading, Unsure{*chess::parse_square("a1")});
    apply_to(reading, Lever{chess::Color::white});
    apply_to(reading, Lost{});
    CHECK(chess::to_placement(reading) == "rnbqkbnr/pppppppp/8/8/4x3/8/PPPP1PPP/?NBQKBNR");
}

TEST_CASE("a board lies turned when a start position, of chess or Chess960, stands the other way") {
    for (const std::string_view placement :
         {start_placement, std::string_view{"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR"}}) {
        INFO(placement);
        chess::Reading turned = reading_of(placement);
        std::ranges::reverse(turned.squares);
        Turning turning(Orientation::automatic);
        CHECK(!turning.look(reading_of(placement)));
        CHECK(turning.look(turned));
        CHECK(turning.is_turned());
        CHECK(!turning.look(turned));
        CHECK(turning.to_players(turned) == reading_of(placement));
        CHECK(turning.look(reading_of(placement)));
        CHECK(!turning.is_turned());
    }
}

TEST_CASE("only a whole start position turns a board") {
    for (const std::string_view placement :
         {"RNBKQBNR/PPPP1PPP/8/4P3/8/8/pppppppp/rnbkqbnr",
          "8/8/8/4k3/8/4K3/8/8",
          "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnb1qbnr",
          "xxxxxxxx/xxxxxxxx/8/8/8/8/xxxxxxxx/xxxxxxxx"}) {
        INFO(placement);
        Turning turning(Orientation::automatic);
        CHECK(!turning.look(reading_of(placement)));
    }
}

TEST_CASE("a user's word on which way the board lies is final") {
    chess::Reading turned = reading_of(start_placement);
    std::ranges::reverse(turned.squares);
    Turning straight(Orientation::straight);
    CHECK(!straight.look(turned));
    CHECK(!straight.is_turned());
    Turning always(Orientation::turned);
    CHECK(!always.look(reading_of(start_placement)));
    CHECK(always.is_turned());
}
