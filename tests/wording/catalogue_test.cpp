// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences, durations and numbers, looked up in the catalogues that were just built.
#include "support/catch.hpp"
#include "support/places.hpp"
#include "wording/wording.hpp"

#include <clocale>
#include <locale>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::wording {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

const Wording& shipped() {
    static const auto wording = Wording::open(tests::locale());
    REQUIRE(wording.has_value());
    return *wording;
}

const Catalogue& german() { return shipped().in("de"); }

const Catalogue& english() { return shipped().in("en"); }

} // namespace

TEST_CASE("a sentence is in the listener's language with its arguments filled in") {
    const std::initializer_list<Argument> arguments = {
        {"player", Term{"player.white"}},
        {"move", "Eva zwei Eva vier"},
    };
    CHECK(
        english().sentence("alert.illegal_move_completed", arguments) ==
        "Illegal move completed: White, Eva zwei Eva vier."
    );
    CHECK(
        german().sentence("alert.illegal_move_completed", arguments) ==
        "Regelwidriger Zug abgeschlossen: Weiß, Eva zwei Eva vier."
    );
}

TEST_CASE("a term inside a term is filled from the same arguments") {
    const std::initializer_list<Argument> arguments = {
        {"reason", Term{"result.checkmate"}},
        {"result", Term{"outcome.white_wins"}},
    };
    CHECK(
        english().sentence("demo.result", arguments) == "The game is over. Checkmate: White wins."
    );
    CHECK(
        german().sentence("demo.result", arguments) ==
        "Die Partie ist beendet. Schachmatt: Weiß gewinnt."
    );
}

TEST_CASE("a term that contains itself comes to an end") {
    const std::initializer_list<Argument> arguments = {
        {"reason", Term{"demo.result"}},
    };
    CHECK(english().sentence("demo.result", arguments).ends_with("reason"));
}

