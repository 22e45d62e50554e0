// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a round: what it says, and what is told of a line that says nothing.
#include "record/pairing.hpp"
#include "support/catch.hpp"

#include <fmt/format.h>
#include <map>

namespace ansage::record {
namespace {

const Pairings cup{
    .event = "Cup of the North",
    .site = "Kiel",
    .round = 3,
    .games = {
        {.table = "1",
         .board = 1,
         .players =
             {.white = {12, "Ember, Anna", "WFM", "2010", "4600123"},
              .black = {3, "Frost, Bo", "", "1890", ""}}},
        {.table = "b",
         .board = 0,
         .players = {.white = {4, "Gale, C.", "", "", ""}, .black = {5, "Hail", "", "", ""}}},
    }};

const std::string cup_text = "event Cup of the North\n"
                             "site Kiel\n"
                             "round 3\n"
                             "\n"
                             "table 1\n"
                             "board 1\n"
                             "white 12 Ember, Anna\n"
                             "white-title WFM\n"
                             "white-rating 2010\n"
                             "white-id 4600123\n"
                             "black 3 Frost, Bo\n"
                             "black-rating 1890\n"
                             "\n"
                             "table b\n"
                             "white 4 Gale, C.\n"
                             "black 5 Hail\n";

// The error of a file that begins so, without the file's name.
std::string says(const std::string& text) {
    const auto read = read_pairings(text, "r");
    return read ? "read" : base::to_line(read.error()).substr(2);
}

std::string many_tables(std::size_t count) {
    std::string text = "round 1\n";
    for (std::size_t i = 1; i <= count; ++i)
        text += fmt::format("table {}\nwhite 1 A\nblack 2 B\n", i);
    return text;
}

std::map<std::string, std::string> tags_of(const scoresheet::PgnGame& game) {
    std::map<std::string, std::string> tags;
    for (const auto& [name, value] : game.tags) {
        INFO(name);
        CHECK(tags.emplace(name, value).second); // each once
    }
    return tags;
}

} // namespace

TEST_CASE("A round is written a fact a line and read back") {
    CHECK(to_text(cup) == cup_text);
    CHECK(read_pairings(cup_text, "r") == cup);
    CHECK(read_pairings("# made by hand\n\n  " + cup_text + "\n \n", "r") == cup);
    CHECK(read_pairings(cup_text.substr(0, cup_text.size() - 1), "r") == cup); // no last line end
}

TEST_CASE("A line of a round that says nothing is told with its number and what to write") {
    const std::string fact = "a fact has a key and at most 200 letters; write such as: event Cup";
    const std::string letters(200, 'x');
    CHECK(says("round 1\nevent\n") == "2: " + fact);
    CHECK(says("# only\nevent  \n") == "2: " + fact);
    CHECK(says(cup_text + "site " + letters) == "read");
    CHECK(says(cup_text + "site " + letters + "x") == "17: " + fact);
    CHECK(
        says("round 1\nwhite 1 Ember\n") == "2: no table comes before this; write table NAME first"
    );
    CHECK(
        says("table 1\nreferee Ember\n") ==
        "2: \"referee\" says nothing of a round; docs/hall.md has the keys"
    );
    CHECK(
        says("table 1\nwhite-club Kiel\n") ==
        "2: \"white-club\" says nothing of a round; docs/hall.md has the keys"
    );
    CHECK(
        says("table 1\n" + std::string(41, 'k') + " v\n") ==
        "2: \"" + std::string(40, 'k') + "\" says nothing of a round; docs/hall.md has the keys"
    );
    for (const char* player : {"0 Ember", "x Ember", "12", "-1 Ember", "1.5 Ember"}) {
        CHECK(
            says(fmt::format("table 1\nblack {}\n", player)) ==
            "2: a player has a number and a name; write such as: white 12 Ember, Anna"
        );
    }
}

TEST_CASE("Numbers of rounds and boards have bounds") {
    const auto with = [](const std::string& key, const std::string& value) {
        const std::string other = key == "round" ? "" : "round 1\n";
        return says(other + "table 1\n" + key + " " + value + "\nwhite 1 A\nblack 2 B\n");
    };
    for (const char* key : {"round", "board"}) {
        INFO(key);
        const std::string line = key == std::string_view{"round"} ? "2" : "3";
        for (const char* good : {"1", "2", "999", "1000"}) CHECK(with(key, good) == "read");
        for (const char* bad : {"0", "1001", "-1", "one", "1 2"})
            CHECK(with(key, bad) == line + ": a number from 1 to 1000 is wanted; write one");
    }
}

TEST_CASE("A table has one game, and a round at most a thousand") {
    const std::string why = ": a table plays one game, and a round has at most 1000; name others";
    CHECK(says(many_tables(most_pairings)) == "read");
    CHECK(says(many_tables(most_pairings + 1)) == "3002" + why);
    CHECK(says(many_tables(2) + "table 1\n") == "8" + why);
}

TEST_CASE("A round without a round, a table or a player is refused") {
    const std::string nothing = "no round with a table; make it with ansage hall pair";
    CHECK(says("event Cup\n") == "1: " + nothing);
    CHECK(says("round 1\n") == "1: " + nothing);
    CHECK(says("table 1\nwhite 1 A\nblack 2 B\n") == "3: " + nothing);
    const std::string lacks = " lacks a player; write white NUMBER NAME, and black";
    CHECK(says("round 1\ntable 7\nwhite 1 A\n") == "3: 7" + lacks);
    CHECK(says("round 1\ntable 7\nblack 1 A\n") == "3: 7" + lacks);
    CHECK(says(many_tables(2) + "table 7\n") == "8: 7" + lacks);
}

TEST_CASE("What is not to be seen in a name is made visible") {
    const auto read = read_pairings("round 1\ntable 1\nwhite 1 A\x1b[2J\nblack 2 B\n", "r");
    REQUIRE(read);
    CHECK(read->games.front().players.white.name.find('\x1b') == std::string::npos);
}

TEST_CASE("A table finds its own game, and its journal keeps that only") {
    REQUIRE(find_table(cup, "b") != nullptr);
    CHECK(find_table(cup, "b")->players.black.name == "Hail");
    CHECK(find_table(cup, "c") == nullptr);
    CHECK(find_table(cup, "") == nullptr);
    journal::Header header;
    CHECK(pairing_of(header) == std::nullopt);
    header.profiles = {{"laws/fide", "round 9"}, profile_of(cup, cup.games[1])};
    Pairings own = cup;
    own.games = {cup.games[1]};
    CHECK(pairing_of(header) == own);
    header.profiles.back().text = "broken";
    CHECK(pairing_of(header) == std::nullopt);
}

TEST_CASE("A sheet names the round and both players as the tournament does") {
    scoresheet::PgnGame game;
    game.tags = {{"Event", "?"}, {"White", "Anna"}, {"Round", "?"}};
    set_tags(game, cup, cup.games[0]);
    CHECK(
        tags_of(game) ==
        std::map<std::string, std::string>{
            {"Event", "Cup of the North"},
            {"Site", "Kiel"},
            {"Round", "3"},
            {"Board", "1"},
            {"White", "Anna"},
            {"WhiteTitle", "WFM"},
            {"WhiteElo", "2010"},
            {"WhiteFideId", "4600123"},
            {"BlackElo", "1890"}}
    );
    scoresheet::PgnGame other;
    set_tags(other, cup, cup.games[1]);
    CHECK_FALSE(other.tag("Board"));
    CHECK_FALSE(other.tag("WhiteElo"));
}

} // namespace ansage::record
