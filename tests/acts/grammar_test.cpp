// SPDX-License-Identifier: GPL-3.0-or-later
// Every row of the grammar, in every language; what people write in their own words; refusals.
#include "acts/grammar.hpp"
#include "acts/kit.hpp"
#include "acts/samples.hpp"
#include "support/catch.hpp"
#include "support/few.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace ansage::acts {
namespace {

using Lines = std::vector<std::string>;

// In one language's words, or in those of a script alone.
struct Writing {
    Tongue tongue;
    std::string verb; // of a phrase
    std::string_view stands_for; // the words of a script
};

std::string first_phrase(std::string_view id, const wording::Catalogue& in) {
    const std::string all = in.sentence(id);
    return all.substr(0, all.find(','));
}

std::string word_in(std::string_view word, const Tongue& tongue) {
    const auto phrases = word_phrases();
    const auto phrase = std::ranges::find(phrases, word, &Spelling::words);
    const bool is_said = tongue.in != nullptr && phrase != phrases.end();
    return is_said ? first_phrase(phrase->phrase, *tongue.in) : std::string{word};
}

// The row's line up to element `end`, with `own` for people's own words.
std::string
line_of(const Row& row, const Writing& writing, std::size_t end, const std::string& own) {
    const std::vector<Element> elements = elements_of(row.form);
    std::string line = writing.verb;
    const std::size_t skipped = terminal::split_words(writing.stands_for).size();
    for (std::size_t i = skipped; i < std::min(end, elements.size()); ++i) {
        const Element& element = elements[i];
        const std::string sample =
            element.part == nullptr ? std::string{element.word} : samples().at(element.word);
        line += line.empty() ? "" : " ";
        line += element.part != nullptr && is_own_words(element.word) && !own.empty()
            ? own
            : word_in(sample, writing.tongue);
    }
    return line;
}

std::string actor_of(Doer who) {
    return meet(who, Doer::arbiter)                          ? "arbiter"
        : meet(who, Doer::board)                             ? "white-board"
        : meet(who, Doer::recorder)                          ? "recorder"
        : meet(who, Doer::listener)                          ? "listener"
        : meet(who, Doer::clock) && !meet(who, Doer::player) ? "clock"
                                                             : "white";
}

bool is_at_console_only(const Row& row) {
    const bool steps = row.form.find("STEP") != std::string::npos;
    return steps || meet(row.who, Doer::sheet) || meet(row.who, Doer::pair);
}

// The phrases of a language whose words begin that row.
std::vector<Writing> writings(const Row& row, const std::string& language) {
    std::vector<Writing> all;
    const Tongue in = tongue(language);
    for (const Spelling& spelling : verb_phrases()) {
        const bool begins =
            row.form == spelling.words || row.form.starts_with(std::string{spelling.words} + ' ');
        if (!begins) continue;
        std::string phrases = in.in->sentence(spelling.phrase) + ',';
        for (std::size_t end = phrases.find(','); end != std::string::npos;
             end = phrases.find(',')) {
            const std::size_t begin = phrases.find_first_not_of(' ');
            all.push_back({in, phrases.substr(begin, end - begin), spelling.words});
            phrases.erase(0, end + 1);
        }
    }
    return all;
}

template <class Input>
void take_texts(const Input& input, Lines& texts) {
    if constexpr (requires { input.move.text; }) texts.push_back(input.move.text);
    if constexpr (requires { input.move->text; })
        if (input.move) texts.push_back(input.move->text);
    if constexpr (requires { input.with->text; })
        if (input.with) texts.push_back(input.with->text);
    if constexpr (requires { input.reason.value(); })
        if (input.reason) texts.push_back(*input.reason);
    if constexpr (requires { input.because.value(); }) // else the reason names the kind of ending
        texts.push_back(input.because.value_or(input.reason));
    else if constexpr (requires { input.reason.size(); }) texts.push_back(input.reason);
    if constexpr (requires { input.name.value(); })
        if (input.name) texts.push_back(*input.name);
    if constexpr (requires { input.device.value(); })
        if (input.device) texts.push_back(*input.device);
    if constexpr (requires { input.device.size(); }) texts.push_back(input.device);
}

// All that people have said in it in their own words.
Lines texts_of(const table::InputBody& body) {
    Lines texts;
    const auto take = [&](const auto& input) { take_texts(input, texts); };
    std::visit(take, body);
    if (const auto* const line = std::get_if<table::TypesLine>(&body)) std::visit(take, line->act);
    return texts;
}

bool is_kept(const base::Result<Typed, base::Error>& typed, const std::string& text) {
    const auto* const act = typed ? std::get_if<TypedAct>(&*typed) : nullptr;
    if (act == nullptr) return false;
    const auto stored = journal::decode_input(journal::encode(act->body));
    return stored && texts_of(act->body) == Lines{text} && texts_of(*stored) == Lines{text};
}

const Lines own_words{
    "Black  arrived 65 minutes late",
    "weil Weiß because 2 Minuten 30 Sekunden  fehlen",
    "schwarz",
    "white",
    "for  White\t# with black, none",
    R"("Ä" – 'ß' \ {} 象 вход)"};

} // namespace

