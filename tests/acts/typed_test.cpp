// SPDX-License-Identifier: GPL-3.0-or-later
// What people type at consoles and at the table's own terminal, and the act that it is.
#include "acts/confirmation.hpp"
#include "acts/kit.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/decide/decide.hpp"

#include <array>
#include <fmt/format.h>
#include <fstream>
#include <tuple>
#include <utility>

namespace ansage::acts {
namespace {

using table::ConsoleRole;

std::string in_script(std::string_view act) {
    static const table::State state = sitting(table::Mode::tournament);
    return in_any_medium(read_in_script(act, state));
}

std::string act_of(std::string_view line, ConsoleRole role, const Tongue& in = {}) {
    static const table::State state = sitting(table::Mode::tournament);
    const auto typed = read_typed(line, role, state, in);
    const auto* const act = typed ? std::get_if<TypedAct>(&*typed) : nullptr;
    return act == nullptr ? as_text(typed) : in_any_medium(as_json(act->body));
}

bool is_act(std::string_view line, ConsoleRole role, std::string_view act, const Tongue& in = {}) {
    return act_of(line, role, in) == in_script(act);
}

bool is_act_at_terminal(std::string_view line, std::string_view act, const Tongue& in) {
    static const table::State state = sitting(table::Mode::tournament);
    return in_any_medium(as_text(read_at_terminal(line, state, in))) == in_script(act);
}

} // namespace

TEST_CASE("The own score is gone through a move at a time, from the one that was told last") {
    table::State state = sitting(table::Mode::tournament);
    const auto asked = [&](std::string_view line) {
        return as_text(read_typed(line, ConsoleRole::white, state));
    };
    state.reviewed.black = 30;
    state.reviewed.white = 12;
    CHECK(asked("k -") == in_script("white asks score 11"));
    CHECK(asked("k +") == in_script("white asks score 13"));
    state.reviewed.white = 1;
    CHECK(asked("k -") == in_script("white asks score 1"));
}

TEST_CASE("The keys that players know ask for what they know") {
    CHECK(is_act("l", ConsoleRole::white, "white asks last"));
    CHECK(is_act(" c ", ConsoleRole::white, "white asks both"));
    CHECK(is_act("o", ConsoleRole::black, "black asks opponent"));
    CHECK(is_act("p N", ConsoleRole::white, "white asks pieces N"));
    CHECK(is_act("s e", ConsoleRole::white, "white asks squares e"));
    CHECK(is_act("s 4", ConsoleRole::white, "white asks squares 4"));
    CHECK(is_act("s e4", ConsoleRole::white, "white asks square e4"));
    CHECK(is_act("S E4", ConsoleRole::white, "white asks square e4")); // with Caps Lock
    CHECK(is_act("k 12", ConsoleRole::white, "white asks score 12"));
    CHECK(is_act("k", ConsoleRole::white, "white asks score"));
    CHECK(is_act("k -", ConsoleRole::white, "white asks score")); // none was told yet
    CHECK(is_act("k Sc6", ConsoleRole::black, "black corrects Sc6"));
    CHECK(is_act(
        "K Berta acht Caesar sechs", ConsoleRole::black, "black corrects Berta acht Caesar sechs"
    ));
    CHECK(is_act(".", ConsoleRole::white, "white presses"));
    CHECK(is_act("w e4", ConsoleRole::black, "black repeats e4"));
    CHECK(is_act("W", ConsoleRole::black, "black repeats"));
    CHECK(is_act("n", ConsoleRole::black, "black executes"));
    CHECK(is_act("L", ConsoleRole::white, "white asks last"));
    CHECK(is_act("d e4", ConsoleRole::white, "white asks squares diagonal e4"));
    CHECK(is_act("a e4", ConsoleRole::white, "white asks squares around e4"));
    // On the own scoresheet people count moves.
    CHECK(is_act("writes e4", ConsoleRole::white, "white writes 1 e4"));
    CHECK(is_act("writes 12 Sf3", ConsoleRole::white, "white writes 23 Sf3"));
    CHECK(is_act("writes 12 ... Sc6", ConsoleRole::white, "white writes 24 Sc6"));
    CHECK(is_act("v", ConsoleRole::white, "white records"));
    CHECK(is_act("v r", ConsoleRole::black, "black records repetition"));
    CHECK(is_act("v off", ConsoleRole::black, "black records off"));
    CHECK(is_act("v", ConsoleRole::assistant, "assistant records"));
    CHECK(is_act("records from USB Audio", ConsoleRole::arbiter, "arbiter records from USB Audio"));
    CHECK(is_act("records from USB", ConsoleRole::white, "arbiter records from USB"));
    CHECK(is_act("u", ConsoleRole::white, "white signs"));
    CHECK(is_act("u Anna Ember", ConsoleRole::black, "black signs Anna Ember"));
    CHECK(is_act("b", ConsoleRole::arbiter, "arbiter asks position"));
    CHECK(
        act_of("t", ConsoleRole::assistant) ==
        R"({"kind":"asks","seat":"white","question":"time","by":"assistant"})"
    );
    CHECK(is_act("starts", ConsoleRole::white, "arbiter starts"));
    CHECK(is_act("for white presses", ConsoleRole::assistant, "assistant for white presses"));
    CHECK(is_act("black resigns", ConsoleRole::white, "black resigns"));
    CHECK(act_of("?", ConsoleRole::white) == "help ");
    for (const char* const line : {"sings", "p", ""})
        CHECK(act_of(line, ConsoleRole::white) == "error");
}

// Counted from the grammar: the shortest that can be typed for each. Beside it lichess's console
// for blind players, whose help documents: a move and Enter; l last move, c clocks, o opponent, p
// pieces, s squares.
TEST_CASE("A cycle takes no more keys than it needs") {
    const auto keys_for = [](const std::string& act, const std::string& rest) {
        for (char key = '!'; key <= '~'; ++key) {
            if (is_act(key + rest, ConsoleRole::white, "white " + act + rest))
                return 1 + rest.size() + 1; // with Enter
        }
        return std::string::npos;
    };
    const std::size_t move = std::string_view{"Nf3"}.size() + 1;
    table::TableSetup setup = *sitting(table::Mode::tournament).setup;
    setup.seats.white = *read_seat("impaired none");
    const table::State state = table::open_table(setup);
    // One more Enter, and only where the line is read back.
    const table::Announces announces{.seat = chess::Color::white};
    const std::size_t confirm = read_back_of(announces, state) ? 1 : 0;
    const std::size_t press = keys_for("presses", "");
    const std::size_t hear = 0; // told by itself
    const std::size_t repeat = keys_for("repeats", "");
    const std::size_t tournament = move + confirm + press + hear + repeat;
    const std::size_t club = move + confirm + hear + repeat; // with "enter presses"
    const std::size_t without = move + hear + repeat; // ... and without the read-back
    const std::size_t pair = 2 * (move + hear); // at one keyboard: said by whoever relays it
    const std::size_t lichess = move + 0 + 0 + 2; // l and Enter hears the last move again
    fmt::print(
        "keys of a cycle: tournament {}, club {}, without the read-back {}, a pair at one keyboard "
        "{}; lichess {}\n",
        tournament,
        club,
        without,
        pair,
        lichess
    );
    CHECK(confirm == 1);
    CHECK(tournament <= 9);
    CHECK(club <= 7);
    CHECK(without <= 6);
    CHECK(pair <= 8);
    CHECK(without <= lichess);
}

TEST_CASE("How a dictation, a telephone or a screen reader writes a line never matters") {
    const Tongue in = tongue("de");
    for (const char* const line :
         {"c", "C", "Ｃ", "\u00A0c", "c\u3000", "c.", "c!", "Uhren.", "„Uhren“", "UHREN"})
        CHECK(is_act(line, ConsoleRole::white, "white asks both", in));
    for (const char* const line : {"s e4", "S\u00A0E4", "ｓ ｅ４", "s e4."})
        CHECK(is_act(line, ConsoleRole::white, "white asks square e4", in));
    CHECK(is_act(".", ConsoleRole::white, "white presses", in));
    // What people write in their own words is theirs to the last byte.
    CHECK(is_act("u Anna\u00A0Ember.", ConsoleRole::white, "white signs Anna\u00A0Ember.", in));
}

TEST_CASE("An assistant acts for the player that is named") {
    CHECK(is_act("white presses", ConsoleRole::assistant, "white-assistant presses"));
    CHECK(is_act("black announces e5", ConsoleRole::assistant, "black-assistant announces e5"));
    CHECK(is_act("white presses", ConsoleRole::white, "white presses"));
}

// A program that writes to the socket may send what no keyboard does.
TEST_CASE("A line of nothing but blanks, whichever, is an error and no more") {
    for (const char* const line : {"", " ", "\t", "\r", "\n", "\v", "\f", " \n \t"}) {
        for (const ConsoleRole role : {ConsoleRole::white, ConsoleRole::arbiter})
            CHECK(act_of(line, role) == "error");
    }
}

TEST_CASE("What can be typed is explained under its own name, too") {
    for (const auto& [line, topic] :
         {std::pair{"? c", "clocks"},
          {"? accepts proposal", "proposal"},
          {"? accepts", "draw"},
          {"? resumes", "starts"},
          {"?claims flag", "claims"},
          {"? asks both", "clocks"},
          {"? u", "signs"},
          {"?", ""}})
        CHECK(act_of(line, ConsoleRole::arbiter) == std::string{"help "} + topic);
    for (const auto& [line, topic] :
         {std::pair{"? drücke", "presses"},
          {"?biete remis", "draw"},
          {"? Uhren", "clocks"},
          {"? c", "clocks"},
          {" ? ", ""},
          {"hilfe", ""}})
        CHECK(act_of(line, ConsoleRole::arbiter, tongue("de")) == std::string{"help "} + topic);
}

// The act that each line was read as, in every language and at every place; and what was not
// understood. A line of it changes only where the reading was a fault.
TEST_CASE("What is typed at a table is the act that it was") {
    std::ifstream file{tests::root() + "/tests/data/console/readings.txt"};
    unsigned rows = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        const std::size_t first = line.find('\t');
        const std::size_t second = line.find('\t', first + 1);
        REQUIRE(second != std::string::npos);
        INFO(line);
        const std::string typed = line.substr(first + 1, second - first - 1);
        CHECK(read_at(line.substr(0, first), typed) == line.substr(second + 1));
        ++rows;
    }
    CHECK(rows > 1000);
}

