// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiles/words.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace ansage::profiles {

using base::Error;
using base::Result;
using chess::File;
using chess::Rank;
using chess::Role;
using phonetics::Vocabulary;

namespace {

// The line that begins with this key, as a word and nothing besides.
void make_plain(std::string& text, const std::string& key, const std::string& word) {
    const std::size_t at = text.find("\n" + key + " = {");
    REQUIRE(at != std::string::npos);
    const std::size_t end = text.find('\n', at + 1);
    text.replace(at, end - at, "\n" + key + " = \"" + word + "\"");
}

// The shipped vocabulary, in which two words are made short so that tests can change them.
const std::string& fide_text() {
    static const std::string text = [] {
        std::string shipped =
            Document::read(tests::root() + "/profiles/words/fide.toml").value().text();
        make_plain(shipped, "e", "Eva");
        make_plain(shipped, "check", "Schach");
        return shipped;
    }();
    return text;
}

Result<Vocabulary, Error> load(const std::string& text) {
    return Document::parse(text, "f.toml").and_then([](const Document& each) {
        return load_words(each);
    });
}

// The shipped vocabulary with one piece of text in place of another.
std::string with(const std::string& before, const std::string& after) {
    std::string text = fide_text();
    const std::size_t at = text.find(before);
    REQUIRE(at != std::string::npos);
    return text.replace(at, before.size(), after);
}

// The error without its line number, which moves with the shipped file.
std::string refusal(const std::string& before, const std::string& after) {
    const Result<Vocabulary, Error> words = load(with(before, after));
    if (words) return "loaded";
    CHECK(words.error().where.text().starts_with("f.toml:"));
    CHECK_FALSE(words.error().mend.empty());
    return words.error().what.text();
}

} // namespace

TEST_CASE("Every shipped vocabulary loads", "[profiles]") {
    unsigned count = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator{tests::root() + "/profiles/words"}) {
        INFO(entry.path().string());
        const auto words = Document::read(entry.path()).and_then([](const Document& each) {
            return load_words(each);
        });
        if (!words) {
            FAIL_CHECK(base::to_line(words.error()));
            continue;
        }
        CHECK(words->name == entry.path().stem().string());
        ++count;
    }
    CHECK(count > 0);
}

TEST_CASE("D.2.1: the shipped words are those of Appendix D", "[profiles]") {
    const Vocabulary words = load(fide_text()).value();
    std::string names;
    for (const auto& word : words.files) names += word.form.shown + " ";
    for (const auto& word : words.ranks) names += word.form.shown + " ";
    for (const auto& piece : words.pieces) names += piece.word.form.shown + " ";
    names += words.long_castling.form.shown + " " + words.short_castling.form.shown;
    CHECK(
        names ==
        "Anna Bella Cesar David Eva Felix Gustav Hector eins zwei drei vier fünf sechs sieben acht "
        "Bauer Springer Läufer Turm Dame König Lange Rochade Kurze Rochade"
    );
    CHECK(words.language == "de");
    CHECK_FALSE(words.options.distinct);
    CHECK_FALSE(words.options.say_check);
}

TEST_CASE("What the voice is fed differs only where the profile says so", "[profiles]") {
    const Vocabulary words = load(fide_text()).value();
    CHECK(words.of(File::c).form.spoken == "Zäsar");
    CHECK(words.of(File::e).form.spoken == "Eva");
    CHECK(words.of(Rank::second).distinct->shown == "zwo");
    CHECK(words.of(Role::pawn).form.spoken == "Bauer");
    CHECK(words.short_castling.form.spoken == "Kurze [[rOx'A:d@]]");
    CHECK(words.pieces[static_cast<std::size_t>(Role::queen)].letter == 'D');
    CHECK(words.pieces[static_cast<std::size_t>(Role::pawn)].letter == 'B');
}

TEST_CASE("A promotion's word, the options and several keys may be missing", "[profiles]") {
    CHECK(load(with("distinct = false", "say_check = true")).has_value() == false);
    CHECK(load(with("distinct = false", "distinct = true"))->options.distinct);
    CHECK(load(with("say_en_passant = false", "say_en_passant = true"))->options.say_en_passant);
    CHECK(
        load(with("check = \"Schach\"", "check = \"Schach\"\npromotion = \"wirdzu\""))
            ->promotion->form.shown == "wirdzu"
    );
}

