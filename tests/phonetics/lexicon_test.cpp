// SPDX-License-Identifier: GPL-3.0-or-later
#include "phonetics/fide.hpp"
#include "phonetics/fold.hpp"
#include "phonetics/lexicon.hpp"
#include "phonetics/parse.hpp"
#include "phonetics/shipped.hpp"
#include "support/catch.hpp"

namespace ansage::phonetics {

using test::fide;
using test::fide_lexicon;
using Kind = Meaning::Kind;

TEST_CASE("Folding takes away what does not matter in writing", "[phonetics]") {
    const std::vector<Spelling> spellings{
        {"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"å", "aa"}, {"ø", "oe"}};
    for (const test::Row& row : test::rows("fold.tsv")) {
        INFO(row.where);
        CHECK(fold(row.fields.at(0)) == row.fields.at(1));
        CHECK(fold(row.fields.at(0), spellings) == row.fields.at(2));
    }
}

TEST_CASE("Folding survives bytes that are no UTF-8", "[phonetics]") {
    CHECK(fold("Eva\xff\xfe vier") == "eva vier");
    CHECK(fold("Eva\xc3") == "eva");
    CHECK(fold("\xe2\x80") == "");
    CHECK(fold("\xed\xa0\x80") == "");
    CHECK(fold("\xe0\x81\xa1") == ""); // an a in three bytes
}

TEST_CASE("The longest phrase is matched, and only whole words", "[phonetics]") {
    const auto castling = fide_lexicon().longest_match("kurze rochade danach");
    REQUIRE(castling);
    CHECK(castling->meaning == Meaning{Kind::short_castling});
    CHECK(castling->length == 13);
    CHECK_FALSE(fide_lexicon().longest_match("kurzerochade").has_value());
    CHECK_FALSE(fide_lexicon().longest_match("evas vier").has_value());
    CHECK_FALSE(fide_lexicon().longest_match("").has_value());
}

TEST_CASE("A vocabulary in which a word means two things is refused", "[phonetics]") {
    Vocabulary vocabulary = fide();
    vocabulary.particles.fillers.emplace_back("DÁME");
    const auto lexicon = Lexicon::from(vocabulary);
    REQUIRE_FALSE(lexicon);
    CHECK(lexicon.error() == LexiconError{"DÁME", LexiconError::Kind::two_meanings, "Dame"});
}

TEST_CASE("A vocabulary with a word of which nothing is left is refused", "[phonetics]") {
    Vocabulary vocabulary = fide();
    vocabulary.capture.form.shown = "--";
    const auto lexicon = Lexicon::from(vocabulary);
    REQUIRE_FALSE(lexicon);
    CHECK(lexicon.error() == LexiconError{"--", LexiconError::Kind::empty, {}});
}

TEST_CASE("A slip is one letter put in, left out, changed, or two exchanged", "[phonetics]") {
    const auto meant = [](std::string_view word) { return fide_lexicon().meant_by(word); };
    CHECK(meant("feix") == std::vector<std::string>{"felix"});
    CHECK(meant("fellix") == std::vector<std::string>{"felix"});
    CHECK(meant("feliy") == std::vector<std::string>{"felix"});
    CHECK(meant("efelix") == std::vector<std::string>{"felix"});
    CHECK(meant("eflix") == std::vector<std::string>{"felix"});
    CHECK(meant("flx").empty());
    CHECK(meant("ev").empty()); // of three letters: nobody's slip
    CHECK(meant("").empty());
    CHECK(meant("zrei") == std::vector<std::string>{"drei", "zwei"});
}

TEST_CASE("In figures a word is a digit, and only its place tells which", "[phonetics]") {
    const Lexicon& figures = test::shipped("iccf-de").lexicon;
    CHECK(figures.longest_match("funf zwei")->meaning == Meaning{Kind::digit, 4});
    CHECK(figures.longest_match("zwo")->meaning == Meaning{Kind::digit, 1});
    CHECK(promotion_in_figures(figures, "Eins") == chess::Role::queen);
    CHECK(promotion_in_figures(figures, "4") == chess::Role::knight);
    CHECK_FALSE(promotion_in_figures(figures, "fünf").has_value());
    CHECK_FALSE(promotion_in_figures(figures, "Dame").has_value());
    CHECK_FALSE(promotion_in_figures(fide_lexicon(), "1").has_value());
    CHECK_FALSE(promotion_in_figures(fide_lexicon(), "eins").has_value());
}

} // namespace ansage::phonetics
