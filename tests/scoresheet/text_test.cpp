// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/san.hpp"
#include "codes.hpp"
#include "games.hpp"
#include "scoresheet/text.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/thinning.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ansage::scoresheet {

TEST_CASE("every shared game comes back from text in every country's letters, long and short") {
    const auto name = GENERATE(from_range(code_names()));
    const auto length = GENERATE(NotationLength::short_form, NotationLength::long_form);
    const BrailleCode code = open_code(name).code();
    for (const std::string file : {"rare-events.pgn", "chess960-selfplay.pgn", "with-clocks.pgn"}) {
        for (const PgnGame& game : tests::thinned(read_games(file))) {
            const std::string text = to_text(
                code.notation,
                code.labels,
                game,
                {.length = length, .clocks = true, .comments = true}
            );
            const std::vector<PgnGame> sheets =
                read_text_sheets(code.notation, code.labels, text, "text", {});
            INFO(name << " " << file << ":" << game.line << "\n" << text);
            REQUIRE(sheets.size() == 1);
            const PgnGame& back = sheets.front();
            REQUIRE((back.start == game.start));
            REQUIRE((back.moves == game.moves));
            REQUIRE(back.result == game.result);
            REQUIRE((back.notes == game.notes));
            REQUIRE(back.tag("White").value_or("?") == game.tag("White").value_or("?"));
        }
    }
}

TEST_CASE("what is remarked before the first move stands before it, and comes back") {
    const BrailleCode code = open_code("de").code();
    PgnGame game;
    game.tags = {{"White", "Anna"}};
    game.comment = "unterschrieben: Weiß; {Schwarz} nicht";
    game.moves = {chess::parse_san(game.start, "e4").value()};
    const std::string text = to_text(code.notation, code.labels, game, {.comments = true});
    CHECK(text.find("{unterschrieben: Weiß; {Schwarz) nicht}\n1. e4") != std::string::npos);
    const PgnGame back = read_text_sheets(code.notation, code.labels, text, "text", {}).at(0);
    CHECK(back.comment == "unterschrieben: Weiß; {Schwarz) nicht");
    CHECK((back.moves == game.moves));
    CHECK(to_text(code.notation, code.labels, game, {}).find('{') == std::string::npos);
}

TEST_CASE("a German scoresheet is read however it is spaced") {
    const BrailleCode german = open_code("de").code();
    const auto text = GENERATE(
        as<std::string>{},
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 Sf6 4. 0-0 Sxe4",
        "1.e4 e5\n2.Sf3   Sc6\n3.Lb5 Sf6\r\n4.O-O Se4:",
        "Weiss: Meier\n3. Runde\n1. e2-e4 e7-e5 2. Sg1-f3 Sb8-c6\n3. Lf1-b5 Sg8-f6 4. 0-0 Sf6xe4 "
        "1/2-1/2",
        "1 . e2 - e4   e7 – e5\n2. S f3 S c6,\n3) L b5 S g8 - f6\n4 0 - 0  S x e4 ½-½",
        "e4 e5 Sf3 Sc6 Lb5 Sf6 O-O Sf6xe4",
        "1. e4 (1:30:00) e5 {wie immer\nin Wien} 2. Sf3 2... Sc6 3. Lb5 3... Sf6 4. 0-0 4... Se4"
    );
    const PgnGame game = read_text_sheets(german.notation, german.labels, text, "sheet", {}).at(0);
    INFO(text);
    INFO((game.problems.empty() ? "" : base::to_line(game.problems.front())));
    CHECK(game.moves.size() == 8);
}

// Of a sheet in tests/data/scoresheet/typed.txt.
struct TypedSheet {
    std::size_t line = 0;
    std::string code;
    std::string moves; // in English letters, of all its games
    std::string complaints; // "3": the line of each
    std::string text;
};

