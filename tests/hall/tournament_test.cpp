// SPDX-License-Identifier: GPL-3.0-or-later
// Tournaments as pairing programs write them (TRF16), and what is made of them.
#include "files/files.hpp"
#include "hall/tournament.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <array>

namespace {

using namespace ansage;
using hall::Tournament;
using record::Pairings;

std::string cup() {
    auto text = files::read_file(ansage::tests::root() + "/tests/data/hall/cup.trf");
    REQUIRE(text);
    return *text;
}

Tournament read_cup() {
    auto tournament = Tournament::read(cup(), "cup.trf");
    REQUIRE(tournament);
    return *tournament;
}

std::string changed(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

std::string complaint(const std::string& text) {
    const auto read = Tournament::read(text, "cup.trf");
    if (!read) return base::to_line(read.error());
    const auto pairings = read->pairings(3);
    return pairings ? "" : base::to_line(pairings.error());
}

// "1-2 4-3 6-5"
std::string games_of(const Pairings& pairings) {
    std::string text;
    for (const record::Pairing& game : pairings.games) {
        text += (text.empty() ? "" : " ") + std::to_string(game.players.white.number) + '-' +
            std::to_string(game.players.black.number);
    }
    return text;
}

} // namespace

TEST_CASE("The open round of a tournament is read in the order of its boards", "[trf]") {
    const Tournament tournament = read_cup();
    CHECK(tournament.name() == "Cup of the Seven Cities");
    CHECK(tournament.rounds() == 3);
    REQUIRE(tournament.open_round() == 3U);
    const auto pairings = tournament.pairings(3);
    REQUIRE(pairings);
    CHECK(games_of(*pairings) == "1-2 4-3 6-5");
    const record::PairedPlayer& black = pairings->games.front().players.black;
    CHECK(black.name == "Østergård, Søren");
    CHECK(black.title == "FM");
    CHECK(black.rating == "2240");
    CHECK(black.id == "1400002");
    CHECK(pairings->games[1].players.black.name == "Brandt, Carl, Dr.");
    const auto finished = tournament.pairings(2);
    REQUIRE(finished);
    CHECK(finished->games.empty());
}

TEST_CASE("Letters of one byte and of several stand in the same columns", "[trf]") {
    for (const char* text :
         {"\xD8sterg\xE5rd,S\xF8ren              ", // ISO 8859-1
          "Østergård,Søren           "}) { // columns counted in bytes
        INFO(text);
        const auto tournament =
            Tournament::read(changed(cup(), "Østergård,Søren              ", text), "cup.trf");
        REQUIRE(tournament);
        const auto pairings = tournament->pairings(3);
        REQUIRE(pairings);
        CHECK(pairings->games.front().players.black.name == "Østergård, Søren");
    }
    for (const char* end : {"\n", "\r"}) {
        std::string text = cup();
        for (std::size_t at = text.find("\r\n"); at != std::string::npos; at = text.find("\r\n"))
            text.replace(at, 2, end);
        CHECK(complaint(text).empty());
    }
    CHECK(complaint("\xEF\xBB\xBF" + cup()).empty());
}

TEST_CASE("Results go into the file, and everything else stays", "[trf]") {
    Tournament tournament = read_cup();
    CHECK(tournament.text() == cup());
    const auto pairings = tournament.pairings(3);
    REQUIRE(pairings);
    REQUIRE(tournament.set_result(3, pairings->games[0], {'1', '0'}));
    REQUIRE(tournament.set_result(3, pairings->games[1], {'=', '='}));
    std::string expected = changed(
        cup(), "2.0    1     5 w 1     3 b 1     2 w", "3.0    1     5 w 1     3 b 1     2 w 1"
    );
    expected = changed(expected, "6 b 1     4 w =     1 b", "6 b 1     4 w =     1 b 0");
    expected = changed(
        expected, "1.0    4     7 w 1     1 w 0     4 b", "1.5    4     7 w 1     1 w 0     4 b ="
    );
    expected = changed(
        expected, "1.5    3     8 b 1     2 b =     3 w", "2.0    3     8 b 1     2 b =     3 w ="
    );
    CHECK(tournament.text() == expected);
    CHECK(tournament.set_result(3, pairings->games[0], {'1', '0'})); // the same again
    CHECK_FALSE(tournament.set_result(3, pairings->games[0], {'0', '1'}));
    CHECK(tournament.text() == expected);
    record::Pairing other = pairings->games[2];
    other.players.white.number = 7;
    CHECK_FALSE(tournament.set_result(3, other, {'1', '0'}));
    CHECK_FALSE(tournament.set_result(9, pairings->games[2], {'1', '0'}));
    const auto again = Tournament::read(tournament.text(), "again");
    REQUIRE(again);
    const auto rest = again->pairings(3);
    REQUIRE(rest);
    CHECK(games_of(*rest) == "6-5");
}

TEST_CASE("Points that are no sum of results are left alone", "[trf]") {
    auto tournament = Tournament::read(changed(cup(), " 2.0    1 ", " 6.0    1 "), "cup.trf");
    REQUIRE(tournament);
    const auto pairings = tournament->pairings(3);
    REQUIRE(pairings);
    REQUIRE(tournament->set_result(3, pairings->games[0], {'1', '0'}));
    CHECK(tournament->text().find(" 6.0    1     5 w 1     3 b 1     2 w 1") != std::string::npos);
}

TEST_CASE("A result has the letters of TRF16", "[trf]") {
    using laws::Score;
    using laws::Termination;

    struct Case {
        hall::PlayedResult result;
        std::string letters;
    };

    const std::array<Case, 8> cases{{
        {{Score::white_wins, Termination::checkmate, true}, "10"},
        {{Score::black_wins, Termination::flag, true}, "01"},
        {{Score::draw, Termination::agreement, true}, "=="},
        {{Score::both_lose, Termination::arbiter, true}, "00"},
        {{Score::white_half, Termination::arbiter, true}, "=0"},
        {{Score::white_wins, Termination::default_, false}, "+-"},
        {{Score::both_lose, Termination::default_, false}, "--"},
        {{Score::black_wins, Termination::resignation, false}, "LW"},
    }};
    for (const Case& one : cases) {
        const hall::ResultLetters letters = hall::letters_of(one.result);
        CHECK(std::string{letters.white, letters.black} == one.letters);
    }
}

TEST_CASE("What is no tournament is refused in a line that says where", "[trf]") {
    CHECK(
        complaint("") ==
        "cup.trf:1: no player is in it; give a TRF file; its players' lines "
        "begin with 001"
    );
    CHECK(complaint(std::string(5'000'000, '0')).starts_with("cup.trf:1: this is longer"));
    CHECK(complaint(changed(cup(), "001    2", "001    1")).starts_with("cup.trf:15: two players"));
    CHECK(complaint(changed(cup(), "001    2", "001    x")).starts_with("cup.trf:15: a player's"));
    CHECK(complaint(changed(cup(), "Falk,Gustav", "           "))
              .starts_with("cup.trf:18: a player has no name"));
    CHECK(complaint(changed(cup(), "8 w +     6 b", "8 w ?     6 b"))
              .starts_with("cup.trf:18: round 2 cannot be read"));
    CHECK(
        complaint(changed(cup(), "001    5 m ", "001\t   5 m ")).find("columns") !=
        std::string::npos
    );
    CHECK(complaint(changed(cup(), "2 b =     3 w", "2 b =     3 b"))
              .starts_with("cup.trf:16: 3 and 4 do not agree"));
    CHECK(
        complaint(changed(cup(), "2 b =     3 w", "2 b =     4 w")).find("do not agree") !=
        std::string::npos
    );
    std::string endless = cup();
    endless.insert(endless.find("\r\n", endless.find("001    1")), std::string(1200, ' ') + "1");
    CHECK(complaint(endless).starts_with("cup.trf:14: "));
}

TEST_CASE("What a name hides is seen", "[trf]") {
    const auto tournament =
        Tournament::read(changed(cup(), "Ember,Anna   ", "Em\x1B[2J\x07nna   "), "cup.trf");
    REQUIRE(tournament);
    const auto pairings = tournament->pairings(3);
    REQUIRE(pairings);
    CHECK(pairings->games.front().players.white.name == "Em␛[2J␇nna");
}

TEST_CASE("A round's file is read as it was written, and each fault is named by line", "[trf]") {
    auto pairings = read_cup().pairings(3);
    REQUIRE(pairings);
    for (std::size_t i = 0; i < pairings->games.size(); ++i)
        pairings->games[i].table = "t" + std::to_string(i + 1);
    const std::string text = record::to_text(*pairings);
    const auto again = record::read_pairings(text, "r");
    REQUIRE(again);
    CHECK(*again == *pairings);

    struct Case {
        const char* text;
        const char* error;
    };

    for (const Case& one : {
             Case{"", "r:0: no round with a table; make it with ansage hall pair"},
             Case{"white 1 A", "r:1: no table comes before this; write table NAME first"},
             Case{"round 1\ntable a\ntable a", "r:3: a table plays one game"},
             Case{"round 0", "r:1: a number from 1 to 1000 is wanted"},
             Case{"round 1\ntable a\nwhite x A", "r:3: a player has a number and a name"},
             Case{"round 1\ntable a\nwhite 1", "r:3: a player has a number and a name"},
             Case{"round 1\ntable a\nwhite 1 A", "r:3: a lacks a player"},
             Case{"round 1\nsing loud", "r:2: no table comes before this"},
             Case{"round 1\ntable a\nsing loud", "r:3: \"sing\" says nothing of a round"},
         }) {
        const auto read = record::read_pairings(one.text, "r");
        REQUIRE_FALSE(read);
        CHECK(base::to_line(read.error()).starts_with(one.error));
    }
}
