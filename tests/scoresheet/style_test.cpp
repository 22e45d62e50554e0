// SPDX-License-Identifier: GPL-3.0-or-later
// The look of the pages: what it is made of, and whether everybody can see it.
#include "scoresheet/board_picture.hpp"
#include "scoresheet/html.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>

namespace ansage::scoresheet {
namespace {

// Of a style sheet as a page has it.
std::string style() {
    const std::string head = html_head("en", "title");
    const std::size_t start = head.find("<style>") + 7;
    return head.substr(start, head.find("</style>") - start);
}

// From `mark` to the end of what its brace opens.
std::string block(const std::string& text, const std::string& mark) {
    const std::size_t start = text.find(mark);
    REQUIRE(start != std::string::npos);
    std::size_t depth = 0;
    for (std::size_t at = text.find('{', start); at < text.size(); ++at) {
        if (text[at] == '{') ++depth;
        if (text[at] == '}' && --depth == 0) return text.substr(start, at + 1 - start);
    }
    return {};
}

using Names = std::map<std::string, std::string>;

Names names_in(const std::string& text) {
    Names names;
    static const std::regex declaration{R"((--[a-z]+): ([^;}]+[^;} ]))"};
    for (std::sregex_iterator it{text.begin(), text.end(), declaration}, end; it != end; ++it)
        names[(*it)[1]] = (*it)[2];
    return names;
}

// WCAG 2.1, relative luminance, of "#abc" or "#aabbcc".
double luminance(std::string color) {
    REQUIRE(std::regex_match(color, std::regex{"#([0-9a-f]{3}|[0-9a-f]{6})"}));
    if (color.size() == 4) {
        std::string doubled = "#";
        for (const char digit : color.substr(1)) doubled += std::string(2, digit);
        color = doubled;
    }
    const auto part = [&](std::size_t at) {
        const double value = std::stoi(color.substr(at, 2), nullptr, 16) / 255.0;
        return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

double contrast(const std::string& one, const std::string& other) {
    const auto [dark, light] = std::minmax({luminance(one), luminance(other)});
    return (light + 0.05) / (dark + 0.05);
}

} // namespace

TEST_CASE("ink, lines and boards have a contrast of 7:1, light, dark and on paper") {
    CHECK(contrast("#000", "#fff") == Approx(21));
    CHECK(contrast("#767676", "#ffffff") == Approx(4.54).margin(0.01)); // as known elsewhere
    const std::string css = style();
    double least = 21;
    for (const char* mark :
         {":root {", "@media (prefers-color-scheme: dark) {", "@media print {"}) {
        INFO(mark);
        Names names = names_in(block(css, ":root {"));
        for (const auto& [name, value] : names_in(block(css, mark))) names[name] = value;
        for (const auto& [one, other] :
             {std::pair{"--ink", "--paper"},
              std::pair{"--line", "--paper"},
              std::pair{"--man", "--light"},
              std::pair{"--man", "--dark"}}) {
            INFO(one << " on " << other);
            const double found = contrast(names.at(one), names.at(other));
            CHECK(found >= 7);
            least = std::min(least, found);
        }
    }
    CHECK(least == Approx(7.46).margin(0.01)); // the lines of a table on paper
}

TEST_CASE("a colour has a name, but for those that forced colours bring") {
    const std::string css = style();
    static const std::regex use{R"((color|background|border[a-z-]*): [^;}]*#[0-9a-f]{3})"};
    CHECK(!std::regex_search(css, use));
    CHECK(block(css, "@media (forced-colors: active)").find("CanvasText") != std::string::npos);
    // Every name that is used is there.
    const Names names = names_in(block(css, ":root {"));
    static const std::regex used{R"(var\((--[a-z]+)\))"};
    for (std::sregex_iterator it{css.begin(), css.end(), used}, end; it != end; ++it) {
        INFO((*it)[1]);
        CHECK(names.contains((*it)[1]));
    }
}

TEST_CASE("boards are drawn in the colours that the style sheet names") {
    const Names names = names_in(block(style(), ":root {"));
    const std::string drawn = std::string{board_symbols} +
        draw_board({.board = chess::Position{}.reading(), .to_move = chess::Color::white});
    static const std::regex color{"\"(#[0-9a-f]{3})\""};
    std::set<std::string> found;
    for (std::sregex_iterator it{drawn.begin(), drawn.end(), color}, end; it != end; ++it)
        found.insert((*it)[1]);
    CHECK(
        found ==
        std::set<std::string>{
            names.at("--man"), names.at("--light"), names.at("--dark"), names.at("--line")}
    );
}

TEST_CASE("the look of a page is small") {
    CHECK(style().size() < 7500);
    CHECK(board_symbols.size() < 6500);
}

} // namespace ansage::scoresheet