TEST_CASE("Every row is read as it is written") {
    const table::State club = sitting(table::Mode::club);
    for (const Row& row : rows()) {
        const std::string line = line_of(row, {}, 99, {});
        INFO(row.form << ": " << line);
        if (is_at_console_only(row)) CHECK(read_typed(line, table::ConsoleRole::white, club));
        else CHECK(parse_act(actor_of(row.who) + ' ' + line));
    }
    CHECK(rows().size() > 80);
}

TEST_CASE("Every part has a row, and every word in capitals is a part") {
    std::set<std::string_view> used;
    for (const Row& row : rows()) {
        for (const Element& element : elements_of(row.form)) {
            const bool is_in_capitals = element.word[0] >= 'A' && element.word[0] <= 'Z';
            CHECK((element.part != nullptr) == is_in_capitals);
            if (element.part != nullptr) used.insert(element.word);
        }
    }
    CHECK(used.size() == samples().size());
}

namespace {

bool ends_in_own_words(const Row& row) {
    const Element last = elements_of(row.form).back();
    return last.part != nullptr && is_own_words(last.word);
}

// At a console, at the terminal, and at the clock, which hands lines on.
void check_kept(const Row& row, const Writing& writing, const std::string& text) {
    static const table::State club = sitting(table::Mode::club);
    const std::string line = line_of(row, writing, 99, text);
    INFO(line);
    const auto role =
        meet(row.who, Doer::arbiter) ? table::ConsoleRole::arbiter : table::ConsoleRole::white;
    if (!meet(row.who, Doer::recorder | Doer::listener))
        CHECK(is_kept(read_typed(line, role, club, writing.tongue), text));
    if (is_at_console_only(row)) return;
    const std::string whole = actor_of(row.who) + ' ' + line;
    CHECK(is_kept(read_at_terminal(whole, club, writing.tongue), text));
    for (const std::string& act : acts_of_line(whole, writing.tongue))
        CHECK(is_kept(read_at_terminal(act, club, writing.tongue), text));
}

} // namespace

TEST_CASE("What people say in their own words is kept byte for byte, in every language") {
    unsigned read = 0;
    std::size_t one = 0;
    for (const Row& row : rows()) {
        if (!ends_in_own_words(row)) continue;
        for (const std::string& language : kit().words.languages()) {
            if (!tests::is_tried(one++, 4)) continue; // of six: each comes in turn
            INFO(language);
            std::vector<Writing> all = writings(row, language);
            all.push_back({tongue(language), {}, {}});
            read += static_cast<unsigned>(all.size());
            for (const Writing& writing : all)
                for (const std::string& text : own_words) check_kept(row, writing, text);
        }
    }
    CHECK(read > tests::at_least(200, 4));
}

TEST_CASE("A script keeps what people say, too, up to a comment") {
    const auto script = parse_script(
        "0:01 arbiter override D.2.11 Black  arrived 65 minutes late # seen\n"
        "0:02 white signs Black\n",
        "kept.table"
    );
    REQUIRE(script);
    CHECK(texts_of(*script->lines[0].act.body) == Lines{"Black  arrived 65 minutes late"});
    CHECK(texts_of(*script->lines[1].act.body) == Lines{"Black"});
}

