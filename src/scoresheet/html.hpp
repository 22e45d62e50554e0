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
};

struct HtmlOptions {
    std::string language; // of the words, "de"
    // The words of the page by their message ids, all of which begin with "html.".
    std::function<std::string(std::string_view)> word;
    // A tag's value in words; as it stands if there is nothing here.
    std::function<std::string(std::string_view tag, std::string_view value)> value;
    Notation notation;
    std::vector<std::size_t> boards; // pictures of the positions after so many plies
    std::vector<LedgerRow> ledger;
};

// Self-contained: no script, nothing is loaded. Headings, tables with headers, and a title and a
// description for each picture; nothing is told by colour alone.
std::string to_html(const PgnGame& game, const HtmlOptions& options);

// The drawings of the page: a board, the times of both clocks (empty where there are none). `id`
// makes the ids of a board's title and description unique.
std::string board_picture(
    const chess::Position& position,
    const std::string& title,
    const HtmlOptions& options,
    const std::string& id
);
std::string clock_plot(const PgnGame& game, const HtmlOptions& options);

std::string html_escaped(std::string_view text);

} // namespace ansage::scoresheet
