// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "codes.hpp"
#include "games.hpp"
#include "scoresheet/braille_sheet.hpp"
#include "support/catch.hpp"
#include "support/thinning.hpp"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <unistd.h>

namespace ansage::scoresheet {
namespace {

const std::vector<std::string> game_files{
    "rare-events.pgn", "chess960-selfplay.pgn", "with-clocks.pgn"};

struct Row {
    std::string where;
    std::vector<std::string> fields;
};

// Lines of tests/data/scoresheet/NAME, split at tabs.
std::vector<Row> rows(const std::string& name) {
    std::ifstream file{ANSAGE_ROOT "/tests/data/scoresheet/" + name};
    std::vector<Row> rows;
    std::string line;
    for (unsigned number = 1; std::getline(file, line); ++number) {
        if (line.empty() || line.starts_with('#')) continue;
        Row row{fmt::format("tests/data/scoresheet/{}:{}", name, number), {}};
        std::istringstream fields{line};
        for (std::string field; std::getline(fields, field, '\t');) row.fields.push_back(field);
        rows.push_back(row);
    }
    REQUIRE_FALSE(rows.empty());
    return rows;
}

// How many of the game's moves come back from their cells; both forms.
std::size_t count_read_back(Braille& braille, const PgnGame& game) {
    chess::Position position = game.start;
    std::size_t count = 0;
    for (const chess::Move move : game.moves) {
        const Cells shorter = braille.write_move(position, move, NotationLength::short_form);
        const Cells longer = braille.write_move(position, move, NotationLength::long_form);
        const bool same = braille.read_move(position, shorter) == move &&
            braille.read_move(position, longer) == move;
        if (!same) {
            UNSCOPED_INFO(
                chess::to_fen(position)
                << " " << chess::to_uci(position, move, chess::CastlingStyle::king_takes_rook)
                << " " << to_unicode(shorter) << " " << to_unicode(longer)
            );
        }
        count += same ? 1 : 0;
        position.play(move);
    }
    return count;
}

// What another program, which knows BRF by itself, makes of a file. Without a locale of UTF-8, as
// on a machine that nobody has set up, brltty-trtxt writes nothing.
std::string converted_by(const std::string& program, const std::string& brf) {
    const auto path = std::filesystem::temp_directory_path() /
        fmt::format("ansage-brf-{}", static_cast<long>(getpid()));
    std::ofstream{path, std::ios::binary} << brf;
    const std::string command =
        fmt::format("LC_ALL=C.UTF-8 {} {} 2>/dev/null", program, path.string());
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe{popen(command.c_str(), "r"), pclose};
    std::string text;
    for (int letter = std::fgetc(pipe.get()); letter != EOF; letter = std::fgetc(pipe.get()))
        text += static_cast<char>(letter);
    std::filesystem::remove(path);
    return text;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

} // namespace

TEST_CASE("every move of the shared games comes back from every code, in both lengths") {
    const auto name = GENERATE(from_range(code_names()));
    Braille braille = open_code(name);
    if (braille.code().print_only) return;
    for (const std::string& file : game_files) {
        for (const PgnGame& game : tests::thinned(read_games(file))) {
            INFO(name << " " << file << ":" << game.line);
            REQUIRE(count_read_back(braille, game) == game.moves.size());
        }
    }
}

TEST_CASE("moves look as each code wants them") {
    for (const Row& row : rows("moves.tsv")) {
        INFO(row.where);
        REQUIRE(row.fields.size() == 5);
        Braille braille = open_code(row.fields[0]);
        const auto position = chess::parse_position(row.fields[1]);
        REQUIRE(position.has_value());
        const auto move = chess::parse_uci(*position, row.fields[2]);
        REQUIRE(move.has_value());
        const auto length =
            row.fields[3] == "long" ? NotationLength::long_form : NotationLength::short_form;
        CHECK(to_unicode(braille.write_move(*position, *move, length)) == row.fields[4]);
    }
}

TEST_CASE("a page for an embosser has its lines, its width and its 7-bit letters") {
    const auto name = GENERATE(from_range(code_names()));
    const PageSize size = GENERATE(PageSize{}, PageSize{28, 10}, PageSize{20, 4}, PageSize{20, 27});
    Braille braille = open_code(name);
    for (const PgnGame& game : read_games("corners.pgn")) {
        const auto pages = braille_pages(braille, game, {.page = size, .comments = true});
        const auto text = brf_text(pages, name);
        INFO(name << " width " << size.width);
        REQUIRE(text.has_value());
        CHECK(std::count(text->begin(), text->end(), '\f') == static_cast<long>(pages.size()));
        for (const BraillePage& page : pages) {
            CHECK(page.size() <= size.height);
            for (const Cells& line : page) CHECK(line.size() <= size.width);
        }
        for (std::string line : lines_of(*text)) {
            line.erase(
                0,
                line.find_first_not_of('\f') == std::string::npos ? 1 : line.find_first_not_of('\f')
            );
            CHECK((line.empty() || line.ends_with('\r')));
        }
    }
}

TEST_CASE("a page without names has words at its head, for fingers make nothing of question marks"
) {
    using Tags = std::vector<std::pair<std::string, std::string>>;
    Braille braille = open_code("de");
    const std::vector<std::pair<Tags, std::string>> rows{
        {{{"White", "Anna"}, {"Black", "Bert"}, {"Event", "Cup"}}, "Anna - Bert"},
        {{{"White", "Anna"}, {"Black", "?"}}, "Anna - Schwarz"},
        {{{"Black", "Bert"}}, "Weiß - Bert"},
        {{{"White", "?"}, {"Black", "?"}, {"Event", "Cup"}, {"Date", "2026.11.21"}}, "Cup"},
        {{{"Event", "?"}, {"Date", "2026.11.21"}}, "2026.11.21"},
        {{{"Date", "????.??.??"}}, "Weiß - Schwarz"},
    };
    for (const auto& [tags, words] : rows) {
        PgnGame game;
        game.tags = tags;
        game.moves = {chess::parse_san(game.start, "e4").value()};
        game.notes.resize(1);
        const auto pages = braille_pages(braille, game, {});
        Cells head = pages.front().front();
        head.resize(head.size() - braille.number(1).size());
        while (!head.empty() && head.back() == blank_cell) head.pop_back();
        INFO(words);
        CHECK(to_unicode(head) == to_unicode(braille.text(words)));
        const auto back = read_braille_sheets(braille, brf_text(pages, "de").value(), "sheet", {});
        REQUIRE(back.size() == 1);
        CHECK(back.front().moves == game.moves);
        CHECK(back.front().problems.empty());
    }
}

TEST_CASE("glibc and brltty read the same cells from our BRF") {
    const auto name = GENERATE(from_range(code_names()));
    const std::string program = GENERATE(
        std::string{"iconv -f BRF -t UTF-8"}, std::string{"brltty-trtxt -6 -i brf -o unicode"}
    );
    REQUIRE(converted_by(program, "A\n") == "\u2801\n");
    Braille braille = open_code(name);
    const auto pages = braille_pages(braille, read_games("with-clocks.pgn").front(), {});
    INFO(name << "\n" << unicode_text(pages));
    std::string brf = brf_text(pages, name).value_or("eight dots");
    std::string expected = unicode_text(pages);
    std::erase_if(brf, [](char letter) { return letter == '\r' || letter == '\f'; });
    // brltty leaves blanks what they are.
    std::string converted = converted_by(program, brf);
    for (std::size_t at = converted.find(' '); at != std::string::npos;
         at = converted.find(' ', at))
        converted.replace(at, 1, "\u2800");
    CHECK(converted == expected);
}

TEST_CASE("whole scoresheets come back from BRF and from Unicode cells, whatever the page") {
    const auto name = GENERATE(from_range(code_names()));
    const PageSize size = GENERATE(PageSize{}, PageSize{20, 10});
    const auto length = GENERATE(NotationLength::short_form, NotationLength::long_form);
    Braille braille = open_code(name);
    std::vector<PgnGame> games = read_games("rare-events.pgn");
    games.resize(60);
    for (const PgnGame& game : tests::thinned(games)) {
        const auto pages =
            braille_pages(braille, game, {.page = size, .length = length, .comments = true});
        for (const std::string& text : {brf_text(pages, name).value(), unicode_text(pages)}) {
            const std::vector<PgnGame> sheets =
                read_braille_sheets(braille, text, "sheet", game.start);
            REQUIRE(sheets.size() == 1);
            const PgnGame& back = sheets.front();
            INFO(name << " rare-events.pgn:" << game.line << " width " << size.width);
            INFO((back.problems.empty() ? text : base::to_line(back.problems.front())));
            REQUIRE((back.moves == game.moves));
            CHECK(back.result == game.result);
        }
    }
}

TEST_CASE("a game of Chess960 comes back from BRF, which says the number of its start") {
    const auto name = GENERATE(from_range(code_names()));
    Braille braille = open_code(name);
    std::vector<PgnGame> games = read_games("chess960-selfplay.pgn");
    games.resize(12);
    for (const PgnGame& game : games) {
        const auto text = brf_text(braille_pages(braille, game, {}), name).value();
        const std::vector<PgnGame> sheets = read_braille_sheets(braille, text, "sheet", {});
        INFO(name << " chess960-selfplay.pgn:" << game.line << "\n" << text);
        REQUIRE(sheets.size() == 1);
        CHECK(sheets.front().start == game.start);
        CHECK(sheets.front().moves == game.moves);
    }
}

// Castling with an inner rook, en passant, Black to move, a clock near fifty moves, promoted
// queens.
TEST_CASE("a game that begins elsewhere comes back from braille with its position") {
    const auto name = GENERATE(from_range(code_names()));
    const PageSize size = GENERATE(PageSize{}, PageSize{20, 10});
    Braille braille = open_code(name);
    const std::vector<std::pair<std::string, std::string>> rows{
        {"r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 3 17", "O-O"},
        {"rnbqkbnr/pp1ppppp/8/8/2pPP3/8/PPP2PPP/RNBQKBNR b KQkq d3 0 3", "cxd3"},
        {"1r1rk3/3p4/8/8/8/8/3P4/1R1RK3 b Dd - 98 120", "O-O-O"},
        {"QQ6/7k/8/8/8/8/8/7K w - - 0 1", "Kg1"},
        {"4k3/P7/8/8/8/8/7p/4K3 w - - 12 61", "a8=Q+"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 100 1009", "Kd1"},
        {"4k3/8/8/8/8/8/8/4K3 b - - 59 9999", "Kd8"},
    };
    for (const auto& [fen, san] : rows) {
        PgnGame game;
        game.start = chess::parse_position(fen).value();
        game.tags = {{"White", "Anna"}, {"Black", "Bert"}};
        game.moves = {chess::parse_san(game.start, san).value()};
        game.notes.resize(1);
        const auto pages = braille_pages(braille, game, {.page = size});
        for (const std::string& text : {brf_text(pages, name).value(), unicode_text(pages)}) {
            const std::vector<PgnGame> sheets = read_braille_sheets(braille, text, "sheet", {});
            INFO(name << " " << fen << "\n" << text);
            REQUIRE(sheets.size() == 1);
            CHECK(sheets.front().problems.empty());
            CHECK(chess::to_fen(sheets.front().start) == chess::to_fen(game.start));
            CHECK((sheets.front().moves == game.moves));
        }
    }
}

TEST_CASE("a square is told of each piece in words that are all different, in every code") {
    const auto name = GENERATE(from_range(code_names()));
    Braille braille = open_code(name);
    std::set<Cells> words;
    std::size_t count = 0;
    for (const std::string letter : {"", "x", "K", "Q", "R", "B", "N"}) {
        const auto role =
            letter.empty() || letter == "x" ? std::nullopt : chess::parse_role(letter.front());
        const std::string own = role ? std::string{braille.code().notation.letter(*role)} : letter;
        for (unsigned i = 0; i < 64; ++i) {
            words.insert(braille.spelled(own + chess::to_string(chess::Square::from_index(i))));
            ++count;
        }
    }
    words.insert(braille.spelled("0-0"));
    words.insert(braille.spelled("0-0-0"));
    CHECK(words.size() == count + 2);
}

TEST_CASE("typed scoresheets are read up to what is no move, and the line is named") {
    Braille braille = open_code("de");
    const auto typed = [&](std::string_view words) { return to_unicode(braille.text(words)); };
    const std::string text = typed("Weiss: Meier") + "\n" + typed("1 e4   e5") + "\n" +
        typed("2 Sf3") + "\n     " + typed("Sc6") + "\n" + typed("3 Lb5 Ke6") + "\n";
    const PgnGame game = read_braille_sheets(braille, text, "typed", {}).at(0);
    CHECK(game.moves.size() == 5);
    REQUIRE(game.problems.size() == 1);
    CHECK(game.problems[0].where == "typed:5");
    CHECK_FALSE(game.problems[0].mend.empty());
}

TEST_CASE("rows that are missing are told, and a game without a result ends before the next") {
    Braille german = open_code("de");
    const auto read = [&](std::string_view text) {
        std::string told;
        for (const PgnGame& game : read_braille_sheets(german, text, "sheet", {})) {
            told += std::to_string(game.moves.size());
            for (const base::Error& problem : game.problems)
                told += " " + problem.where.text() + " " + problem.what.text();
            told += "; ";
        }
        return told;
    };
    CHECK(read("#a e#d e#e\n#b .sf#c .sc#f\n") == "4; ");
    CHECK(
        read("#a e#d e#e\n#b .sf#c .sc#f\n#d .lb#e a#f\n#e .la#d\n") ==
        "7 sheet:3 move 3 has the number 4; "
    );
    // Indented by two cells it is a comment.
    CHECK(read("#a e#d\n  e#e\n#b .sf#c .sc#f\n") == "1 sheet:3 move 1 of Black is missing; ");
    CHECK(read("#a e#d e#e\n#b .sf#c .sc#f\n\n#a d#d d#e\n#b c#d\n") == "4; 3; ");
    CHECK(read("#a e#d e#e\n#b .ke#d\n\n#a d#d d#e\n") == "2 sheet:2 ⠨⠅⠑⠼⠙ is not legal here; 2; ");
}

TEST_CASE("what is no braille is refused with its line") {
    Braille braille = open_code("de");
    const PgnGame game = read_braille_sheets(braille, "#A\n\x7f\n", "sheet", {}).at(0);
    REQUIRE(game.problems.size() == 1);
    CHECK(game.problems[0].where == "sheet:2");
}

TEST_CASE("cells with dots 7 or 8 are for displays only") {
    CHECK_FALSE(to_brf({Cell{0x40}}).has_value());
    CHECK(to_brf({Cell{0x01}, blank_cell, Cell{0x3f}}) == "A =");
    CHECK(from_brf("a =") == Cells{Cell{0x01}, blank_cell, Cell{0x3f}});
    CHECK(from_unicode("\u2801 \u28ff") == Cells{Cell{0x01}, blank_cell, Cell{0xff}});
    CHECK_FALSE(from_unicode("\u2901").has_value());
    CHECK_FALSE(from_unicode("\xE2\xA0").has_value());
    CHECK_FALSE(from_unicode("\xF0\x82\xA0\x81").has_value()); // U+2801 in four bytes
    CHECK_FALSE(brf_text({{{Cell{0x80}}}}, "test").has_value());
}

TEST_CASE("a code without its table, or without cells for a sign, is refused") {
    BrailleCode code = open_code("en-uk").code();
    code.cells.erase('x');
    const auto no_cells = Braille::open(code);
    REQUIRE_FALSE(no_cells.has_value());
    CHECK(no_cells.error().what.text().find("x") != std::string::npos);
    code.cells.clear();
    code.table = "no-such-table.ctb";
    CHECK_FALSE(Braille::open(code).has_value());
}

} // namespace ansage::scoresheet