TEST_CASE("A mistake in a vocabulary is found", "[profiles]") {
    CHECK(refusal("language = \"de\"", "") == "\"language\" is missing");
    CHECK(refusal("e = \"Eva\"", "") == "\"e\" is missing in [files]");
    CHECK(refusal("e = \"Eva\"", "e = 5") == "\"e\" is not a text");
    CHECK(refusal("e = \"Eva\"", "e = \"\"") == "\"\" is no word");
    CHECK(refusal("e = \"Eva\"", "e = \"- -\"") == "\"- -\" is no word");
    CHECK(refusal("e = \"Eva\"", "e = \"Eva\"\ni = \"Ida\"") == "\"i\" is not a key of this table");
    CHECK(refusal("e = \"Eva\"", "e = \"Élix\"\n") == "loaded");
    CHECK(refusal("e = \"Eva\"", "e = \"FÉLIX\"") == "\"Felix\" means two things");
    CHECK(
        refusal("e = \"Eva\"", "e = { spoken = \"Eva\" }") == "\"shown\" is missing in [files.e]"
    );
    CHECK(
        refusal("e = \"Eva\"", "e = { shown = \"Eva\", letter = \"E\" }") ==
        "\"letter\" is not a key of this table"
    );
    CHECK(refusal("e = \"Eva\"", "e = \"[[e:va]]\"") == "phonemes stand where a word is shown");
    CHECK(refusal("\n[particles]", "\n[particle]") == "\"particle\" is not a key of this table");
    CHECK(refusal("\"ä\" = \"ae\"", "\"ä\" = 1") == "\"ä\" is not a text");
    CHECK(refusal("letter = \"S\"", "letter = \"s\"") == "\"s\" is not the letter of a piece");
    CHECK(refusal("\n[castling]", "\n[rochade]") == "\"castling\" is missing");
    CHECK(refusal("\n[signs]", "\n[sings]") == "\"signs\" is missing");
    CHECK(refusal("say_check = false", "say_check = \"no\"") == "\"say_check\" is not a yes or no");
}

TEST_CASE("Every mistake in a vocabulary is told with its line", "[profiles]") {
    std::string text = with("e = \"Eva\"", "e = \"FÉLIX\"");
    const auto replace = [&](const std::string& before, const std::string& after) {
        const std::size_t at = text.find(before);
        REQUIRE(at != std::string::npos);
        text.replace(at, before.size(), after);
    };
    replace("language = \"de\"", "");
    replace("say_check = false", "say_check = 3\nshout = true");
    replace("letter = \"T\"", "letter = \"t\"");
    replace("\"äh\"", "\"Dame\"");
    std::vector<std::string> found;
    for (const Error& error : check_words(Document::parse(text, "f.toml").value())) {
        CHECK(error.where.text().starts_with("f.toml:"));
        CHECK_FALSE(error.mend.empty());
        found.push_back(error.what.text());
    }
    CHECK(
        found ==
        std::vector<std::string>{
            "\"language\" is missing",
            "\"t\" is not the letter of a piece",
            "\"say_check\" is not a yes or no",
            "\"shout\" is not a key of this table",
            "\"Felix\" means two things",
            "\"Dame\" means two things"}
    );
    CHECK(check_words(Document::parse(fide_text(), "f.toml").value()).empty());
}

TEST_CASE("In figures each file has the words of its rank", "[profiles]") {
    const std::string text =
        Document::read(tests::root() + "/profiles/words/iccf-de.toml").value().text();
    const auto faults = [&](const std::string& before, const std::string& after) {
        std::string changed = text;
        const std::size_t at = changed.find(before);
        REQUIRE(at != std::string::npos);
        changed.replace(at, before.size(), after);
        std::string found;
        for (const Error& error : check_words(Document::parse(changed, "f.toml").value())) {
            CHECK(error.where.text().starts_with("f.toml:"));
            found += error.what.text();
        }
        return found;
    };
    const std::string fault = "file e and rank 5 have different words";
    CHECK(faults("numeric = true", "numeric = true # in figures").empty());
    CHECK(faults("e = { shown = \"fünf\" }", "e = { shown = \"fünfe\" }") == fault);
    CHECK(faults("e = { shown = \"fünf\" }", "e = { shown = \"fünf\", spoken = \"f\" }") == fault);
    CHECK(
        faults("e = { shown = \"fünf\" }", "e = { shown = \"fünf\", distinct = \"f\" }") == fault
    );
    CHECK(faults("e = { shown = \"fünf\" }", "e = { shown = \"fünf\", accepts = \"f\" }") == fault);
    CHECK(faults("e = { shown = \"fünf\" }", "e = { shown = \"fünf\", accepts = \"fife\" }").empty()
    );
    CHECK(faults("numeric = true", "numeric = 1").starts_with("\"numeric\" is not a yes or no"));
    CHECK(faults("numeric = true", "numeric = false").starts_with("\"eins\" means two things"));
}

TEST_CASE("A word that means two things is told with both of its places", "[profiles]") {
    const auto document = Document::parse(with("\"äh\"", "\"Dame\""), "f.toml").value();
    const std::vector<Error> errors = check_words(document);
    REQUIRE(errors.size() == 1);
    const std::string first = place_of_word(document, "Dame");
    CHECK(errors.front().where == place_of_word(document, "Dame", 2));
    CHECK(errors.front().where != first);
    CHECK(errors.front().mend.text().find(first) != std::string::npos);
}

} // namespace ansage::profiles
