// SPDX-License-Identifier: GPL-3.0-or-later
// Sheets of every kind: recognised by what they hold, written, and read back.
#include "chess/san.hpp"
#include "files/profile_path.hpp"
#include "record/game_file.hpp"
#include "record/sheet_export.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"

#include <fmt/format.h>
#include <fstream>

namespace ansage::record {
namespace {

scoresheet::PgnGame game_of(const std::string& moves) {
    const auto games = read_sheets(
        moves, "game.pgn", {.kind = SheetKind::pgn, .code = "en-uk", .start = {}, .data = {}}
    );
    REQUIRE(games);
    REQUIRE(games->size() == 1);
    return games->front();
}

std::string moves_of(const scoresheet::PgnGame& game) {
    std::string text;
    chess::Position position = game.start;
    for (const chess::Move move : game.moves) {
        text += (text.empty() ? "" : " ") + chess::to_san(position, move);
        position.play(move);
    }
    return text;
}

// The moves of each game that is read from the text without being told what it is.
std::vector<std::string> guessed(const std::string& text, const std::string& file = "game") {
    const auto games = read_sheets(text, file, {});
    REQUIRE(games);
    std::vector<std::string> moves;
    for (const scoresheet::PgnGame& game : *games) {
        CHECK(game.problems.empty());
        moves.push_back(moves_of(game));
    }
    return moves;
}

using Moves = std::vector<std::string>;

ExportSettings settings(SheetFormat format) {
    ExportSettings settings;
    settings.format = format;
    settings.code = "de";
    settings.letters = "en-uk";
    settings.language = "en";
    settings.data = tests::share();
    return settings;
}

std::string written(const scoresheet::PgnGame& game, const ExportSettings& settings) {
    auto exporter = SheetExporter::open(settings);
    REQUIRE(exporter);
    const auto text = exporter->write({.game = game, .record = nullptr, .of = {}});
    REQUIRE(text);
    return *text;
}

const std::string moves = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6";

} // namespace

TEST_CASE("Every format that holds moves is recognised and read back") {
    const scoresheet::PgnGame game = game_of("[White \"Ember\"]\n[Black \"Frost\"]\n\n1. e4 e5 2. "
                                             "Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 *");
    for (const SheetFormat format :
         {SheetFormat::pgn,
          SheetFormat::text,
          SheetFormat::brf,
          SheetFormat::braille,
          SheetFormat::json}) {
        INFO(sheet_formats[static_cast<std::size_t>(format)]);
        const std::string text = written(game, settings(format));
        const std::string name = fmt::format("game{}", extension_of(format));
        CHECK(guessed(text, name) == Moves{moves});
    }
}

TEST_CASE("A file is recognised by what it holds where its name does not say") {
    const scoresheet::PgnGame game =
        game_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 *");
    CHECK(guessed(written(game, settings(SheetFormat::braille))) == Moves{moves});
    CHECK(guessed("\n " + written(game, settings(SheetFormat::json))) == Moves{moves});
    CHECK(guessed("1. e4 e5 2. Nf3") == Moves{"e4 e5 Nf3"});
    CHECK(guessed("1. e4 {best} e5 ; by test\n2. Nf3 *") == Moves{"e4 e5 Nf3"});
    CHECK(guessed("e4 e5\nNf3") == Moves{"e4 e5 Nf3"});
    CHECK(guessed("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n") == Moves{"e4", "d4"});
    CHECK(guessed("").empty());
}

TEST_CASE("A result in braille comes back from every code, without being told which") {
    const auto directories = files::data_directories(std::string{tests::share()});
    REQUIRE(directories);
    const auto codes = files::list_profiles(*directories, files::ProfileKind::braille);
    CHECK(codes.size() > 5);
    for (const files::ProfileFile& file : codes) {
        const auto code = find_code(file.path.string(), tests::share());
        REQUIRE(code);
        if (code->print_only) continue;
        for (const std::string result : {"1-0", "0-1", "1/2-1/2", "*"}) {
            scoresheet::PgnGame game = game_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
            game.result = result;
            ExportSettings wanted = settings(SheetFormat::braille);
            wanted.code = file.path.string();
            const auto read = read_sheets(written(game, wanted), "game.braille.txt", {});
            REQUIRE(read);
            INFO(file.name << " " << result);
            REQUIRE(read->size() == 1);
            CHECK(moves_of(read->front()) == "e4 e5 Nf3 Nc6 Bb5 a6");
            CHECK(read->front().result == result);
        }
    }
}

TEST_CASE("An illegal move that stands is in every format, marked, with what follows") {
    scoresheet::PgnGame game = game_of("1. e4 e5 *");
    chess::Position position = game.start;
    for (const chess::Move move : game.moves) position.play(move);
    const auto square = [](const char* name) { return *chess::parse_square(name); };
    chess::Setup setup = position.setup();
    setup.board[square("g3").index()] = setup.board[square("g1").index()];
    setup.board[square("g1").index()].reset();
    setup.turn = chess::Color::black;
    const chess::Position after = chess::Position::from_setup(setup).value();
    const chess::Move reply = chess::parse_san(after, "Nc6").value();
    game.rest = {
        {.place = {.number = 2, .mover = chess::Color::white},
         .before = position,
         .after = after,
         .move = chess::Move::ordinary(square("g1"), square("g3")),
         .text = "Ng3",
         .remark = "it stands",
         .note = {}},
        {.place = {.number = 2, .mover = chess::Color::black},
         .before = after,
         .after = after.after(reply),
         .move = reply,
         .text = "Nc6",
         .remark = {},
         .note = {}}};
    game.result = "1-0";
    CHECK_THAT(
        written(game, settings(SheetFormat::pgn)),
        Catch::Contains("1. e4 e5 {2. Ng1-g3 (it stands) 2... Nc6} 1-0\n")
    );
    CHECK_THAT(
        written(game, settings(SheetFormat::text)),
        Catch::Contains("1. e4 e5\n2. Sg1-g3 {it stands} Sc6\nResult: 1-0\n")
    );
    CHECK_THAT(
        written(game, settings(SheetFormat::json)),
        Catch::Contains(
            R"({"ply":3,"number":2,"color":"white","text":"Ng1-g3","uci":"g1g3","illegal":true,)"
            R"("remark":"it stands"},{"ply":4,"number":2,"color":"black","san":"Nc6")"
        )
    );
    ExportSettings with_board = settings(SheetFormat::html);
    with_board.boards = {"end"};
    const std::string page = written(game, with_board);
    CHECK_THAT(page, Catch::Contains("<td>Sg1-g3</td><td>Sc6</td>"));
    CHECK_THAT(page, Catch::Contains("it stands"));
    CHECK_THAT(page, Catch::Contains("2... Sc6")); // the last board stands after it
    const std::string braille = written(game, settings(SheetFormat::brf));
    CHECK_THAT(braille, Catch::Contains("#B   .SG#A-G#C    .SC#F"));
    // In braille as in text the mark is never left out.
    CHECK_THAT(braille, Catch::Contains("IT /&S") || Catch::Contains("IT STANDS"));
}

TEST_CASE("Every format of a sheet has an ending of its own") {
    Moves endings;
    for (std::size_t i = 0; i < sheet_formats.size(); ++i)
        endings.emplace_back(extension_of(static_cast<SheetFormat>(i)));
    CHECK(endings == Moves{".pgn", ".txt", ".brf", ".braille.txt", ".html", ".json"});
}

TEST_CASE("A page shows the boards that are asked for, and an unknown one is an error") {
    const auto boards = [](const std::string& moves, std::vector<std::string> names) {
        ExportSettings wanted = settings(SheetFormat::html);
        wanted.boards = std::move(names);
        auto exporter = SheetExporter::open(wanted);
        REQUIRE(exporter);
        const auto page = exporter->write({.game = game_of(moves), .record = nullptr, .of = {}});
        if (!page) return base::to_line(page.error());
        std::size_t count = 0;
        for (std::size_t at = page->find("<figure>"); at != std::string::npos;
             at = page->find("<figure>", at + 1))
            ++count;
        return std::to_string(count);
    };
    const auto unknown = [](const std::string& name) {
        return "--boards: there is no position \"" + name +
            "\" in this game; write start, end, 12 or 12... with commas between them";
    };
    const std::string game = "1. e4 e5 2. Nf3 *";
    const int none = std::stoi(boards(game, {}));
    const auto shows = [&](const std::string& name) {
        return boards(game, {name}) == std::to_string(none + 1);
    };
    for (const char* name : {"start", "end", "1", "1...", "2"}) {
        INFO(name);
        CHECK(shows(name));
    }
    for (const char* name : {"0", "2...", "3", "e4", "", "..."})
        CHECK(boards(game, {name}) == unknown(name));
    CHECK(boards(game, {"start", "1", "end"}) == std::to_string(none + 3));
    // A game that begins with Black has no move of White at its first number.
    const std::string black =
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 *";
    CHECK(boards(black, {"7"}) == unknown("7"));
    CHECK(boards(black, {"6"}) == unknown("6"));
    for (const char* name : {"7...", "8"}) {
        INFO(name);
        CHECK(boards(black, {name}) == std::to_string(none + 1));
    }
    CHECK(boards(black, {"8..."}) == unknown("8..."));
}

TEST_CASE("What a format needs is opened first, and its lack is an error") {
    for (const SheetFormat format : {SheetFormat::brf, SheetFormat::braille}) {
        ExportSettings wanted = settings(format);
        wanted.code = "nowhere";
        CHECK_FALSE(SheetExporter::open(wanted));
        wanted.code = "de";
        wanted.letters = "nowhere"; // which braille does not need
        CHECK(SheetExporter::open(wanted));
    }
    for (const SheetFormat format : {SheetFormat::text, SheetFormat::html}) {
        ExportSettings wanted = settings(format);
        wanted.letters = "nowhere";
        CHECK_FALSE(SheetExporter::open(wanted));
    }
    for (const SheetFormat format : {SheetFormat::pgn, SheetFormat::json}) {
        ExportSettings wanted = settings(format);
        wanted.letters = wanted.code = "nowhere";
        CHECK(SheetExporter::open(wanted));
    }
}

TEST_CASE("A language has its braille code, a country its own, and every other the German one") {
    const auto code = [](const std::string& locale) { return code_of_language(locale, ""); };
    CHECK(code("de") == "de");
    CHECK(code("de_AT.UTF-8") == "de");
    CHECK(code("nl_NL.UTF-8@euro") == "nl");
    CHECK(code("sv") == "sv");
    CHECK(code("en_US.UTF-8") == "en-us");
    CHECK(code("en_GB") == "en-uk");
    CHECK(code("en_GB.UTF-8") == "en-uk");
    CHECK(code("en_IE.UTF-8") == "en-ueb");
    CHECK(code("en") == "en-ueb");
    CHECK(code("nn_NO.UTF-8") == "nb");
    CHECK(code("no") == "nb");
    CHECK(code("xx_YY") == "de");
    CHECK(code("") == "de");
}

} // namespace ansage::record
