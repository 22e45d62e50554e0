// SPDX-License-Identifier: GPL-3.0-or-later
// What a console may do, and what its keys mean.
#include "acts/confirmation.hpp"
#include "acts/table_setup.hpp"
#include "acts/typed.hpp"
#include "consoles/code.hpp"
#include "consoles/wire.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/asking/rights.hpp"
#include "table/model/names.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

namespace ansage::consoles {
namespace {

using table::ConsoleRole;

table::State sitting(table::Mode mode) {
    acts::TableHeader header = acts::default_header();
    header.setup.mode = mode;
    header.setup.seats.white = *acts::read_seat("impaired identity assistant=1,2,3,4");
    return table::open_table(header.setup);
}

} // namespace

TEST_CASE("Each console may do what Appendix D gives its role") {
    const std::string path = tests::root() + "/tests/data/console/rights.txt";
    std::ifstream file{path};
    unsigned rows = 0;
    unsigned number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        std::vector<std::string> words = terminal::split_words(line);
        if (words.empty() || words[0] == "#" || line.starts_with('#')) continue;
        INFO(path << ":" << number << ": " << line);
        const bool club = words[0] == "club";
        words.erase(words.begin(), words.begin() + (club ? 1 : 0));
        const auto role = table::parse_name<ConsoleRole>(words[0]);
        REQUIRE(role);
        const auto act = acts::parse_act(terminal::join_words(words, 2));
        REQUIRE(act);
        const table::State state = sitting(club ? table::Mode::club : table::Mode::tournament);
        CHECK(table::may(state, *role, acts::input_of(*act, state)) == (words[1] == "yes"));
        ++rows;
    }
    CHECK(rows > 70);
}

TEST_CASE("What ends a game or changes a clock is asked again in words") {
    table::State state = sitting(table::Mode::tournament);
    state.draw_offer = chess::Color::white;
    const auto confirmation = [&](const std::string& line, ConsoleRole role) {
        return std::get<acts::TypedAct>(*acts::read_typed(line, role, state)).confirm;
    };
    CHECK(confirmation("resigns", ConsoleRole::white) == table::Reply::confirm_resignation);
    CHECK(confirmation("accepts", ConsoleRole::black) == table::Reply::confirm_draw);
    CHECK(confirmation("accepts", ConsoleRole::white) == std::nullopt); // refused: the own offer
    CHECK(confirmation("sets white 1:00:00", ConsoleRole::arbiter) == table::Reply::confirm_act);
    CHECK(confirmation("ends 1-0 arbiter", ConsoleRole::arbiter) == table::Reply::confirm_act);
    CHECK(confirmation("presses", ConsoleRole::white) == std::nullopt);
    CHECK(confirmation("offers draw", ConsoleRole::white) == std::nullopt);
    const auto kit = acts::load_table(acts::default_header(), tests::share());
    REQUIRE(kit);
    const wording::Catalogue& german = kit->words.catalogue("de");
    CHECK(
        (acts::is_yes("Ja", german) && acts::is_yes(" y", german) &&
         !acts::is_yes("yesterday", german) && acts::is_no("", german) &&
         acts::is_no("n", german) && acts::is_no("nein", german))
    );
    CHECK_FALSE(acts::is_yes("ja", kit->words.catalogue("en")));
}

TEST_CASE("8.7: one signs after the end, with the seat's name, and is asked in words before") {
    table::State state = sitting(table::Mode::tournament);
    const auto typed = [&](const std::string& line, ConsoleRole role) {
        return std::get<acts::TypedAct>(*acts::read_typed(line, role, state));
    };
    const auto name = [&](const std::string& line, ConsoleRole role) {
        return std::get<table::Signs>(typed(line, role).body).name;
    };
    CHECK(typed("u", ConsoleRole::white).confirm == std::nullopt); // the table refuses it
    CHECK(name("u", ConsoleRole::white) == std::nullopt); // the seat has none
    auto setup = *state.setup;
    setup.seats.white.name = "Anna Ember";
    state.setup = std::make_shared<const table::TableSetup>(setup);
    state.result = table::Ended{};
    CHECK(typed("u", ConsoleRole::white).confirm == table::Reply::confirm_signature);
    CHECK(name("u", ConsoleRole::white) == "Anna Ember");
    CHECK(name("signs", ConsoleRole::white) == "Anna Ember");
    CHECK(name("u A. Ember", ConsoleRole::white) == "A. Ember");
    CHECK(name("u", ConsoleRole::black) == std::nullopt);
    CHECK(
        std::get<acts::HelpWanted>(*acts::read_typed("? u", ConsoleRole::white, state)).topic ==
        "signs"
    );
}

