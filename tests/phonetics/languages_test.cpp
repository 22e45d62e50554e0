// SPDX-License-Identifier: GPL-3.0-or-later
// What each vocabulary shows, and understands besides: rows of tests/data/phonetics.
#include "chess/uci.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/fide.hpp"
#include "phonetics/parse.hpp"
#include "phonetics/shipped.hpp"
#include "support/catch.hpp"

#include <map>
#include <string>

namespace ansage::phonetics {

using chess::Move;
using chess::MoveError;
using chess::Position;

TEST_CASE("D.2.1: every vocabulary says moves in its own words", "[phonetics]") {
    for (const test::Row& row : test::rows("say_languages.tsv")) {
        INFO(row.where);
        const Position position = test::position_of(row.fields.at(1));
        const Move move = chess::parse_uci(position, row.fields.at(2)).value();
        const Style style = row.fields.at(3) == "full" ? Style::full : Style::short_form;
        const test::Shipped& words = test::shipped(row.fields.at(0));
        CHECK(to_text(announce(words.vocabulary, position, move, style)) == row.fields.at(4));
    }
}

TEST_CASE("Every vocabulary understands its language as it is spoken", "[phonetics]") {
    for (const test::Row& row : test::rows("parse_languages.tsv")) {
        INFO(row.where << " " << row.fields.at(0) << ": " << row.fields.at(1));
        const Position position = test::position_of(row.fields.at(2));
        const Lexicon& lexicon = test::shipped(row.fields.at(0)).lexicon;
        CHECK(
            test::outcome(position, parse(lexicon, position, row.fields.at(1)).move) ==
            row.fields.at(3)
        );
    }
}

TEST_CASE("Before the press words are told apart by shape, never by law", "[phonetics]") {
    for (const test::Row& row : test::rows("parse_by_shape.tsv")) {
        INFO(row.where << " " << row.fields.at(0));
        const Position position = test::position_of(row.fields.at(1));
        const Heard heard =
            parse(test::fide_lexicon(), position, row.fields.at(0), Reading::by_shape);
        CHECK(test::outcome(position, heard.move) == row.fields.at(2));
        CHECK(heard.choices.empty());
        CHECK_FALSE(heard.slip.has_value());
    }
}

namespace {

void check_at_the_table(const test::Shipped& shipped, const std::string& file) {
    const auto words = [&](const Said& said) {
        return to_text(announce(shipped.vocabulary, said));
    };
    const Lexicon& lexicon = shipped.lexicon;
    std::map<std::string, std::string> positions;
    for (const test::Row& row : test::rows(file)) {
        INFO(row.where << " " << row.fields.at(0));
        if (row.fields.at(0).starts_with('@')) {
            positions[row.fields.at(0).substr(1)] = row.fields.at(1);
            continue;
        }
        const auto named = positions.find(row.fields.at(1));
        const Position position =
            test::position_of(named == positions.end() ? row.fields.at(1) : named->second);
        const Heard heard = parse(lexicon, position, row.fields.at(0), Reading::by_shape);
        std::string told = words(heard.said);
        if (heard.move == tl::unexpected{MoveError::not_a_move}) told = "-";
        if (!heard.near.empty()) told.clear();
        for (const Said& near : heard.near) {
            told += told.empty() ? "? " : "; ";
            told += words(near);
            // What is asked for is understood when it is said.
            const Heard again = parse(lexicon, position, words(near), Reading::by_shape);
            CHECK(again.move != tl::unexpected{MoveError::not_a_move});
            CHECK(words(again.said) == words(near));
        }
        CHECK(told == row.fields.at(2));
    }
}

} // namespace

TEST_CASE("A table takes what is plain, and asks for what comes near it", "[phonetics]") {
    check_at_the_table(test::shipped("fide"), "at_the_table.tsv");
}

TEST_CASE("A table takes moves in figures, and no half of one", "[phonetics]") {
    check_at_the_table(test::shipped("iccf-de"), "figures_at_the_table.tsv");
}

TEST_CASE("Whoever may be told why a move is illegal is told the right reason", "[phonetics]") {
    constexpr std::string_view prefix = "why.";
    for (const test::Row& row : test::rows("why_illegal.tsv")) {
        INFO(row.where << " " << row.fields.at(0));
        const Position position = test::position_of(row.fields.at(1));
        const Heard heard = parse(test::fide_lexicon(), position, row.fields.at(0));
        REQUIRE(heard.move == tl::unexpected{MoveError::illegal});
        const auto reason = why_illegal(position, heard.said);
        REQUIRE(reason);
        CHECK(to_message_id(reason->why).substr(prefix.size()) == row.fields.at(2));
        std::string about = reason->piece ? std::string{chess::to_char(reason->piece->role)} : "";
        about += reason->piece && reason->square ? " " : "";
        about += reason->square ? chess::to_string(*reason->square) : "";
        CHECK(about == (row.fields.size() > 3 ? row.fields.at(3) : ""));
    }
}

TEST_CASE("What was not understood, what fits and what was meant is known", "[phonetics]") {
    const Position start;
    CHECK(parse(test::fide_lexicon(), start, "Eva vier Unsinn!").unknown == "Unsinn!");
    CHECK(parse(test::fide_lexicon(), start, "Eva").unknown.empty());
    const Position knights = test::position_of("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1");
    CHECK(parse(test::fide_lexicon(), knights, "Springer David vier").choices.size() == 2);
    const Heard slip = parse(test::fide_lexicon(), start, "Springer Feix drei");
    CHECK(slip.slip == Slip{.said = "Feix", .meant = "felix"});
    CHECK(slip.text == "Springer Feix drei");
}

} // namespace ansage::phonetics
