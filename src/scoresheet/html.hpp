// SPDX-License-Identifier: GPL-3.0-or-later
// A game as one HTML file for sighted people and screen readers alike.
#pragma once

#include "scoresheet/notation.hpp"
#include "scoresheet/pgn.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::scoresheet {

// What one witness said of one move.
struct LedgerRow {
    std::string move; // "12. Sf3"
    std::string witness;
    std::string said;
    std::string when;
    std::string source;
    bool is_said = true; // in somebody's words, not as a move is written
};

// The words of a page by their message ids.
using WordOf = std::function<std::string(std::string_view)>;

struct HtmlOptions {
    std::string language; // of the words, "de"
    WordOf word;
    // A tag's value in words; as it stands if there is nothing here.
    std::function<std::string(std::string_view tag, std::string_view value)> value;
    Notation notation;
    std::vector<std::size_t> boards; // pictures of the positions after so many plies
    std::vector<LedgerRow> ledger;
    std::string said_language; // of the table's words, "de"
};

// Self-contained: no script, nothing is loaded. Headings, tables with headers, and a title and a
// description for each picture; nothing is told by colour alone.
std::string to_html(const PgnGame& game, const HtmlOptions& options);

// "White: King e1, Pawn e4. Black: ..."
std::string pieces_in_words(const chess::Position& position, const WordOf& word);
// "To move: Black."
std::string to_move(const chess::Position& position, const HtmlOptions& options);

// The drawings of the page: a board, the times of both clocks (empty where there are none). The
// squares that differ from `before` are outlined. `id` makes the ids of a board's title and
// description unique.
std::string board_picture(
    const chess::Position& before,
    const chess::Position& position,
    const std::string& title,
    const HtmlOptions& options,
    const std::string& id
);
std::string clock_plot(const PgnGame& game, const HtmlOptions& options);

std::string html_escaped(std::string_view text);
// Up to the beginning of the main part. One look for all our pages, light and dark, and on paper.
std::string html_head(std::string_view language, std::string_view title);
inline constexpr std::string_view html_end = "</main>\n</body>\n</html>\n";
// A table up to its rows, in a frame in which it is moved where it is wider than the page.
std::string html_table(std::string_view caption, const std::vector<std::string>& columns);
inline constexpr std::string_view html_table_end = "</tbody>\n</table>\n</div>\n";
std::string html_columns(const std::vector<std::string>& names);
// A line each for White, Black and the arbiter.
std::string html_signatures(const WordOf& word);

} // namespace ansage::scoresheet