TEST_CASE("Help teaches each role only what it may do") {
    for (const table::Mode mode : {table::Mode::tournament, table::Mode::club}) {
        const table::State state = sitting(mode);
        const auto white = acts::help_topics(ConsoleRole::white, state);
        const bool squares = std::ranges::find(white, "squares") != white.end();
        CHECK(squares == (mode == table::Mode::club)); // an identity board; nobody ticked it
        const auto black = acts::help_topics(ConsoleRole::black, state);
        const bool clocks = std::ranges::find(black, "clocks") != black.end();
        CHECK(clocks == (mode == table::Mode::club)); // he sees
    }
}

TEST_CASE("What is to be done just now is taught first") {
    table::State club = sitting(table::Mode::club);
    CHECK(acts::topic_of_now(ConsoleRole::white, club) == "starts");
    CHECK(acts::topic_of_now(ConsoleRole::arbiter, club).empty());
    CHECK(acts::topic_of_now(ConsoleRole::white, sitting(table::Mode::tournament)).empty());
    club.draw_offer = chess::Color::black;
    CHECK(acts::topic_of_now(ConsoleRole::white, club) == "draw");
    CHECK(acts::topic_of_now(ConsoleRole::black, club) == "starts");
    club.phase = table::Phase::ended;
    CHECK(acts::topic_of_now(ConsoleRole::black, club) == "signs");
}

TEST_CASE("Whoever tries the arbiter's code waits longer and longer, and the right one begins anew"
) {
    using namespace std::chrono_literals;
    JoinCode code{"4711 0815"};
    SteadyTime now{1h};
    for (int tries = 0; tries < 3; ++tries) {
        CHECK_FALSE(code.is_right("00000000", now));
        CHECK(code.locked_for(now) == 0ms);
    }
    for (const auto lock : {1s, 2s, 4s, 8s, 16s, 32s, 64s, 64s}) {
        CHECK_FALSE(code.is_right("00000000", now));
        CHECK(code.locked_for(now) == lock);
        now += lock;
        CHECK(code.locked_for(now) == 0ms);
    }
    CHECK(code.is_right("47110815", now));
    CHECK_FALSE(code.is_right("00000000", now));
    CHECK(code.locked_for(now) == 0ms);
}

TEST_CASE("Telling what has been shown is no act, however it is written") {
    CHECK(wire::is_line_ack(wire::to_text(wire::LineAck{7})));
    CHECK(wire::is_line_ack(R"({"kind": "seen", "n": 7})"));
    CHECK(wire::is_line_ack(R"({"n":7,"kind":"seen"})"));
    CHECK_FALSE(wire::is_line_ack(R"({"kind":"typed","text":"seen"})"));
    CHECK_FALSE(wire::is_line_ack(R"({"kind":"seen","x":")" + std::string(4000, 'x') + "\"}"));
}

TEST_CASE("What a console sends is read as it was meant, and nonsense is an error") {
    const auto join = wire::read_from_console(wire::to_text(wire::Join{
        .role = ConsoleRole::arbiter, .code = "4711 0815"}));
    REQUIRE(join);
    CHECK(std::get<wire::Join>(*join).code == "4711 0815");
    const auto typed = wire::read_from_console(wire::to_text(wire::Typed{"fünf \"x\"\n"}));
    REQUIRE(typed);
    CHECK(std::get<wire::Typed>(*typed).text == "fünf \"x\"\n");
    const auto act = wire::read_from_console(R"({"kind":"resigns","seat":"white"})");
    REQUIRE(act);
    CHECK(std::holds_alternative<table::Resigns>(std::get<wire::Act>(*act).body));
    for (const char* const nonsense :
         {"",
          "{",
          "[]",
          "7",
          R"({"kind":7})",
          R"({"kind":"join","role":"king"})",
          R"({"kind":"resigns"})",
          R"({"seat":"white"})",
          "\xff\xfe"}) {
        INFO(nonsense);
        CHECK_FALSE(wire::read_from_console(nonsense));
    }
}

} // namespace ansage::consoles
