// SPDX-License-Identifier: GPL-3.0-or-later
// What the log of the ears calls allowed: everything that the table says when anybody asks, and
// nothing that is turned to another ear.
#include "acts/kit.hpp"
#include "acts/typed.hpp"
#include "consoles/ear_log.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/decide/decide.hpp"
#include "table/model/names.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <fstream>
#include <tuple>

namespace ansage::consoles {
namespace {

using chess::Color;
using table::Audience;
using table::Cause;
using table::ConsoleRole;
using table::Said;
using namespace std::chrono_literals;

// A move has been made and the clocks run.
table::State playing(table::Mode mode, const std::string& white, const std::string& black) {
    acts::TableHeader header = acts::default_header();
    header.setup.mode = mode;
    header.setup.seats.white = *acts::read_seat(white);
    header.setup.seats.black = *acts::read_seat(black);
    table::State state = table::open_table(header.setup);
    const auto move = chess::Move::ordinary(*chess::parse_square("e2"), *chess::parse_square("e4"));
    table::Announces announces{.seat = Color::white};
    announces.move.text = "Eva zwei Eva vier";
    announces.move.move = move;
    std::ignore = table::step(state, {{1s}, table::Arbiter{table::ArbiterAct::starts}});
    std::ignore = table::step(state, {{2s}, announces});
    std::ignore = table::step(state, {{3s}, table::Presses{.seat = Color::white}});
    return state;
}

// One input, and what came of it.
struct Step {
    table::InputBody input;
    table::State before;
    table::State after;
    std::vector<table::Event> events;

