// SPDX-License-Identifier: GPL-3.0-or-later
// The structure of the HTML page, for people who hear it.
#include "games.hpp"
#include "scoresheet/html.hpp"
#include "support/catch.hpp"

#include <regex>

namespace ansage::scoresheet {
namespace {

std::string page(std::vector<std::size_t> boards, bool has_names = true) {
    PgnGame game = read_games("with-clocks.pgn").front();
    game.tags = has_names ? game.tags : decltype(game.tags){{"White", "?"}};
    game.notes.front().comment = "<script> & \"quotes\"";
    HtmlOptions options;
    options.language = "en";
    options.word = [](std::string_view id) { return "word-" + std::string{id.substr(5)}; };
    options.boards = std::move(boards);
    options.ledger.push_back({"1. e4", "announcement", "Eva zwei Eva vier", "0:03", "speech"});
    return to_html(game, options);
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
    CHECK(count(html, "<table>") == 3);
    CHECK(count(html, "<th scope=\"col\">") == 2 + 4 + 5);
    // Each row but the three of the headers begins with its own.
    CHECK(count(html, "<tr><th scope=\"row\">") == count(html, "<tr>") - 3);
    CHECK(count(html, "role=\"img\"") == 4);
    CHECK(count(html, "<title id=") == 4);
    CHECK(count(html, "<desc id=") == 4);
    // The frame of a square that differs, and the outline of each piece that no sensor knows.
    CHECK(count(html, "stroke-dasharray") == 1 + 12);
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
