// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/chess960.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "games.hpp"
#include "scoresheet/pgn.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace ansage::scoresheet {
namespace {

PgnGame read_one(std::string_view text) {
    PgnReader reader{text, "test"};
    auto game = reader.next();
    REQUIRE(game.has_value());
    for (const base::Error& problem : game->problems) FAIL_CHECK(base::to_line(problem));
    return *game;
}

std::vector<PgnGame> read_all(const std::string& text) {
    PgnReader reader{text, "test"};
    std::vector<PgnGame> games;
    while (auto game = reader.next()) games.push_back(*std::move(game));
    return games;
}

PgnGame with_moves(const chess::Position& start, std::initializer_list<std::string_view> moves) {
    PgnGame game;
    game.start = start;
    chess::Position position = start;
    for (const std::string_view text : moves) {
        INFO(text);
        const auto move = chess::parse_san(position, text);
        REQUIRE(move.has_value());
        game.moves.push_back(*move);
        position.play(*move);
    }
    return game;
}

std::string movetext(const PgnGame& game) {
    const std::string text = to_pgn(game);
    return text.substr(text.find("\n\n") + 2);
}

// The games as broken-expected.txt lists them.
std::string summary(const std::vector<PgnGame>& games) {
    std::string text;
    for (const PgnGame& game : games) {
        const std::string_view event = game.tag("Event").value_or("");
        text += fmt::format(
            "game {} \"{}\" {} plies {}\n", game.line, event, game.moves.size(), game.result
        );
        for (const base::Error& problem : game.problems) {
            CHECK(problem.where.text().starts_with("broken.pgn:"));
            CHECK_FALSE(problem.mend.empty());
            text += fmt::format(
                "  {}: {}\n",
                problem.where.text().substr(problem.where.text().find(':') + 1),
                problem.what.text()
            );
        }
    }
    return text;
}

} // namespace

TEST_CASE("a broken file is read to its end, and each problem names its line") {
    const std::string expected = read_games_file("broken-expected.txt");
    CHECK(summary(read_games("broken.pgn")) == expected.substr(expected.find('\n') + 1));
}

