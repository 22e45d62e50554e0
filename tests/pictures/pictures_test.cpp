// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures in docs are what the program draws today, byte for byte. To make them anew:
// ANSAGE_WRITE_PICTURES=1 build/release/tests/pictures/test_pictures
#include "chess/reading.hpp"
#include "pictures/drawing.hpp"
#include "pictures/made.hpp"
#include "scoresheet/board_picture.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

namespace ansage::pictures {
namespace {

constexpr std::string_view bold = "font-weight=\"bold\"";
constexpr std::string_view figures = "style=\"font-variant-numeric:tabular-nums\"";
constexpr std::size_t most_bytes = 30'000;
constexpr std::array<const char*, 2> languages{"en", "de"}; // of the guide

// The drawings that the boards use.
std::string symbols() {
    return "<defs>" + between(std::string{scoresheet::board_symbols}, "<defs>", "</defs>") +
        "</defs>\n";
}

// What a screen reader says of a board.
std::string words_of(const std::string& board) {
    return between(between(board, "<desc ", "</desc>") + "<", ">", "<");
}

void compare(const std::string& name, const std::string& svg) {
    const std::string path = tests::root() + "/docs/pictures/" + name + ".svg";
    INFO(
        path << ": made anew by ANSAGE_WRITE_PICTURES=1 "
             << "tests/pictures/test_pictures"
    );
    if (std::getenv("ANSAGE_WRITE_PICTURES") != nullptr) std::ofstream{path} << svg;
    std::ifstream file{path};
    const std::string kept{std::istreambuf_iterator<char>{file}, {}};
    CHECK(kept.size() == svg.size());
    CHECK((kept == svg));
    CHECK(svg.size() < most_bytes);
}

// --- the demo's page, when the boards differ
std::string clock_text(const nlohmann::json& milliseconds) {
    const auto seconds = (milliseconds.get<std::int64_t>() + 999) / 1000;
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

// A player's name, his clock, his board, and in words whether it is right.
void add_side(
    Drawing& drawing,
    int x,
    const std::string& name,
    const std::string& time,
    const std::string& board
) {
    drawing.text(x, 88, 18, name);
    drawing.text(x + 90, 90, 28, time, figures);
    drawing.put(x, 104, 420, board);
    const std::string words = words_of(board);
    const bool is_off = board.find("#differs") != std::string::npos;
    if (is_off) drawing.broken_frame(x, 536, 436, 100);
    drawing.lines(x + 12, 560, 15, words, is_off ? 370 : 412, is_off ? bold : "");
}

// What is known of the move in hand, a witness a line.
void add_witnesses(Drawing& drawing, const std::string& page) {
    const std::string ledger = page.substr(page.rfind("<caption>"));
    const auto rows = rows_of(ledger);
    drawing.text(24, 672, 16, each(ledger, "caption").front(), bold);
    int y = 698;
    for (const Cells& row : rows) {
        if (row.front() != rows.back().front()) continue; // an earlier move
        drawing.text(24, y, 15, row.at(1));
        drawing.text(260, y, 15, row.at(2));
        y += 24;
    }
}

// With the articles for it.
std::string proposal_of(const nlohmann::json& dispute) {
    std::string articles;
    for (const auto& finding : dispute["course"]) {
        if (finding["kind"] == "proposed" && articles.empty()) {
            for (const auto& article : finding["articles"])
                articles += (articles.empty() ? "" : ", ") + article.get<std::string>();
        }
    }
    return fmt::format("{} ({})", dispute["proposal"].get<std::string>(), articles);
}

std::string demo_picture(const std::string& language) {
    const Made& all = made(language);
    const auto dispute = nlohmann::json::parse(all.report_json)["disputes"][0];
    const std::string page = between(all.report, "<section>", "</section>");
    const std::string white = svg_around(page, "<title id=\"before-1-white-title\"");
    const std::string black = svg_around(page, "<title id=\"before-1-black-title\"");
    const std::string title = each(all.sheet, "h1").front();
    const std::string proposal = proposal_of(dispute);
    Drawing drawing{960, 800, title, words_of(white) + " " + proposal};
    drawing.add(symbols());
    drawing.text(24, 46, 26, title, bold);
    const auto names = each(between(all.sheet, "<ul class=\"signatures\">", "</ul>"), "li");
    add_side(drawing, 24, names.at(0), clock_text(dispute["before"]["white_ms"]), white);
    add_side(drawing, 500, names.at(1), clock_text(dispute["before"]["black_ms"]), black);
    add_witnesses(drawing, page.substr(0, page.find("<div class=\"boards\">")));
    drawing.frame(500, 652, 436, 124);
    drawing.lines(514, 678, 15, proposal, 410);
    return drawing.svg();
}

// --- the demo's terminal, from the alert on
std::string escaped(const std::string& text) {
    std::string all;
    for (const char letter : text)
        all += letter == '&' ? "&amp;" : letter == '<' ? "&lt;" : std::string{letter};
    return all;
}

std::string terminal_picture(const std::string& language) {
    const auto& lines = made(language).terminal;
    const auto dispute = nlohmann::json::parse(made(language).report_json)["disputes"][0];
    const std::string alert = dispute["findings"][0]["words"];
    const auto found = std::ranges::find_if(lines, [&](const std::string& line) {
        return line.find(alert.substr(0, alert.find('.'))) != std::string::npos;
    });
    REQUIRE(found - lines.begin() > 4);
    constexpr std::ptrdiff_t shown = 14;
    REQUIRE(lines.end() - found > shown);
    std::vector<std::string> rows;
    for (auto line = found - 4; line != found - 4 + shown; ++line) {
        std::string_view indent;
        // A letter of the usual face is a little wider than the mean one of text.
        for (const std::string& row : wrapped(escaped(*line), 860, 15)) {
            rows.push_back(fmt::format("{}{}", indent, row));
            indent = "    ";
        }
    }
    const int height = 40 + static_cast<int>(rows.size()) * 24;
    Drawing drawing{960, height, "ansage demo", escaped(alert)};
    drawing.add(fmt::format(
        "<rect x=\"2\" y=\"2\" width=\"956\" height=\"{}\" rx=\"7\" fill=\"#111\"/>\n<g "
        "fill=\"#f2f2f2\" font-family=\"monospace\" xml:space=\"preserve\">\n",
        height - 4
    ));
    int y = 36;
    for (const std::string& row : rows) {
        drawing.text(20, y, 14, row);
        y += 24;
    }
    drawing.add("</g>\n");
    return drawing.svg();
}

// --- the scoresheet
void add_moves(Drawing& drawing, int x, const std::string& table) {
    drawing.text(x, 150, 14, each(table, "caption").front(), bold);
    int y = 172;
    drawing.add("<g font-size=\"13\" style=\"font-variant-numeric:tabular-nums\">\n");
    for (const Cells& row : rows_of(table)) {
        std::string line =
            fmt::format("<text y=\"{}\"><tspan x=\"{}\">{}</tspan>", y, x, row.at(0));
        for (std::size_t half = 1; half < row.size(); ++half) {
            const std::string& said = row[half];
            const std::size_t space = row.size() == 3 ? said.find(' ') : said.npos;
            const int at = x + 62 + static_cast<int>(half - 1) * 146;
            line += fmt::format("<tspan x=\"{}\">{}</tspan>", at, said.substr(0, space));
            if (space != said.npos)
                line += fmt::format("<tspan x=\"{}\">{}</tspan>", at + 74, said.substr(space + 1));
        }
        drawing.add(line + "</text>\n");
        drawing.line(x, y + 5, x + 340, y + 5);
        y += 20;
    }
    drawing.add("</g>\n");
}

std::string scoresheet_picture(const std::string& language) {
    const std::string& page = made(language).sheet;
    const std::string title = each(page, "h1").front();
    const std::string columns = between(page, "<div class=\"columns\">", "</section>");
    const std::string board = svg_around(page, "-title\">");
    Drawing drawing{760, 1075, title, words_of(board)};
    drawing.add(symbols());
    drawing.text(24, 44, 22, title, bold);
    const auto names = each(page, "dt");
    const auto values = each(page, "dd");
    int place = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        // The day on which the demo was played is no part of the picture.
        if (values.at(i) == made(language).day) continue;
        const std::string fact =
            fmt::format("{}: <tspan font-weight=\"bold\">{}</tspan>", names[i], values[i]);
        drawing.text(24 + place % 3 * 240, 74 + place / 3 * 22, 13, fact);
        ++place;
    }
    const std::size_t second = columns.find("<table>", columns.find("<table>") + 1);
    REQUIRE(second != std::string::npos);
    add_moves(drawing, 24, columns.substr(0, second));
    add_moves(drawing, 396, columns.substr(second));
    drawing.put(24, 850, 200, board);
    int y = 890;
    for (const std::string& who : each(between(page, "<ul class=\"signatures\">", "</ul>"), "li")) {
        drawing.line(300, y, 736, y);
        drawing.text(300, y + 18, 13, who);
        y += 64;
    }
    return drawing.svg();
}

// --- the peg board: what really stands there, apertures, raised dark squares, levers
chess::Reading really_there(const chess::Reading& record, const chess::Reading& shows) {
    chess::Reading real = record;
    chess::SquareReading moved;
    for (const chess::Square square : chess::all_squares) {
        if (!record[square].is_empty() && shows[square].is_empty()) {
            moved = record[square];
            real[square] = chess::SquareReading::empty();
        }
    }
    for (const chess::Square square : chess::all_squares)
        if (record[square].is_empty() && !shows[square].is_empty()) real[square] = moved;
    return real;
}

// A dark square stands higher; an aperture that is free can be felt, and so can a pin on what is
// black.
void add_square(Drawing& drawing, chess::Square square, chess::SquareReading stands) {
    const unsigned index = square.index();
    const unsigned x = 28 + index % 8 * 45;
    const unsigned y = (7 - index / 8) * 45;
    if ((index % 8 + index / 8) % 2 == 0)
        drawing.add(fmt::format("<path d=\"M{} {}h42v-42\" class=\"edge\"/>\n", x + 1, y + 43));
    if (stands.is_empty()) {
        drawing.add(
            fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"4\" class=\"hole\"/>\n", x + 22, y + 22)
        );
    } else if (stands.piece()->color == chess::Color::black) {
        drawing.add(
            fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"2.5\" class=\"pin\"/>\n", x + 22, y + 15)
        );
    }
}