TEST_CASE("What is missing is named") {
    for (const Row& row : rows()) {
        if (is_at_console_only(row)) continue;
        const auto elements = elements_of(row.form);
        for (std::size_t i = 1; i < elements.size(); ++i) {
            if (elements[i].left_out > 0) break;
            const std::string line = actor_of(row.who) + ' ' + line_of(row, {}, i, {});
            const auto act = parse_act(line);
            if (act) continue; // another row ends here
            INFO(line);
            const std::string wanted = elements[i].part != nullptr ? elements[i].part->called.text()
                                                                   : std::string{elements[i].word};
            CHECK(act.error().what.text().find(wanted) != std::string::npos);
            CHECK(act.error().what.text().ends_with(" is missing"));
            CHECK_FALSE(act.error().mend.empty());
        }
    }
}

TEST_CASE("What does not fit is told with what would") {
    const auto told = [](std::string_view line) {
        const auto act = parse_act(line);
        return act ? std::string{} : act.error().what.text() + "; " + act.error().mend.text();
    };
    CHECK(
        told("white lifts e9") ==
        "\"e9\" does not fit after \"white lifts\"; write a square such as e2"
    );
    CHECK(
        told("arbiter sets white soon") ==
        "\"soon\" does not fit after \"arbiter sets white\"; write a time such as 0:10:00, or moves"
    );
    CHECK(
        told("arbiter starts now and here") ==
        "\"now\" does not fit after \"arbiter starts\"; write because"
    );
    CHECK(
        told("white presses now and here") == "\"now and here\" is too much; end the line before it"
    );
    CHECK(
        told("arbiter sets white") ==
        "a time such as 0:10:00, or moves is missing; write it after \"arbiter sets white\""
    );
    CHECK(told("white jumps") == "white has no verb \"jumps\"; ");
    CHECK(told("white") == "what white does is missing; ");
    CHECK(told("umpire starts") == "\"umpire\" is nobody at the table; ");
}

// Each of which somebody was taught by "?".
TEST_CASE("Every phrase of every language begins the act that it stands for") {
    for (const std::string& language : kit().words.languages()) {
        const Tongue in = tongue(language);
        for (const Spelling& spelling : verb_phrases()) {
            std::string phrases = in.in->sentence(spelling.phrase) + ',';
            for (std::size_t end = 0; (end = phrases.find(',')) != std::string::npos;) {
                const std::string phrase = phrases.substr(0, end);
                phrases.erase(0, end + 1);
                INFO(language << ' ' << spelling.phrase << ": " << phrase);
                const auto readings = Reader{phrase, in}.readings(false);
                const bool is_it = std::ranges::any_of(readings, [&](Reader reading) {
                    std::string words;
                    while (!reading.is_at_end())
                        words.append(words.empty() ? "" : " ").append(reading.take_word());
                    return words == spelling.words;
                });
                CHECK(is_it);
                // What stands first has no other meaning there, but for what two players propose:
                // English takes back a ruling and a move with the same words.
                const bool takes_back = spelling.phrase == "command.takeback" ||
                    spelling.phrase == "command.takes_back";
                CHECK((readings.size() == 2 || takes_back));
            }
        }
    }
}

TEST_CASE("The longest phrase counts, whatever is behind it") {
    CHECK(
        read_at("de white", "nehme vorschlag an") ==
        read_in_script("white accepts proposal", sitting(table::Mode::club))
    );
    CHECK(
        read_at("de white", "nehme an") ==
        read_in_script("white accepts", sitting(table::Mode::club))
    );
    CHECK(
        read_at("sv white", "rättar till") ==
        read_in_script("white adjusts", sitting(table::Mode::club))
    );
    CHECK(read_at("sv white", "rättar till e4") == "error"); // and "rättar" alone is another act
}

TEST_CASE("A line as long as can be typed is read like any other") {
    std::string move;
    for (int i = 0; i < 2000; ++i) move += " a";
    const auto act = parse_act("white announces" + move);
    REQUIRE(act);
    CHECK(texts_of(*act->body) == Lines{move.substr(1)});
    CHECK_FALSE(parse_act("white presses" + move));
    CHECK(read_at("de terminal", std::string(4096, 'x')) == "error");
    CHECK(read_at("de white", std::string("nehme vorschlag 99999999999999999999 an")) == "error");
}

} // namespace ansage::acts