    [[nodiscard]] Decided decided() const { return {input, events, before, after}; }
};

Step decided(const table::State& before, table::InputBody body) {
    Step result{std::move(body), before, before, {}};
    result.events = table::step(result.after, {{4s}, result.input});
    return result;
}

bool allows(const Step& result, const Said& said) { return is_allowed(said, result.decided()); }

// Everything that a person at the table can type: each row of the rights, whoever may do it, and
// every key.
std::vector<std::string> all_acts() {
    std::vector<std::string> acts;
    std::ifstream file{tests::root() + "/tests/data/console/rights.txt"};
    for (std::string line; std::getline(file, line);) {
        std::vector<std::string> words = terminal::split_words(line);
        if (words.empty() || line.starts_with('#')) continue;
        words.erase(words.begin(), words.begin() + (words[0] == "club" ? 3 : 2));
        acts.push_back(terminal::join_words(words, 0));
    }
    for (const std::string seat : {"white", "black"}) {
        for (const std::string asked :
             {"time",
              "opponent-time",
              "both",
              "moves",
              "last",
              "score",
              "score 1",
              "square e4",
              "position",
              "running",
              "period",
              "repeat",
              "opponent",
              "pieces P",
              "squares e"})
            acts.push_back(seat + " asks " + asked);
        for (const std::string button : {"announce", "repeat", "time", "draw"})
            acts.push_back(seat + " button " + button);
        acts.push_back(seat + " requests alarms words");
        acts.push_back(seat + " claims flag");
        acts.push_back(seat + " accepts");
        acts.push_back(seat + " declines");
    }
    return acts;
}

std::vector<Said> said_in(const Step& result) {
    std::vector<Said> said;
    for (const table::Event& event : result.events)
        if (const auto* words = std::get_if<Said>(&event.body)) said.push_back(*words);
    return said;
}

bool is_private(const Said& said) {
    const bool to_ear =
        said.audience == Audience::ear_white || said.audience == Audience::ear_black;
    return to_ear && (said.cause == Cause::request || said.cause == Cause::refusal);
}

Said to_other_ear(Said said) {
    said.audience =
        said.audience == Audience::ear_white ? Audience::ear_black : Audience::ear_white;
    return said;
}

const std::vector<std::string> seats{
    "impaired identity squares=yes alarms=words",
    "impaired identity",
    "impaired occupancy announces=device device=1,2",
    "impaired none",
    "sighted identity",
    "sighted none hearing=impaired assistant=1,2"};

} // namespace

TEST_CASE("Whatever anybody asks, in any mode and at any seat, each word has an allowed cause") {
    unsigned said = 0;
    for (const table::Mode mode :
         {table::Mode::tournament, table::Mode::club, table::Mode::training}) {
        for (const std::string& seat : seats) {
            const table::State state = playing(mode, seat, "impaired identity");
            for (const std::string& line : all_acts()) {
                INFO(table::to_string(mode) << ", " << seat << ": " << line);
                const auto act = acts::parse_act(line);
                REQUIRE(act);
                table::InputBody input = acts::input_of(*act, state);
                acts::kit().words.hearing().resolve(input, state);
                const Step result = decided(state, input);
                for (const Said& words : said_in(result)) {
                    INFO(table::to_string(words.cause) << ' ' << words.message.id);
                    CHECK(allows(result, words));
                    CHECK_FALSE((is_private(words) && allows(result, to_other_ear(words))));
                    ++said;
                }
            }
        }
    }
    CHECK(said > 1000);
}

TEST_CASE("What a player is told in answer, and to what, is no other question's answer") {
    const table::State state =
        playing(table::Mode::tournament, "impaired occupancy", "sighted identity");
    const auto answer = [&](const std::string& id) {
        Said said{.audience = Audience::ear_white, .cause = Cause::request};
        said.message.id = id;
        return said;
    };
    const Step asks = decided(state, table::Asks{.seat = Color::white});
    CHECK(allows(asks, answer("answer.own_time")));
    CHECK_FALSE(allows(asks, answer("answer.square")));
    CHECK_FALSE(allows(asks, answer("answer.board")));
    CHECK_FALSE(allows(asks, answer("proposal.restore")));
    CHECK_FALSE(allows(asks, answer("alert.illegal_move_completed")));
    const Step sighted = decided(state, table::Asks{.seat = Color::black});
    Said time = answer("answer.own_time");
    time.audience = Audience::ear_black;
    CHECK_FALSE(allows(sighted, time)); // he looks at the clock
    const Step presses = decided(state, table::Presses{.seat = Color::black});
    CHECK_FALSE(allows(presses, answer("answer.own_time"))); // nobody asked
}

TEST_CASE("What is done in the open is told to both, or it is not allowed") {
    const table::State state =
        playing(table::Mode::tournament, "impaired occupancy", "sighted identity");
    for (const std::string line :
         {"black offers draw", "white claims threefold", "black resigns", "arbiter pauses"}) {
        INFO(line);
        Step result = decided(state, acts::input_of(*acts::parse_act(line), state));
        const std::vector<Said> said = said_in(result);
        REQUIRE(said.size() >= 2);
        CHECK(allows(result, said[0]));
        std::erase_if(result.events, [](const table::Event& event) {
            const auto* words = std::get_if<Said>(&event.body);
            return words != nullptr && words->audience == Audience::ear_black;
        });
        CHECK_FALSE(allows(result, said[0]));
    }
}

// First principle 5: in a tournament an alert is the arbiter's alone; in a club both hear it.
TEST_CASE("Words of an alert are allowed to players only where there is no arbiter") {
    for (const table::Mode mode : {table::Mode::tournament, table::Mode::club}) {
        const table::State state = playing(mode, "impaired none", "impaired none");
        Step result = decided(state, table::Presses{.seat = Color::black});
        std::vector<Said> alert(2);
        alert[1].audience = Audience::ear_black;
        alert[0].audience = Audience::ear_white;
        for (Said& said : alert) {
            said.cause = Cause::act;
            said.message.id = "alert.flag_fallen";
            result.events.push_back({{}, said});
        }
        CHECK(allows(result, alert[0]) == (mode == table::Mode::club));
    }
}

} // namespace ansage::consoles
