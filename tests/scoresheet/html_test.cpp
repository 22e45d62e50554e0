// SPDX-License-Identifier: GPL-3.0-or-later
// The structure of the HTML page, for people who hear it.
#include "games.hpp"
#include "scoresheet/html.hpp"
#include "support/catch.hpp"

#include <array>
#include <regex>

namespace ansage::scoresheet {
namespace {

HtmlOptions options_in_words() {
    HtmlOptions options;
    options.language = "en";
    options.word = [](std::string_view id) { return "word-" + std::string{id.substr(5)}; };
    return options;
}

std::string page(std::vector<std::size_t> boards, bool has_names = true) {
    PgnGame game = read_games("with-clocks.pgn").front();
    game.tags = has_names ? game.tags : decltype(game.tags){{"White", "?"}};
    game.notes.front().comment = "<script> & \"quotes\"";
    HtmlOptions options = options_in_words();
    options.boards = std::move(boards);
    options.ledger.push_back({"1. e4", "announcement", "Eva zwei Eva vier", "0:03", "speech"});
    options.said_language = "de";
    return to_html(game, options);
}

// A drawn game of so many half-moves, in which knights go to and fro.
PgnGame shuffled(std::size_t plies) {
    std::string text = "[Board \"7\"]\n\n";
    constexpr std::array<std::string_view, 4> moves{"Nf3", "Nf6", "Ng1", "Ng8"};
    for (std::size_t ply = 0; ply < plies; ++ply) text += std::string{moves[ply % 4]} + ' ';
    text += "1/2-1/2\n";
    return *PgnReader{text, "shuffled"}.next();
}

std::size_t count(const std::string& text, const std::string& pattern) {
    const std::regex regex{pattern};
    return static_cast<std::size_t>(
        std::distance(std::sregex_iterator{text.begin(), text.end(), regex}, {})
    );
}

} // namespace

TEST_CASE("every table has a caption and headers, every picture a title and a description") {
    const std::string html = page({0, 3, 4});
    CHECK(count(html, "<html lang=\"en\">") == 1);
    CHECK(count(html, "<h1>") == 1);
    CHECK(count(html, "<table>") == count(html, "<caption>"));
    CHECK(count(html, "<table>") == 2);
    CHECK(count(html, "<th scope=\"col\">") == 3 + 5);
    // Each row but the two of the headers begins with its own.
    CHECK(count(html, "<tr><th scope=\"row\">") == count(html, "<tr>") - 2);
    CHECK(count(html, "role=\"img\"") == 4);
    CHECK(count(html, "<title id=") == 4);
    CHECK(count(html, "<desc id=") == 4);
    // Every drawing that a board uses is on the page.
    CHECK(count(html, "<symbol id=\"white-king\"") == 1);
    CHECK(count(html, "<use href=\"#white-king\" ") == 3);
}

TEST_CASE("a sheet has thirty moves a table, as on paper, and the result above them") {
    const std::string html = to_html(shuffled(121), options_in_words());
    CHECK(count(html, "<caption>word-moves 1–30</caption>") == 1);
    CHECK(count(html, "<caption>word-moves 31–60</caption>") == 1);
    CHECK(count(html, "<caption>word-moves 61</caption>") == 1);
    CHECK(count(html, "<tr><th scope=\"row\">30</th>[^\n]*</tr>\n</tbody>") == 1);
    CHECK(html.find("<dt>word-result</dt><dd>1/2-1/2</dd>") < html.find("<table>"));
    CHECK(html.find("<dt>word-board</dt><dd>7</dd>") < html.find("<table>"));
}

TEST_CASE("8.1: a remark stands below its move, and begins with it") {
    PgnGame game = shuffled(4);
    game.notes[1].comment = "(=) Black offers a draw";
    CHECK(
        count(
            to_html(game, options_in_words()),
            "<tr><th scope=\"row\">1</th>[^\n]*\n<tr><th scope=\"row\">1\\.\\.\\.</th><td "
            "colspan=\"2\">\\(=\\) Black offers a draw</td></tr>"
        ) == 1
    );
}

TEST_CASE("8.7: both players and the arbiter have a line to sign on") {
    const std::string html = page({});
    const std::size_t list = html.find("<ul class=\"signatures\">");
    REQUIRE(list != std::string::npos);
    CHECK(count(html.substr(list), "<li>") == 3);
    CHECK(count(html, "<li>word-arbiter</li>") == 1);
}

TEST_CASE("what the witnesses said is folded, in a frame of its own, with its language") {
    const std::string html = page({});
    const std::size_t fold = html.find("<details>\n<summary><h2>word-ledger</h2></summary>");
    REQUIRE(fold != std::string::npos);
    CHECK(html.find("role=\"region\" tabindex=\"0\" aria-label=\"word-ledger\"", fold) > fold);
    CHECK(count(html, "<td lang=\"de\">Eva zwei Eva vier</td>") == 1);
}

TEST_CASE("a position marks the last move, and who is to move by a disc and a word") {
    HtmlOptions options = options_in_words();
    options.boards = {1};
    const std::string html = to_html(shuffled(1), options);
    CHECK(count(html, "<use href=\"#last\" ") == 2);
    CHECK(count(html, "<circle[^>]* r=\"10\" fill=\"#000\"") == 1);
    CHECK(count(html, "word-to_move: word-black\\.</desc>") == 1);
    CHECK(
        count(html, "<figcaption>[^<]*<p>word-after 1\\. Nf3\\. word-to_move: word-black\\.</p>") ==
        1
    );
    CHECK(count(html, "<p>word-legend</p>") == 1);
    options.boards = {0};
    CHECK(count(to_html(shuffled(1), options), "<use href=\"#last\" ") == 0);
}

TEST_CASE("a page has one look: dark and forced colours, paper, and the sizes of its text named") {
    const std::string html = page({});
    for (const char* part :
         {"width=device-width",
          "prefers-color-scheme: dark",
          "forced-colors: active",
          "@page \\{ size: A4",
          "--ink: #000",
          "--text: 9pt"}) {
        INFO(part);
        CHECK(count(html, part) >= 1);
    }
}

TEST_CASE("a page without names has words for its heading") {
    const std::string html = page({0}, false);
    CHECK(count(html, "<title>word-white – word-black</title>") == 1);
    CHECK(count(html, "<h1>word-white – word-black</h1>") == 1);
    CHECK(count(page({0}), "word-white – word-black") == 0);
    CHECK(html.find('?') == std::string::npos);
}

TEST_CASE("the page is one file: it loads and runs nothing, and text stays text") {
    const std::string html = page({0});
    CHECK(count(html, "<script|<link|<img|src=|href=\"[^#]|url\\(") == 0);
    CHECK(html.find("&lt;script&gt; &amp; &quot;quotes&quot;") != std::string::npos);
}

} // namespace ansage::scoresheet