// One square with a peg in its aperture and one without, cut through; a contact below each.
constexpr std::string_view cut =
    "<g transform=\"translate(480 90)\" stroke=\"#000\" stroke-width=\"2\">\n"
    "<path d=\"M0 100h75v60h-75z\" fill=\"#fff\"/><path d=\"M75 85h75v75h-75z\" fill=\"#aaa\"/>\n"
    "<path d=\"M30 100h15v45h-15z\" fill=\"#fff\"/><path d=\"M105 85h15v60h-15z\" fill=\"#fff\"/>\n"
    "<path d=\"M107 85h11v58h-11z\" fill=\"#000\"/><use href=\"#black-pawn\" x=\"68\" y=\"4\" "
    "width=\"90\" height=\"90\"/>\n<path d=\"M28 152h19M103 152h19\" stroke-width=\"4\"/>\n"
    "<path d=\"M0 160h150v30h-150z\" fill=\"#fff\"/></g>\n";

std::string peg_board_picture() {
    const auto before = nlohmann::json::parse(made("en").report_json)["disputes"][0]["before"];
    const std::string fen = before["fen"];
    const auto record = chess::parse_placement(fen.substr(0, fen.find(' ')));
    const auto shows = chess::parse_placement(before["boards"][0]["shows"].get<std::string>());
    REQUIRE((record && shows));
    const chess::Reading real = really_there(*record, *shows);
    chess::SquareSet marked;
    for (const chess::Square square : chess::all_squares)
        if (real[square] != (*record)[square]) marked.insert(square);
    REQUIRE(marked.size() == 2);
    Drawing drawing{660, 470, "A peg board", "A peg stands on e6 that belongs on f6."};
    drawing.add("<style>.edge{fill:none;stroke:#555;stroke-width:4}.hole{fill:#fff;stroke:#000;"
                "stroke-width:2}.pin{fill:#fff;stroke:#000}</style>\n");
    drawing.add(symbols());
    drawing.add("<path d=\"M50 8h382v20h-382zM50 438h382v20h-382z\" fill=\"#fff\" stroke=\"#000\" "
                "stroke-width=\"2\"/><circle cx=\"240\" cy=\"18\" r=\"7\"/><circle cx=\"240\" "
                "cy=\"448\" r=\"7\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"2\"/>\n"
                "<g transform=\"translate(36 40)\">\n");
    drawing.add(scoresheet::draw_squares({.board = real, .marked = marked}));
    for (const chess::Square square : chess::all_squares) add_square(drawing, square, real[square]);
    drawing.add("</g>\n");
    drawing.add(cut);
    return drawing.svg();
}

} // namespace

TEST_CASE("the demo's page when the boards differ is as it is in the documentation") {
    for (const std::string language : languages)
        compare("demo-" + language, demo_picture(language));
}

TEST_CASE("the demo's terminal is as it is in the documentation") {
    for (const std::string language : languages)
        compare("terminal-" + language, terminal_picture(language));
}

TEST_CASE("the scoresheet is as it is in the documentation") {
    for (const std::string language : languages)
        compare("scoresheet-" + language, scoresheet_picture(language));
}

TEST_CASE("the peg board is as it is in the documentation") {
    compare("peg-board", peg_board_picture());
}

} // namespace ansage::pictures
