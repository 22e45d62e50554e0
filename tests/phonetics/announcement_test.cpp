// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/uci.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/fide.hpp"
#include "phonetics/parse.hpp"
#include "phonetics/shipped.hpp"
#include "support/catch.hpp"

namespace ansage::phonetics {

using test::fide;
using test::Row;

namespace {

Style style_of(const std::string& name) { return name == "full" ? Style::full : Style::short_form; }

Announcement announce_row(const Vocabulary& vocabulary, const Row& row) {
    const chess::Position position = test::position_of(row.fields.at(0));
    const chess::Move move = chess::parse_uci(position, row.fields.at(1)).value();
    return announce(vocabulary, position, move, style_of(row.fields.at(2)));
}

} // namespace

TEST_CASE("D.2.1: moves are announced in the words of Appendix D", "[phonetics]") {
    for (const Row& row : test::rows("say.tsv")) {
        INFO(row.where);
        CHECK(to_text(announce_row(fide(), row)) == row.fields.at(3));
    }
}

TEST_CASE("Check and mate are said only when the vocabulary asks for it", "[phonetics]") {
    Vocabulary vocabulary = fide();
    vocabulary.options.say_check = true;
    for (const Row& row : test::rows("say_check.tsv")) {
        INFO(row.where);
        CHECK(to_text(announce_row(vocabulary, row)) == row.fields.at(3));
    }
}

TEST_CASE("En passant is said only when the vocabulary asks for it", "[phonetics]") {
    Vocabulary vocabulary = fide();
    const chess::Position position = test::position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    const chess::Move move = chess::parse_uci(position, "e5d6").value();
    const auto said = [&] { return to_text(announce(vocabulary, position, move, Style::full)); };
    CHECK(said() == "Eva fünf schlägt David sechs");
    vocabulary.options.say_en_passant = true;
    CHECK(said() == "Eva fünf schlägt David sechs en passant");
}

TEST_CASE(
    "The distinct form of a number is said only when the vocabulary asks for it", "[phonetics]"
) {
    const chess::Square square{chess::File::e, chess::Rank::second};
    Vocabulary vocabulary = fide();
    CHECK(to_text(announce(vocabulary, square)) == "Eva zwei");
    vocabulary.options.distinct = true;
    CHECK(to_text(announce(vocabulary, square)) == "Eva zwo");
}

TEST_CASE("What the voice is fed differs from what is shown", "[phonetics]") {
    const Announcement announcement =
        announce(fide(), chess::Square{chess::File::c, chess::Rank::fifth});
    CHECK(to_text(announcement) == "Cesar fünf");
    CHECK(to_speech(announcement) == "Zäsar fünf");
    CHECK(announcement.language == "de");
}

TEST_CASE(
    "The word before a promotion's piece is said where the convention has one", "[phonetics]"
) {
    Vocabulary vocabulary = fide();
    vocabulary.promotion = Word{{"wird", "wird"}, {}, {}};
    const chess::Position position = test::position_of("8/P6k/8/8/8/8/7K/8 w - - 0 1");
    const chess::Move move = chess::parse_uci(position, "a7a8n").value();
    CHECK(
        to_text(announce(vocabulary, position, move, Style::short_form)) ==
        "Anna acht wird Springer"
    );
}

TEST_CASE("In figures nothing is said but squares, whatever the options ask for", "[phonetics]") {
    Vocabulary vocabulary = test::shipped("iccf-de").vocabulary;
    vocabulary.options.say_check = true;
    vocabulary.options.say_en_passant = true;
    const auto said = [&](const std::string& fen, const std::string& uci) {
        const chess::Position position = test::position_of(fen);
        const chess::Move move = chess::parse_uci(position, uci).value();
        return to_text(announce(vocabulary, position, move, Style::full));
    };
    CHECK(said("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6") == "fünf fünf vier sechs");
    CHECK(said("4k3/7R/8/8/8/8/8/R3K3 w - - 0 1", "a1a8") == "eins eins eins acht");
    vocabulary.options.distinct = true;
    CHECK(said("start", "b2b4") == "zwo zwo zwo vier");
}

TEST_CASE("What was said of a move in figures is told as it can be said again", "[phonetics]") {
    const test::Shipped& words = test::shipped("iccf-de");
    const auto told = [&](const std::string& fen, const std::string& text) {
        const Heard heard = parse(words.lexicon, test::position_of(fen), text);
        return to_text(announce(words.vocabulary, heard.said));
    };
    CHECK(told("start", "g1f3") == "sieben eins sechs drei");
    CHECK(told("start", "Sf3") == "Springer sechs drei");
    CHECK(told("start", "e4") == "Bauer fünf vier");
    CHECK(told("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5") == "Bauer vier fünf");
    CHECK(told("4k3/8/8/8/8/R7/8/4KR2 w - - 0 1", "Taf3") == "Turm sechs drei");
    CHECK(told("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8D") == "Bauer eins acht Dame");
}

} // namespace ansage::phonetics
