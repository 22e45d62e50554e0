// SPDX-License-Identifier: GPL-3.0-or-later
// What a console may do, and what its keys mean.
#include "acts/confirmation.hpp"
#include "acts/spoken_commands.hpp"
#include "acts/table_setup.hpp"
#include "acts/typed.hpp"
#include "consoles/code.hpp"
#include "consoles/wire.hpp"
#include "support/catch.hpp"
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

std::string act_of(const std::string& line, ConsoleRole role) {
    const auto typed = acts::read_typed(line, role, sitting(table::Mode::tournament));
    if (!typed) return "error";
    const auto* act = std::get_if<acts::TypedAct>(&*typed);
    return act == nullptr ? "no act" : act->text;
}

} // namespace

TEST_CASE("Each console may do what Appendix D gives its role") {
    const std::string path = ANSAGE_ROOT "/tests/data/console/rights.txt";
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

TEST_CASE("The own score is gone through a move at a time, from the one that was told last") {
    table::State state = sitting(table::Mode::tournament);
    const auto asked = [&](const std::string& line) {
        return std::get<acts::TypedAct>(*acts::read_typed(line, ConsoleRole::white, state)).text;
    };
    state.reviewed.black = 30;
    state.reviewed.white = 12;
    CHECK(asked("k -") == "white asks score 11");
    CHECK(asked("k +") == "white asks score 13");
    state.reviewed.white = 1;
    CHECK(asked("k -") == "white asks score 1");
}

TEST_CASE("The keys that players know ask for what they know") {
    CHECK(act_of("l", ConsoleRole::white) == "white asks last");
    CHECK(act_of(" c ", ConsoleRole::white) == "white asks both");
    CHECK(act_of("o", ConsoleRole::black) == "black asks opponent");
    CHECK(act_of("p N", ConsoleRole::white) == "white asks pieces N");
    CHECK(act_of("s e", ConsoleRole::white) == "white asks squares e");
    CHECK(act_of("s 4", ConsoleRole::white) == "white asks squares 4");
    CHECK(act_of("s e4", ConsoleRole::white) == "white asks square e4");
    CHECK(act_of("k 12", ConsoleRole::white) == "white asks score 12");
    CHECK(act_of("k", ConsoleRole::white) == "white asks score");
    CHECK(act_of("k -", ConsoleRole::white) == "white asks score"); // none was told yet
    CHECK(act_of("k Sc6", ConsoleRole::black) == "black corrects Sc6");
    CHECK(
        act_of("K Berta acht Caesar sechs", ConsoleRole::black) ==
        "black corrects Berta acht Caesar sechs"
    );
    CHECK(act_of(".", ConsoleRole::white) == "white presses");
    CHECK(act_of("w e4", ConsoleRole::black) == "black repeats e4");
    CHECK(act_of("W", ConsoleRole::black) == "black repeats");
    CHECK(act_of("n", ConsoleRole::black) == "black executes");
    CHECK(act_of("L", ConsoleRole::white) == "white asks last");
    CHECK(act_of("d e4", ConsoleRole::white) == "white asks squares diagonal e4");
    CHECK(act_of("a e4", ConsoleRole::white) == "white asks squares around e4");
    // On the own scoresheet people count moves.
    CHECK(act_of("writes e4", ConsoleRole::white) == "white writes 1 e4");
    CHECK(act_of("writes 12 Sf3", ConsoleRole::white) == "white writes 23 Sf3");
    CHECK(act_of("writes 12 ... Sc6", ConsoleRole::white) == "white writes 24 Sc6");
    CHECK(act_of("v", ConsoleRole::white) == "white records");
    CHECK(act_of("v r", ConsoleRole::black) == "black records repetition");
    CHECK(act_of("v off", ConsoleRole::black) == "black records off");
    CHECK(act_of("v", ConsoleRole::assistant) == "assistant records");
    CHECK(
        act_of("records from USB Audio", ConsoleRole::arbiter) == "arbiter records from USB Audio"
    );
    CHECK(act_of("records from USB", ConsoleRole::white) == "arbiter records from USB");
    CHECK(act_of("u", ConsoleRole::white) == "white signs");
    CHECK(act_of("u Anna Ember", ConsoleRole::black) == "black signs Anna Ember");
    CHECK(act_of("b", ConsoleRole::arbiter) == "arbiter asks position");
    CHECK(act_of("t", ConsoleRole::assistant) == "assistant for white asks time");
    CHECK(act_of("starts", ConsoleRole::white) == "arbiter starts");
    CHECK(act_of("for white presses", ConsoleRole::assistant) == "assistant for white presses");
    CHECK(act_of("black resigns", ConsoleRole::white) == "black resigns");
    CHECK(act_of("?", ConsoleRole::white) == "no act");
    CHECK(act_of("sings", ConsoleRole::white) == "error");
    CHECK(act_of("p", ConsoleRole::white) == "error");
    CHECK(act_of("", ConsoleRole::white) == "error");
}

// Counted from the table of acts: the shortest that can be typed for each. Beside it lichess's
// console for blind players, whose help documents: a move and Enter; l last move, c clocks, o
// opponent, p pieces, s squares.
TEST_CASE("A cycle takes at most two keys more than on lichess") {
    const auto keys_for = [](const std::string& act, const std::string& rest) {
        for (char key = '!'; key <= '~'; ++key)
            if (act_of(key + rest, ConsoleRole::white) == "white " + act + rest)
                return 1 + rest.size() + 1; // with Enter
        return std::string::npos;
    };
    const std::size_t move = std::string_view{"Nf3"}.size() + 1;
    const std::size_t press = keys_for("presses", "");
    const std::size_t hear = 0; // told by itself
    const std::size_t repeat = keys_for("repeats", "");
    const std::size_t repeat_in_words = keys_for("repeats", " Nf3");
    const std::size_t lichess = move + 0 + 0 + 2; // l and Enter hears the last move again
    fmt::print(
        "keys of a cycle: move {}, press {}, hear {}, repeat {} ({} with the move); with enter "
        "presses: {}; with a full stop: {}; lichess: {}\n",
        move,
        press,
        hear,
        repeat,
        repeat_in_words,
        move + hear + repeat,
        move + press + hear + repeat,
        lichess
    );
    CHECK(move + press + hear + repeat <= lichess + 2);
    CHECK(move + hear + repeat <= lichess);
    for (const auto& [letter, act] :
         {std::pair{"l", "asks last"}, {"c", "asks both"}, {"o", "asks opponent"}})
        CHECK(act_of(letter, ConsoleRole::white) == std::string{"white "} + act);
    CHECK(act_of("p N", ConsoleRole::white) == "white asks pieces N");
    CHECK(act_of("s 4", ConsoleRole::white) == "white asks squares 4");
}

TEST_CASE("An assistant acts for the player that is named") {
    CHECK(act_of("white presses", ConsoleRole::assistant) == "white-assistant presses");
    CHECK(act_of("black announces e5", ConsoleRole::assistant) == "black-assistant announces e5");
    CHECK(act_of("white presses", ConsoleRole::white) == "white presses");
}

// A program that writes to the socket may send what no keyboard does.
TEST_CASE("A line of nothing but blanks, whichever, is an error and no more") {
    for (const char* const line : {"", " ", "\t", "\r", "\n", "\v", "\f", " \n \t"})
        for (const ConsoleRole role : {ConsoleRole::white, ConsoleRole::arbiter})
            CHECK(act_of(line, role) == "error");
}

TEST_CASE("What can be typed is explained under its own name, too") {
    const auto topic = [](const std::string& line) {
        const auto typed =
            acts::read_typed(line, ConsoleRole::arbiter, sitting(table::Mode::tournament));
        return std::get<acts::HelpWanted>(*typed).topic;
    };
    CHECK(topic("? c") == "clocks");
    CHECK(topic("? accepts proposal") == "proposal");
    CHECK(topic("? accepts") == "draw");
    CHECK(topic("? resumes") == "starts");
    CHECK(topic("?claims flag") == "claims");
    CHECK(topic("?").empty());
}

// Every phrase of every shipped language, each of which somebody was taught by "?".
TEST_CASE("What people type in their own language is the act of a table script") {
    const auto kit = acts::load_table(acts::default_header(), ANSAGE_SHARE);
    REQUIRE(kit);
    for (const std::string& language : kit->words.languages()) {
        const wording::Catalogue& in = kit->words.catalogue(language);
        for (const acts::SpokenCommand& command : acts::spoken_commands()) {
            std::string phrases = in.sentence(command.id);
            std::ranges::replace(phrases, ',', '\n');
            std::istringstream all{phrases};
            for (std::string phrase; std::getline(all, phrase);) {
                INFO(language << ' ' << command.id << ": " << phrase);
                CHECK(acts::in_script_words(phrase, in, acts::NamesActor::no) == command.act);
            }
        }
    }
}

TEST_CASE("What is open is answered by number in every language") {
    const auto kit = acts::load_table(acts::default_header(), ANSAGE_SHARE);
    REQUIRE(kit);
    const std::vector<std::array<std::string_view, 3>> rows{
        {"en", "accept proposal 2", "reject proposal 2"},
        {"de", "nehme vorschlag 2 an", "lehne vorschlag 2 ab"},
        {"da", "godkend forslag 2", "afvis forslag 2"},
        {"nb", "godta forslag 2", "avvis forslag 2"},
        {"sv", "godta förslag 2", "avvisa förslag 2"},
        {"nl", "aanvaard voorstel 2", "verwerp voorstel 2"}};
    for (const auto& [language, accepts, rejects] : rows) {
        INFO(language);
        const wording::Catalogue& in = kit->words.catalogue(std::string{language});
        CHECK(acts::in_script_words(accepts, in, acts::NamesActor::no) == "accepts proposal 2");
        CHECK(acts::in_script_words(rejects, in, acts::NamesActor::no) == "rejects proposal 2");
    }
    // As the help teaches it, without the noun.
    for (const auto& [language, accepts] :
         {std::pair{"da", "godkend 2"},
          {"sv", "godta 2"},
          {"nb", "godta 2"},
          {"nl", "aanvaard 2"}}) {
        INFO(language);
        CHECK(
            acts::in_script_words(accepts, kit->words.catalogue(language), acts::NamesActor::no) ==
            "accepts 2"
        );
    }
}

TEST_CASE("A time is typed as people say it, in every language, and a reason stays as it was typed"
) {
    const auto kit = acts::load_table(acts::default_header(), ANSAGE_SHARE);
    REQUIRE(kit);
    const std::vector<std::array<std::string_view, 3>> rows{
        {"en", "adds white 2 minutes", "adds white 2:00"},
        {"en", "sets black 1 hour 5 minutes 30 seconds", "sets black 1:05:30"},
        {"en", "adds white 30 sec", "adds white 0:30"},
        {"en", "adds white 90 minutes", "adds white 1:30:00"},
        {"en",
         "adds white 2 minutes because 2 minutes were lost",
         "adds white 2:00 because 2 minutes were lost"},
        {"en", "sets white moves 24", "sets white moves 24"},
        {"en", "adds white 2 apples", "adds white 2 apples"},
        {"en", "adds white 2", "adds white 2"},
        {"de", "gibt Weiß 2 Minuten", "adds white 2:00"},
        {"de",
         "gib schwarz 1 minute 30 sekunden weil 1 Minute fehlt",
         "adds black 1:30 because 1 Minute fehlt"},
        {"nl", "geeft wit 1 uur", "adds white 1:00:00"},
        {"sv", "ger svart 2 minuter", "adds black 2:00"},
        {"nb", "gir hvit 2 minutter 5 sekunder", "adds white 2:05"},
        {"da", "giver sort 2 minutter", "adds black 2:00"}};
    for (const auto& [language, typed, act] : rows) {
        INFO(language << ": " << typed);
        const wording::Catalogue& in = kit->words.catalogue(std::string{language});
        CHECK(acts::in_script_words(typed, in, acts::NamesActor::no) == act);
    }
}

TEST_CASE("A German types German, with or without umlauts, and the words of scripts all the same") {
    const auto kit = acts::load_table(acts::default_header(), ANSAGE_SHARE);
    REQUIRE(kit);
    const wording::Catalogue& german = kit->words.catalogue("de");
    const auto typed = [&](std::string_view line) {
        return acts::in_script_words(line, german, acts::NamesActor::no);
    };
    CHECK(typed("Ansage Eva zwei Eva vier") == "announces Eva zwei Eva vier");
    CHECK(typed("druecke") == "presses");
    CHECK(typed("DRÜCKE") == "presses"); // capitals of two bytes too
    CHECK(typed("nehme an") == "accepts");
    CHECK(
        typed("nehme vorschlag an weil beide einig sind") ==
        "accepts proposal because beide einig sind"
    );
    CHECK(typed("stelle weiß 0:10:00") == "sets white 0:10:00");
    CHECK(typed("stelle schwarz züge 24") == "sets black moves 24");
    CHECK(typed("reklamiere stellung mit Eva vier") == "claims threefold with Eva vier");
    CHECK(typed("zurück zu halbzug 24") == "restores ply 24");
    CHECK(typed("schlage vor gib schwarz 2:00") == "proposes adds black 2:00");
    CHECK(typed("schlage vor vertage") == "proposes adjourns");
    CHECK(typed("schlage vor nimm zurück") == "proposes takeback");
    CHECK(typed("schlage vor nehme zurück 2") == "proposes takes back 2");
    CHECK(typed("tagesordnung") == "asks agenda");
    CHECK(typed("nehme Vorschlag 1 an") == "accepts proposal 1");
    CHECK(typed("nehme vorschlag an 1") == "accepts proposal 1");
    CHECK(typed("lehne vorschlag 12 ab") == "rejects proposal 12");
    CHECK(typed("nehme 2 an") == "accepts 2");
    CHECK(typed("vergleiche bretter") == "compares boards");
    CHECK(typed("announces e4") == "announces e4");
    CHECK(typed("l") == "l");
    CHECK(typed("ansage weiß") == "announces weiß"); // words of a move are nobody's name
    CHECK(typed("? drücke") == "? presses");
    CHECK(typed("?biete remis") == "? offers draw");
    CHECK(typed("? c") == "? c");
    CHECK(typed(" ? ") == "?");
    CHECK(
        acts::in_script_words("Weiß sage an e4", german, acts::NamesActor::yes) ==
        "white announces e4"
    );
    CHECK(
        acts::in_script_words("schiedsrichter beginne", german, acts::NamesActor::yes) ==
        "arbiter starts"
    );
    CHECK(acts::in_script_words("weiß 12:34", german, acts::NamesActor::yes) == "white 12:34");
    CHECK(acts::in_script_words("weiß züge 24", german, acts::NamesActor::yes) == "white moves 24");
    CHECK(
        acts::in_script_words("weiß hinweise worte", german, acts::NamesActor::yes) ==
        "white alarms words"
    );
    CHECK(acts::in_script_words("hilfe", german, acts::NamesActor::yes) == "?");
    CHECK(acts::in_script_words("wer", german, acts::NamesActor::yes) == "wer");
}

TEST_CASE("A piece that is asked for has the seat's own letter or name") {
    const auto kit = acts::load_table(acts::default_header(), ANSAGE_SHARE);
    REQUIRE(kit);
    const auto typed = [&](std::string_view line, std::string_view language) {
        return acts::in_script_words(line, language, kit->words);
    };
    for (const char* const knights : {"p S", "p s", "p Springer", "p springer", "p Pferd", "p N"})
        CHECK(typed(knights, "de") == "p N");
    CHECK(typed("p Läufer", "de") == "p B");
    CHECK(typed("p LAEUFER", "de") == "p B");
    CHECK(typed("p Bauer", "de") == "p P");
    CHECK(typed("p T", "en") == "p R"); // the letters of the announcements, whoever asks
    CHECK(typed("p knight", "en") == "p N");
    CHECK(typed("asks pieces Dame", "de") == "asks pieces Q");
    CHECK(typed("weiß asks pieces D", "de") == "white asks pieces Q");
    CHECK(typed("p Elefant", "de") == "p Elefant");
    CHECK(typed("p", "de") == "p");
    CHECK(
        typed("ansage p S", "de") == "announces p S"
    ); // the words of a move are nobody's question
}

// The letters of a nation go before the script's: a Frenchman's R is a king.
TEST_CASE("Where a letter means two pieces, it is that of the announcements") {
    const auto kit = acts::load_table(acts::default_header(), ANSAGE_SHARE);
    REQUIRE(kit);
    phonetics::Vocabulary french = kit->words.vocabulary();
    french.pieces[static_cast<std::size_t>(chess::Role::king)].letter = 'R';
    french.pieces[static_cast<std::size_t>(chess::Role::rook)].letter = 'T';
    const std::shared_ptr<const wording::Wording> wording{
        std::shared_ptr<void>{}, &kit->words.wording()};
    const telling::TableWords words{{french, *phonetics::Lexicon::from(french)}, wording};
    CHECK(acts::in_script_words("p R", "en", words) == "p K");
    CHECK(acts::in_script_words("p T", "en", words) == "p R");
}

TEST_CASE("An assistant is named in the own language, in each way a script has") {
    const auto kit = acts::load_table(acts::default_header(), ANSAGE_SHARE);
    REQUIRE(kit);
    const auto typed = [&](std::string_view line, std::string_view language) {
        return acts::in_script_words(line, language, kit->words);
    };
    CHECK(typed("weiß-assistenz drücke", "de") == "white-assistant presses");
    CHECK(typed("Schwarz-Assistenz sage an e5", "de") == "black-assistant announces e5");
    CHECK(typed("weiss assistenz drücke", "de") == "white-assistant presses");
    CHECK(typed("assistenz für weiß drücke", "de") == "assistant for white presses");
    CHECK(typed("assistenz fuer schwarz ansage e5", "de") == "assistant for black announces e5");
    CHECK(typed("für weiß drücke", "de") == "for white presses");
    CHECK(typed("assistenz drücke", "de") == "assistant presses");
    CHECK(typed("white-assistant drücke", "de") == "white-assistant presses");
    CHECK(typed("assistant for white presses", "en") == "assistant for white presses");
    CHECK(typed("white assistant presses", "en") == "white-assistant presses");
    CHECK(typed("white-board lifts e2", "de") == "white-board lifts e2");
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
    const auto kit = acts::load_table(acts::default_header(), ANSAGE_SHARE);
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
    ArbiterCode code{"4711 0815"};
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