std::string trim(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? ""
                                      : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<TypedSheet> typed_sheets() {
    std::ifstream file{tests::root() + "/tests/data/scoresheet/typed.txt"};
    std::vector<TypedSheet> sheets;
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
        if (line.starts_with("== ")) {
            std::istringstream head{line.substr(3)};
            TypedSheet sheet{.line = number, .code = {}, .moves = {}, .complaints = {}, .text = {}};
            for (std::string* const field : {&sheet.code, &sheet.moves, &sheet.complaints}) {
                std::getline(head, *field, '|');
                *field = trim(*field);
            }
            sheets.push_back(std::move(sheet));
        } else if (!line.starts_with("# ")) {
            sheets.back().text += line + "\n";
        }
    }
    return sheets;
}

std::string in_english(const std::vector<PgnGame>& games) {
    std::string text;
    for (const PgnGame& game : games) {
        text += text.empty() ? "" : "/ ";
        chess::Position position = game.start;
        for (const chess::Move move : game.moves) {
            text += chess::to_san_without_check(position, move) + " ";
            position.play(move);
        }
    }
    return trim(text);
}

TEST_CASE("sheets as people type them are read, and what is wrong is told by its line") {
    const TypedSheet sheet = GENERATE(from_range(typed_sheets()));
    const BrailleCode code = open_code(sheet.code).code();
    const std::vector<PgnGame> games =
        read_text_sheets(code.notation, code.labels, sheet.text, "sheet", {});
    std::string complaints;
    std::string words;
    for (const PgnGame& game : games) {
        for (const base::Error& problem : game.problems) {
            words += base::to_line(problem) + "\n";
            complaints += problem.where.text().substr(std::string{"sheet:"}.size());
        }
    }
    INFO("typed.txt:" << sheet.line << "\n" << sheet.text << words);
    CHECK(in_english(games) == sheet.moves);
    CHECK(complaints == sheet.complaints);
}

TEST_CASE("facts, times and offers of a typed sheet are kept") {
    const BrailleCode german = open_code("de").code();
    const auto games = read_text_sheets(
        german.notation,
        german.labels,
        "WEISS: Anna\nSchwarz:Bernd\n1. e4 1:58 e5 1:57:30 2. Sf3 (=) Sc6 (e.p.) 1 - 0\n"
        "White: Carla\n1. d4",
        "sheet",
        {}
    );
    REQUIRE(games.size() == 2);
    CHECK(games[0].tag("White") == "Anna");
    CHECK(games[0].tag("Black") == "Bernd");
    CHECK(games[0].result == "1-0");
    CHECK_FALSE(games[0].notes.at(0).clock); // hours or minutes: nobody guesses
    CHECK(games[0].notes.at(0).comment == "1:58");
    CHECK(games[0].notes.at(1).clock == base::Millis{(60 + 57) * 60'000 + 30'000});
    CHECK(games[0].notes.at(2).comment == "(=)");
    CHECK(games[0].notes.at(3).comment.empty());
    CHECK(games[1].tag("White") == "Carla");
}

TEST_CASE("a wrong move in a text is named with its line, and letters are the country's own") {
    const BrailleCode german = open_code("de").code();
    const auto read = [&](std::string_view text) {
        return read_text_sheets(german.notation, german.labels, text, "sheet", {}).at(0);
    };
    const PgnGame illegal = read("1. e4 e5\n2. Ke3 Sc6");
    CHECK(illegal.moves.size() == 2);
    REQUIRE(illegal.problems.size() == 1);
    CHECK(illegal.problems[0].where == "sheet:2");
    const PgnGame english = read("1. e4 e5\n\n2. Nf3 Nc6");
    REQUIRE(english.problems.size() == 1);
    CHECK(english.problems[0].where == "sheet:3");
}

TEST_CASE("JSON has every move with its clock") {
    const PgnGame game = read_games("corners.pgn").front();
    const auto json = nlohmann::json::parse(to_json(game));
    CHECK(json.at("result") == "1/2-1/2");
    CHECK(json.at("tags").at("Site") == "two tags in one line");
    REQUIRE(json.at("moves").size() == 14);
    CHECK(json.at("moves").at(0).at("clock_ms") == 300'000);
    CHECK(json.at("moves").at(0).at("ply") == 1);
    CHECK(json.at("moves").at(6).at("san") == "O-O");
    CHECK(json.at("moves").at(6).at("uci") == "e1g1");
    CHECK_FALSE(json.at("moves").at(2).contains("clock_ms"));
}

} // namespace ansage::scoresheet
