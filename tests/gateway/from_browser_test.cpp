// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/from_browser.hpp"
#include "support/catch.hpp"

#include <fmt/format.h>

namespace {

using namespace ansage::gateway;

std::optional<Said> say(const std::string& lines) {
    return read_said(fmt::format(R"({{"session":"S","lines":[{}]}})", lines));
}

// A text of so many letters, each of several bytes.
std::string typed(int letters) {
    std::string text;
    for (int i = 0; i < letters; ++i) text += "ü";
    return fmt::format(R"({{"kind":"typed","text":"{}"}})", text);
}

} // namespace

TEST_CASE("What a page may send goes on, written anew", "[gateway]") {
    const auto said = say(
        R"({"kind":"typed","text":"w"},{"n":12,"kind":"seen","also":"this"},{"kind":"hush"},{"kind":"back"})"
    );
    REQUIRE(said);
    CHECK(said->session == "S");
    CHECK_FALSE(said->leaves);
    CHECK(
        said->lines ==
        "{\"kind\":\"typed\",\"text\":\"w\"}\n"
        "{\"kind\":\"seen\",\"n\":12}\n"
        "{\"kind\":\"hush\"}\n"
        "{\"kind\":\"back\"}\n"
    );
    const auto leaving = say(R"({"kind":"leave"})");
    REQUIRE(leaving);
    CHECK(leaving->leaves);
    CHECK(say("")->lines.empty());
    CHECK(
        say(R"({"kind":"typed","text":"Größe \u265e \" \\"})")->lines ==
        "{\"kind\":\"typed\",\"text\":\"Größe ♞ \\\" \\\\\"}\n"
    );
}

TEST_CASE("What no page sends goes nowhere", "[gateway]") {
    for (const char* line :
         {R"({"kind":"join","role":"arbiter","code":"1"})",
          R"({"kind":"act","act":"ends"})",
          R"({"kind":"presses","who":"white"})",
          R"({"kind":"typed"})",
          R"({"kind":"typed","text":1})",
          R"({"kind":"typed","text":null})",
          R"({"kind":"seen"})",
          R"({"kind":"seen","n":-1})",
          R"({"kind":"seen","n":1.5})",
          R"({"kind":"seen","n":"1"})",
          R"({"kind":["typed"],"text":"w"})",
          R"({"text":"w"})",
          R"("typed")",
          R"([])",
          R"(null)",
          // What no keyboard types into a line.
          R"({"kind":"typed","text":"w\nn"})",
          R"({"kind":"typed","text":"\u0000"})",
          R"({"kind":"typed","text":"\u001b[2J"})",
          R"({"kind":"typed","text":"\t"})",
          R"({"kind":"typed","text":"\u007f"})",
          R"({"kind":"typed","text":"\ud800"})",
          "{\"kind\":\"typed\",\"text\":\"\xff\"}"}) {
        CAPTURE(line);
        CHECK_FALSE(say(line));
        CHECK_FALSE(say(fmt::format(R"({{"kind":"hush"}},{})", line)));
    }
    for (const char* body :
         {"",
          "1",
          "[]",
          "{}",
          R"({"session":"S"})",
          R"({"session":1,"lines":[]})",
          R"({"session":"S","lines":{}})",
          R"({"session":"S","lines":[)"}) {
        CAPTURE(body);
        CHECK_FALSE(read_said(body));
    }
    CHECK_FALSE(read_said(std::string(8192, '[')));
}

TEST_CASE("A typed line has 1,000 characters at most", "[gateway]") {
    CHECK(say(typed(1000)));
    CHECK_FALSE(say(typed(1001)));
}

TEST_CASE("Only who there is at a table joins it", "[gateway]") {
    for (const char* role : {"white", "black", "assistant", "arbiter", "spectator"}) {
        const auto person = read_person(fmt::format(R"({{"role":"{}","code":""}})", role));
        REQUIRE(person);
        CHECK(person->role == role);
    }
    CHECK(read_person(R"({"role":"arbiter","code":"4711 0815"})")->code == "4711 0815");
    for (const std::string& body :
         {std::string{"white"},
          std::string{"{}"},
          std::string{R"({"role":"watcher"})"},
          std::string{R"({"role":"White"})"},
          std::string{R"({"role":["white"]})"},
          std::string{R"({"role":"white","code":1})"},
          fmt::format(R"({{"role":"arbiter","code":"{}"}})", std::string(65, '1'))}) {
        CAPTURE(body);
        CHECK_FALSE(read_person(body));
    }
}

TEST_CASE("The last line of a page is of a run, or it has none", "[gateway]") {
    CHECK(read_last_line("a1b2c3d4.12").run == "a1b2c3d4");
    CHECK(read_last_line("a1b2c3d4.12").number == 12);
    for (const std::string& id :
         {std::string{},
          std::string{"12"},
          std::string{".12"},
          std::string{"a."},
          std::string{"a.b"},
          std::string{"a.-1"},
          std::string{"a\".1"},
          std::string{"\xff.1"},
          std::string{"a.99999999999999999999999"},
          std::string(65, 'a') + ".1"}) {
        CAPTURE(id);
        CHECK(read_last_line(id).run.empty());
    }
}