TEST_CASE("the plural form follows the language's rule") {
    struct Case {
        std::int64_t count;
        std::string english;
        std::string german;
    };

    const auto moves = GENERATE(values<Case>({
        {0, "0 moves completed.", "0 Züge abgeschlossen."},
        {1, "One move completed.", "Ein Zug abgeschlossen."},
        {2, "2 moves completed.", "2 Züge abgeschlossen."},
        {11, "11 moves completed.", "11 Züge abgeschlossen."},
        {101, "101 moves completed.", "101 Züge abgeschlossen."},
        {3'000'000'001, "3000000001 moves completed.", "3000000001 Züge abgeschlossen."},
    }));
    CHECK(english().sentence("answer.moves", {{"count", moves.count}}) == moves.english);
    CHECK(german().sentence("answer.moves", {{"count", moves.count}}) == moves.german);
}

TEST_CASE("a duration is words, never figures with colons") {
    struct Case {
        base::Millis time;
        std::string english;
        std::string german;
    };

    const auto one = GENERATE(values<Case>({
        {hours(1) + minutes(29) + seconds(30),
         "one hour 29 minutes 30 seconds",
         "eine Stunde 29 Minuten 30 Sekunden"},
        {hours(2), "2 hours", "2 Stunden"},
        {hours(1) + seconds(1), "one hour one second", "eine Stunde eine Sekunde"},
        {minutes(12) + seconds(5), "12 minutes 5 seconds", "12 Minuten 5 Sekunden"},
        {minutes(1), "one minute", "eine Minute"},
        {milliseconds(59'001), "one minute", "eine Minute"},
        {milliseconds(1), "one second", "eine Sekunde"},
        {milliseconds(0), "no time", "keine Zeit"},
        {milliseconds(-5), "no time", "keine Zeit"},
        {hours(30), "30 hours", "30 Stunden"},
    }));
    CHECK(english().duration(one.time) == one.english);
    CHECK(german().duration(one.time) == one.german);
}

TEST_CASE("a duration can have its numbers in words") {
    const auto time = minutes(21) + seconds(1);
    CHECK(english().duration(time, Figures::words) == "twenty-one minutes one second");
    CHECK(german().duration(time, Figures::words) == "einundzwanzig Minuten eine Sekunde");
}

TEST_CASE("each language has its own plurals and numbers") {
    struct Case {
        std::string language;
        std::string one;
        std::string two;
        std::string number;
    };

    const auto row = GENERATE(values<Case>({
        {"da", "et minut et sekund", "2 minutter 2 sekunder", "enogtyve"},
        {"nb", "ett minutt ett sekund", "2 minutter 2 sekunder", "tjueén"},
        {"sv", "en minut en sekund", "2 minuter 2 sekunder", "tjugoett"},
        {"nl", "één minuut één seconde", "2 minuten 2 seconden", "eenentwintig"},
    }));
    const Catalogue& catalogue = shipped().in(row.language);
    CHECK(catalogue.duration(seconds(61)) == row.one);
    CHECK(catalogue.duration(seconds(122)) == row.two);
    CHECK(catalogue.number(21) == row.number);
}

TEST_CASE("a duration goes into a sentence in words") {
    CHECK(
        german().sentence("answer.own_time", {{"time", base::Millis(65'000)}}) ==
        "Eigene Zeit: eine Minute 5 Sekunden."
    );
}

TEST_CASE("numbers are spelled without soft hyphens") {
    CHECK(german().number(0) == "null");
    CHECK(german().number(29) == "neunundzwanzig");
    CHECK(german().number(200) == "zweihundert");
    CHECK(german().number(1234) == "eintausendzweihundertvierunddreißig");
    CHECK(english().number(1234) == "one thousand two hundred thirty-four");
    CHECK(english().number(-7) == "minus seven");
}

TEST_CASE("a listener's language is found by any common way to write it") {
    for (const auto* name : {"de", "DE", "de-AT", "de_DE.UTF-8", "de@euro"}) {
        INFO(name);
        CHECK(shipped().in(name).language() == "de");
    }
    for (const auto* name : {"en", "en-GB", "tlh", "", "C", "../de"}) {
        INFO(name);
        CHECK(shipped().in(name).language() == "en");
    }
    CHECK(std::ranges::is_sorted(shipped().languages()));
    for (const auto* name : {"da", "de", "en", "nb", "nl", "sv"}) CHECK(shipped().has(name));
}

TEST_CASE("a message that a language lacks is said in English, one that none has by its id") {
    const auto wording = Wording::open(ANSAGE_TEST_LOCALE);
    REQUIRE(wording.has_value());
    const auto& norwegian = wording->in("no");
    REQUIRE(norwegian.language() == "nb");
    CHECK(norwegian.sentence("alert.words", {{"player", "Hvit"}, {"move", "e"}}) == "Hvit og e.");
    CHECK(norwegian.has("alert.words"));
    CHECK_FALSE(norwegian.has("alert.missing"));
    CHECK(norwegian.sentence("alert.missing") == "Missing from the other file.");
    CHECK(norwegian.sentence("alert.unheard_of") == "alert.unheard_of");
    CHECK(norwegian.sentence("alert.plural", {{"count", 2}, {"thing", "x"}}) == "2 x.");
}

TEST_CASE("a text of which a language lacks a part is English as a whole, and says so") {
    const auto wording = Wording::open(ANSAGE_TEST_LOCALE);
    REQUIRE(wording.has_value());
    const auto& norwegian = wording->in("nb");
    const Sentence own = norwegian.worded("alert.words", {{"player", "Hvit"}, {"move", "e"}});
    CHECK(own.text == "Hvit og e.");
    CHECK(own.language == "nb");
    const Sentence with_term =
        norwegian.worded("alert.words", {{"player", Term{"alert.empty"}}, {"move", "e"}});
    CHECK(with_term.text == "Not empty. and e.");
    CHECK(with_term.language == "en");
    const Sentence of_two = norwegian.compose([](const Catalogue& in) {
        const std::string first = in.sentence("alert.words", {{"player", "A"}, {"move", "b"}});
        return first + ' ' + in.worded("alert.missing").text;
    });
    CHECK(of_two.text == "A and b. Missing from the other file.");
    CHECK(of_two.language == "en");
    CHECK(norwegian.worded("alert.nowhere").text == "alert.nowhere");
}

TEST_CASE("an error of which a language lacks a part is English as a whole") {
    const base::Error half{
        base::phrase("\"{}\" is no move", std::string{"x"}),
        "there",
        base::as_it_is(std::string{"mend it"})};
    const base::Error other{half.what, half.where, base::phrase("no catalogue has this")};
    CHECK(german().line(half) == "there: „x“ ist kein Zug; mend it");
    CHECK(german().line(other) == "there: \"x\" is no move; no catalogue has this");
}

TEST_CASE("what a language lacks is counted, with what is heard at a table first") {
    const std::vector<Missing> norwegian = Wording::open(ANSAGE_TEST_LOCALE)->missing("nb");
    std::vector<std::string> found;
    for (const Missing& each : norwegian)
        found.push_back((each.is_heard ? "heard " : "read ") + each.id + ": " + each.english);
    CHECK(
        found ==
        std::vector<std::string>{
            "heard alert.missing: Missing from the other file.",
            "heard alert.plural: One {thing}. / {count} {thing}.",
            "read alert.empty: Not empty.",
            "read alert.fuzzy: Not fuzzy.",
            "read no board: no board"}
    );
    const auto wording = Wording::open(ANSAGE_TEST_LOCALE);
    CHECK(wording->missing("en").empty());
    CHECK(&wording->whole(wording->in("nb"), "alert.p") == &wording->in("en"));
    CHECK(&wording->whole(wording->in("nb"), "alert.w") == &wording->in("nb"));
}

TEST_CASE("a placeholder that nobody fills says its name, and a lone brace stays") {
    CHECK(english().sentence("alert.flag_fallen") == "Flag fallen: player.");
    CHECK(english().sentence("alert.flag_fallen", {{"player", "{move"}}) == "Flag fallen: {move.");
}

TEST_CASE("a folder without an English catalogue is one line that says how to mend it") {
    const auto nothing = Wording::open("/nowhere");
    REQUIRE_FALSE(nothing.has_value());
    CHECK(nothing.error().where == "/nowhere/en/LC_MESSAGES/ansage.mo");
    CHECK_FALSE(nothing.error().mend.empty());
}

TEST_CASE("a file that is no catalogue is one line that names it") {
    const auto broken = Wording::open(tests::root() + "/tests/data/wording/broken");
    REQUIRE_FALSE(broken.has_value());
    CHECK(broken.error().where.text().ends_with("tests/data/wording/broken/en/LC_MESSAGES/ansage.mo"
    ));
    CHECK_FALSE(broken.error().what.empty());
}

TEST_CASE("yes and no are what people type in their language") {
    for (const auto* yes : {"j", "Ja", " JA ", "y", "yes"}) {
        INFO(yes);
        CHECK(german().means("command.yes", yes));
        CHECK_FALSE(german().means("command.no", yes));
    }
    for (const auto* other : {"", " ", "jaja", "j,", "yesterday"}) {
        INFO(other);
        CHECK_FALSE(german().means("command.yes", other));
    }
    CHECK(shipped().in("da").means("command.no", "nej"));
    CHECK_FALSE(english().means("command.yes", "ja"));
}

TEST_CASE("words are understood without the letters that a foreign keyboard lacks") {
    struct Typed {
        const char* language;
        const char* id;
        const char* text;
    };

    for (const Typed& typed : {
             Typed{"de", "command.white", "weiß"},
             Typed{"de", "command.white", "weiss"},
             Typed{"de", "command.white", "weis"},
             Typed{"de", "command.white", "WEISS"},
             Typed{"de", "command.spectator", "zuschauer"},
             Typed{"sv", "command.spectator", "askadare"},
             Typed{"sv", "command.spectator", "aaskaadare"},
             Typed{"sv", "command.spectator", "ÅSKÅDARE"},
         }) {
        INFO(typed.language << ": " << typed.text);
        CHECK(shipped().in(typed.language).means(typed.id, typed.text));
    }
    CHECK_FALSE(german().means("command.white", "weise"));
    CHECK_FALSE(german().means("command.black", "weiss"));
}

TEST_CASE("a voice is fed words as it says them rightly, whole words only") {
    const Spellings spellings = read_spellings("Remis=Remie, FEN = F E N, nothing,");
    CHECK(spellings == Spellings{{"Remis", "Remie"}, {"FEN", "F E N"}});
    CHECK(respelled("Remis: Weiß. FEN", spellings) == "Remie: Weiß. F E N");
    CHECK(respelled("Remisgebot, ÄRemis, RemisÄ", spellings) == "Remisgebot, ÄRemis, RemisÄ");
    CHECK(respelled("", spellings).empty());
    CHECK(german().spoken("Remis angeboten.") == "Remie angeboten.");
    CHECK(english().spoken("Draw offered.") == "Draw offered.");
}

TEST_CASE("opening the catalogues leaves the process's locale alone") {
    const std::string before = std::setlocale(LC_ALL, nullptr);
    REQUIRE(Wording::open(tests::locale()).has_value());
    CHECK(german().number(3) == "drei");
    CHECK(std::setlocale(LC_ALL, nullptr) == before);
    CHECK(std::locale() == std::locale::classic());
}

} // namespace ansage::wording