TEST_CASE("The word that a question names is the one that confirms, in every language") {
    for (const std::string& language : kit().words.languages()) {
        const wording::Catalogue& in = kit().words.catalogue(language);
        for (const std::string word : {"win", "draw", "back", "time"}) {
            const std::string asked = in.sentence("console.confirm_act_" + word, {{"text", "A"}});
            INFO(asked);
            const std::size_t begin = asked.rfind(' ') + 1;
            CHECK(is_word(asked.substr(begin, asked.size() - begin - 1), word, in));
            CHECK_FALSE(is_word("y", word, in));
            CHECK_FALSE(is_yes(in.sentence("command.confirms_" + word), in));
        }
    }
}

TEST_CASE("What ends a game, loses moves or takes time wants a word, and nothing else does") {
    TableHeader header = default_header();
    header.setup.mode = table::Mode::tournament;
    header.setup.seats.white = *read_seat("impaired none");
    table::State state = table::open_table(header.setup);
    const auto do_at = [&](base::Millis at, const char* act) {
        table::InputBody body = input_of(*parse_act(act), state);
        kit().words.hearing().resolve(body, state);
        std::ignore = table::step(state, {.at = base::Instant{at}, .body = body});
    };
    const auto word = [&](const char* act) {
        const base::Instant now{base::Millis{61'000}};
        return word_wanted(input_of(*parse_act(act), state), state, now).value_or("");
    };
    do_at(base::Millis{0}, "arbiter starts");
    do_at(base::Millis{1'000}, "white announces Eva zwei Eva vier");
    do_at(base::Millis{2'000}, "white presses");
    REQUIRE(state.made() == chess::Ply{1});
    CHECK(word("arbiter ends 1-0 forfeit") == "win");
    CHECK(word("arbiter ends 1/2-1/2 agreed") == "draw");
    CHECK(word("arbiter restores ply 0") == "back");
    CHECK(word("arbiter takes white 1:00") == "time");
    CHECK(word("arbiter adds white 1:00").empty());
    // Black's clock runs: it shows 1:29:31, and had 1:30:30 when it began to.
    CHECK(word("arbiter sets black 1:29:00") == "time");
    CHECK(word("arbiter sets black 1:30:00").empty());
    CHECK(word("white resigns").empty()); // his own act takes nothing from anybody
}

TEST_CASE("What is open is answered by number in every language") {
    const std::vector<std::array<std::string_view, 3>> rows{
        {"en", "accept proposal 2", "reject proposal 2"},
        {"de", "nehme vorschlag 2 an", "lehne vorschlag 2 ab"},
        {"da", "godkend forslag 2", "afvis forslag 2"},
        {"nb", "godta forslag 2", "avvis forslag 2"},
        {"sv", "godta förslag 2", "avvisa förslag 2"},
        {"nl", "aanvaard voorstel 2", "verwerp voorstel 2"}};
    for (const auto& [language, accepts, rejects] : rows) {
        INFO(language);
        CHECK(is_act(accepts, ConsoleRole::arbiter, "arbiter accepts proposal 2", tongue(language))
        );
        CHECK(is_act(rejects, ConsoleRole::arbiter, "arbiter rejects proposal 2", tongue(language))
        );
    }
    // As the help teaches it, without the noun.
    for (const auto& [language, accepts] :
         {std::pair{"da", "godkend 2"},
          {"sv", "godta 2"},
          {"nb", "godta 2"},
          {"nl", "aanvaard 2"}}) {
        INFO(language);
        CHECK(is_act(accepts, ConsoleRole::white, "white accepts 2", tongue(language)));
    }
}

TEST_CASE("A time is typed as people say it, in every language, and a reason stays as it was typed"
) {
    const std::vector<std::array<std::string_view, 3>> rows{
        {"en", "adds white 2 minutes", "adds white 2:00"},
        {"en", "sets black 1 hour 5 minutes 30 seconds", "sets black 1:05:30"},
        {"en", "adds white 30 sec", "adds white 0:30"},
        {"en", "adds white 90 minutes", "adds white 1:30:00"},
        {"en",
         "adds white 2 minutes because 2 minutes  were lost",
         "adds white 2:00 because 2 minutes  were lost"},
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
        CHECK(is_act(typed, ConsoleRole::arbiter, fmt::format("arbiter {}", act), tongue(language))
        );
    }
}

TEST_CASE("A German types German, with or without umlauts, and the words of scripts all the same") {
    const Tongue german = tongue("de");
    const std::vector<std::array<std::string_view, 2>> players{
        {"Ansage Eva zwei Eva vier", "announces Eva zwei Eva vier"},
        {"druecke", "presses"},
        {"DRÜCKE", "presses"}, // capitals of two bytes too
        {"nehme an", "accepts"},
        {"reklamiere stellung mit Eva vier", "claims threefold with Eva vier"},
        {"schlage vor gib schwarz 2:00", "proposes adds black 2:00"},
        {"schlage vor vertage", "proposes adjourns"},
        {"schlage vor nimm zurück", "proposes takeback"},
        {"nimm zurück", "proposes takeback"},
        {"schlage vor nehme zurück 2", "proposes takes back 2"},
        {"tagesordnung", "asks agenda"},
        {"nehme Vorschlag 1 an", "accepts proposal 1"},
        {"nehme vorschlag an 1", "accepts proposal 1"},
        {"lehne vorschlag 12 ab", "rejects proposal 12"},
        {"nehme 2 an", "accepts 2"},
        {"vergleiche bretter", "compares boards"},
        {"announces e4", "announces e4"},
        {"l", "asks last"},
        {"ansage weiß", "announces weiß"}, // words of a move are nobody's name
        {"was geschah 10", "asks since 10"},
        {"p S", "asks pieces N"},
        {"p Springer", "asks pieces N"},
        {"p Pferd", "asks pieces N"},
        {"p N", "asks pieces N"},
        {"p LAEUFER", "asks pieces B"},
        {"asks pieces Dame", "asks pieces Q"},
        {"s Eva vier", "asks square e4"},
        {"ansage p S", "announces p S"}};
    for (const auto& [typed, act] : players) {
        INFO(typed);
        CHECK(is_act(typed, ConsoleRole::white, fmt::format("white {}", act), german));
    }
    const std::vector<std::array<std::string_view, 2>> arbiters{
        {"nehme vorschlag an weil beide einig sind", "accepts proposal because beide einig sind"},
        {"stelle weiß 0:10:00", "sets white 0:10:00"},
        {"stelle schwarz züge 24", "sets black moves 24"},
        {"zurück zu halbzug 24", "restores ply 24"},
        {"antworte weißer Bauer", "answers P"},
        {"antworte leer", "answers empty"}};
    for (const auto& [typed, act] : arbiters) {
        INFO(typed);
        CHECK(is_act(typed, ConsoleRole::arbiter, fmt::format("arbiter {}", act), german));
    }
    CHECK(act_of("p Elefant", ConsoleRole::white, german) == "error");
}

TEST_CASE("At the table's own terminal whoever acts is named in the arbiter's language") {
    const std::vector<std::array<std::string_view, 2>> rows{
        {"Weiß sage an e4", "white announces e4"},
        {"schiedsrichter beginne", "arbiter starts"},
        {"beginne", "arbiter starts"},
        {"weiß e4", "white announces e4"},
        {"schwarz .", "black presses"},
        {"weiß-assistenz drücke", "white-assistant presses"},
        {"Schwarz-Assistenz sage an e5", "black-assistant announces e5"},
        {"weiss assistenz drücke", "white-assistant presses"},
        {"assistenz für weiß drücke", "assistant for white presses"},
        {"assistenz fuer schwarz ansage e5", "assistant for black announces e5"},
        {"assistenz drücke", "assistant presses"},
        {"white-assistant drücke", "white-assistant presses"},
        {"white-board lifts e2", "white-board lifts e2"},
        {"weiß asks pieces D", "white asks pieces Q"}};
    for (const auto& [typed, act] : rows) {
        INFO(typed);
        CHECK(is_act_at_terminal(typed, act, tongue("de")));
    }
    CHECK(is_act_at_terminal("white assistant presses", "white-assistant presses", tongue("en")));
    CHECK(is_act(
        "für weiß drücke", ConsoleRole::assistant, "assistant for white presses", tongue("de")
    ));
    CHECK_FALSE(parse_act("white assistant presses")); // a script has one way
}

// The letters of a nation go before the script's: a Frenchman's R is a king.
TEST_CASE("Where a letter means two pieces, it is that of the announcements") {
    phonetics::Vocabulary french = kit().words.vocabulary();
    french.pieces[static_cast<std::size_t>(chess::Role::king)].letter = 'R';
    french.pieces[static_cast<std::size_t>(chess::Role::rook)].letter = 'T';
    const std::shared_ptr<const wording::Wording> wording{
        std::shared_ptr<void>{}, &kit().words.wording()};
    const telling::TableWords words{{french, *phonetics::Lexicon::from(french)}, wording};
    CHECK(is_act("p R", ConsoleRole::white, "white asks pieces K", tongue_of(words, "en")));
    CHECK(is_act("p T", ConsoleRole::white, "white asks pieces R", tongue_of(words, "en")));
}

} // namespace ansage::acts