TEST_CASE("tags, comments, clocks, NAGs, variations and escapes are read, or passed over") {
    const std::vector<PgnGame> games = read_games("corners.pgn");
    REQUIRE(games.size() == 3);
    const PgnGame& game = games[0];
    CHECK(game.problems.empty());
    CHECK(game.tag("Event") == "every corner");
    CHECK(game.tag("Site") == "two tags in one line");
    CHECK(game.tag("White") == R"(O"Neill \ Sons)");
    CHECK(game.tag("Black") == "");
    CHECK_FALSE(game.tag("Date").has_value());
    CHECK(game.comment == "before the first move");
    CHECK(game.result == "1/2-1/2");
    REQUIRE(game.moves.size() == 14);
    REQUIRE(game.notes.size() == 14);
    CHECK(game.moves[6].is_castling());
    using base::Millis;
    CHECK(game.notes[0] == PgnNote{Millis{300'000}, ""});
    CHECK(game.notes[1] == PgnNote{Millis{299'500}, "[%eval 0.3] good better and more"});
    CHECK(game.notes[2] == PgnNote{});
    CHECK(game.notes[11] == PgnNote{Millis{60'000}, ""});
    CHECK(game.notes[12] == PgnNote{});
    CHECK(game.notes[13] == PgnNote{Millis{446'399'007}, ""});
    CHECK(games[1].tag("Event") == "the next, on the same line");
    CHECK(games[1].result == "*");
    CHECK(games[1].moves.empty());
    CHECK(games[2].moves.at(0).is_en_passant());
    CHECK(games[2].moves.size() == 2);
    CHECK(games[2].result == "1/2-1/2");
}

TEST_CASE("nothing is no game") {
    const auto text = GENERATE("", " \n\t\r\n", "% only an escaped line");
    PgnReader reader{text, "test"};
    CHECK_FALSE(reader.next().has_value());
    CHECK_FALSE(reader.next().has_value());
}

TEST_CASE("lines may end as on any system, and a game may be one line") {
    const auto text = GENERATE(
        "[Event \"x\"]\r\n\r\n1. e4 e5\r\n2. Nf3 *\r\n",
        "[Event \"x\"] 1. e4 e5 2. Nf3 *",
        "1.e4 e5 2.Nf3 *"
    );
    CHECK(read_one(text).moves.size() == 3);
}

TEST_CASE("a line like a tag inside a comment is the comment's") {
    const std::vector<PgnGame> games =
        read_all("[Event \"a\"]\n\n1. e4 {from\n[Event \"x\"]\nof} e5 {and} 2. Nf3 *\n");
    REQUIRE(games.size() == 1);
    CHECK(games[0].problems.empty());
    CHECK(games[0].moves.size() == 3);
    CHECK(games[0].notes[0].comment == "from [Event \"x\"] of");
}

TEST_CASE("signs that say something of a move are passed over, and pieces are read as pictures") {
    for (const std::string text :
         {"1. e4 ± e5 ∓ 2. Nf3 = Nc6 +- 3. Bb5 ⩲ a6 -+ 4. Ba4 ∞ *",
          "1.e4 □ e5⩲ 2.♘f3 ♞c6 3.♗b5 ⌓ a6 → 4.♗a4 ∆ *",
          "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *"}) {
        INFO(text);
        const PgnGame game = read_all(text).at(0);
        INFO((game.problems.empty() ? "" : base::to_line(game.problems.front())));
        CHECK(game.moves.size() == 7);
        CHECK(game.problems.empty());
    }
}

TEST_CASE("a word that cannot be read is told as it is written") {
    const PgnGame game = read_all("1. e4 Sć6 *").at(0);
    REQUIRE(game.problems.size() == 1);
    CHECK(base::to_line(game.problems.front()).find("'Sć6'") != std::string::npos);
}

namespace {

// A game as it is read: plies, result, and its problems with their lines.
struct Contradiction {
    std::string text;
    std::string read;
};

} // namespace

TEST_CASE("what contradicts itself is told in one line, and every game is read") {
    const std::string mend_end = "; see where the game ends; it is read up to the result";
    const std::string mend_number = "; check whether moves before it are missing";
    const std::vector<Contradiction> rows{
        {"[Result \"1-0\"]\n\n1. e4 e5 0-1\n",
         "2 0-1 (test:3: the tag Result says 1-0, and the moves end with 0-1; see which is right; "
         "0-1 is used)"},
        {"[Result \"1-0\"]\n\n1. e4 e5 1-0 2. Nf3 Nc6 1-0",
         "2 1-0 (test:3: behind the result 1-0 stand 2 words, 'Nf3' to 'Nc6'" + mend_end + ")"},
        {"1. e4 e5 1-0 Nf3", "2 1-0 (test:1: behind the result 1-0 stands 'Nf3'" + mend_end + ")"},
        {"1. e4 e5 1-0 0-1", "2 1-0 (test:1: behind the result 1-0 stands '0-1'" + mend_end + ")"},
        {"1. e4 e5 3. Nf3 Nc6 4. Bb5 *",
         "5 * (test:1: move 2 has the number 3" + mend_number + ")"},
        {"2. e4 e5 *", "2 * (test:1: move 1 has the number 2" + mend_number + ")"},
        {"1. e4 e5 2. Nf3 3. Bb5 *",
         "3 * (test:1: move 2 of Black is missing; write it; the game is read up to there)"},
        {"1. e4 e5 2... Nc6 *",
         "2 * (test:1: move 2 of White is missing; write it; the game is read up to there)"},
        {"[White \"a\"]\n[White \"b\"]\n\n1. e4 *",
         "1 * (test:2: the tag White stands here again, with another value; take one of them out; "
         "the first is used)"},
        {"1. e4 e5 2. d4\n1. d4 d5 *",
         "3 * (test:2: the game has no result; write 1-0, 0-1, 1/2-1/2 or * after its last move) "
         "2 *"},
        // Allowed: a tag of an unknown result, numbers that are missing or said twice, comments and
        // another game behind a result, a game that is numbered from where it begins.
        {"[Result \"*\"]\n\n1. e4 e5 0-1", "2 0-1"},
        {"e4 e5 Nf3 *", "3 *"},
        {"1. e4 {a} 1... e5 2. Nf3 *", "3 *"},
        {"1. e4 e5 1-0 {White wins} ; so\n$1 (2. Nf3)\n", "2 1-0"},
        {"1. e4 e5 1-0 1-0", "2 1-0"},
        {"1. e4 e5 1-0 1. d4 d5 0-1", "2 1-0 2 0-1"},
        {"e4 e5 1-0\nd4 d5 0-1", "2 1-0 2 0-1"},
        {"[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 30\"]\n\n1. Kd2 Kd7 2. Kd3 *", "3 *"},
        {"[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 30\"]\n\n30... Kd7 31. Kd2 *", "2 *"},
    };
    for (const Contradiction& row : rows) {
        INFO(row.text);
        std::string read;
        for (const PgnGame& game : read_all(row.text)) {
            read +=
                (read.empty() ? "" : " ") + std::to_string(game.moves.size()) + " " + game.result;
            for (const base::Error& problem : game.problems)
                read += " (" + base::to_line(problem) + ")";
        }
        CHECK(read == row.read);
    }
}

TEST_CASE("a written game has the seven tags of the roster first, and its result twice") {
    PgnGame game = with_moves({}, {"e4", "e5"});
    game.tags = {{"WhiteElo", "2000"}, {"White", "A \"B\" \\"}, {"Result", "*"}};
    game.result = "1-0";
    CHECK(to_pgn(game) == R"([Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \"B\" \\"]
[Black "?"]
[Result "1-0"]
[WhiteElo "2000"]

1. e4 e5 1-0

)");
}

TEST_CASE("another start position is written with the tags that say so") {
    const auto endgame = chess::parse_position("4k3/8/8/8/8/8/4P3/4K3 b - - 3 50");
    REQUIRE(endgame.has_value());
    const std::string text = to_pgn(with_moves(*endgame, {"Kd7", "e4"}));
    CHECK(
        text.find("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 50\"]\n\n50... Kd7 51. e4 *"
        ) != std::string::npos
    );
    CHECK(text.find("Variant") == std::string::npos);
    const auto start = chess::Position::from_setup(chess::chess960_setup(0));
    CHECK(
        to_pgn(with_moves(*start, {"e4"}))
            .find("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/") != std::string::npos
    );
    CHECK(to_pgn(with_moves({}, {"e4"})).find("FEN") == std::string::npos);
}

TEST_CASE("after a comment Black's move has its number again") {
    PgnGame game = with_moves({}, {"e4", "e5", "Nf3", "Nc6"});
    game.comment = "a start";
    game.notes = {
        {base::Millis{5'399'000}, "good"}, {base::Millis{61'500}, ""}, {std::nullopt, "a } brace"}};
    CHECK(
        movetext(game) ==
        "{a start} 1. e4 {[%clk 1:29:59] good} 1... e5 {[%clk 0:01:01.500]} 2. Nf3 {a )\n"
        "brace} 2... Nc6 *\n\n"
    );
}

TEST_CASE("written lines are shorter than 80 columns, and none begins like an escape or a tag") {
    PgnGame game = with_moves({}, {"e4"});
    std::string comment;
    for (int word = 0; word < 200; ++word)
        comment += word % 3 == 0 ? "%escape " : word % 3 == 1 ? "plain " : "[Event ";
    game.notes = {{std::nullopt, comment}};
    const std::string text = movetext(game);
    std::istringstream lines{text};
    std::size_t plain_lines = 0;
    for (std::string line; std::getline(lines, line);) {
        CHECK(line.size() < 80 + 16);
        CHECK_FALSE(line.starts_with('%'));
        CHECK_FALSE(line.starts_with('['));
        ++plain_lines;
    }
    CHECK(plain_lines > 10);
    comment.pop_back();
    CHECK(read_one(to_pgn(game)).notes.at(0).comment == comment);
}

TEST_CASE("every game of the shared files is read without a problem") {
    const auto [name, count, plies] = GENERATE(table<std::string, std::size_t, std::size_t>({
        {"rare-events.pgn", 1204, 135165},
        {"chess960-selfplay.pgn", 480, 48417},
        {"with-clocks.pgn", 438, 28538},
    }));
    const std::vector<PgnGame> games = read_games(name);
    CHECK(games.size() == count);
    std::size_t read = 0;
    for (const PgnGame& game : games) {
        INFO(name << ":" << game.line);
        CHECK(game.problems.empty());
        CHECK(game.tag("Result") == game.result);
        CHECK(game.notes.size() == game.moves.size());
        read += game.moves.size();
    }
    CHECK(read == plies);
}

TEST_CASE("every ply of the games with clocks has its clock") {
    for (const PgnGame& game : read_games("with-clocks.pgn")) {
        INFO("with-clocks.pgn:" << game.line);
        CHECK(std::all_of(game.notes.begin(), game.notes.end(), [](const PgnNote& note) {
            return note.clock.has_value() && note.comment.find("%clk") == std::string::npos;
        }));
    }
}

TEST_CASE("a written game reads back as it was") {
    const auto name = GENERATE("rare-events.pgn", "chess960-selfplay.pgn", "with-clocks.pgn");
    for (const PgnGame& game : read_games(name)) {
        INFO(name << ":" << game.line);
        const PgnGame again = read_one(to_pgn(game));
        CHECK(again.start == game.start);
        CHECK(again.moves == game.moves);
        CHECK(again.notes == game.notes);
        CHECK(again.comment == game.comment);
        CHECK(again.result == game.result);
        CHECK(std::all_of(game.tags.begin(), game.tags.end(), [&](const auto& tag) {
            return again.tag(tag.first) == tag.second;
        }));
    }
}

} // namespace ansage::scoresheet
