// SPDX-License-Identifier: GPL-3.0-or-later
// A whole scoresheet in braille: pages for embossers and displays, and read back.
#pragma once

#include "base/result.hpp"
#include "scoresheet/braille.hpp"
#include "scoresheet/pgn.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::scoresheet {

struct PageSize {
    std::size_t width = 40; // cells a line, at least narrowest_page
    std::size_t height = 25; // lines a page, at least lowest_page
};

inline constexpr std::size_t narrowest_page = 20;
inline constexpr std::size_t lowest_page = 4;

struct BrailleSheetOptions {
    PageSize page;
    NotationLength length = NotationLength::short_form;
    bool comments = false;
    bool clocks = false; // the time left after each move, in a line below it
};

using BraillePage = std::vector<Cells>; // lines

// The first line of each page has the players and, at its right end, the page's number. The facts
// of the game come first; then a line for each full move: its number in the first cell, White's
// move and Black's move always in the same two cells. A move that would run into the next one's
// cell, or out of the line, leaves Black's to a line of its own; no move is ever split.
[[nodiscard]] std::vector<BraillePage>
braille_pages(Braille& braille, const PgnGame& game, const BrailleSheetOptions& options);

// 7-bit North American ASCII braille, CR LF, a form feed after each page. Fails if the code uses
// dots 7 and 8, which embossers have not.
[[nodiscard]] base::Result<std::string, base::Error>
brf_text(const std::vector<BraillePage>& pages, const std::string& code_name);

// The same in Unicode patterns, LF, blank cells at the end of a line left out.
std::string unicode_text(const std::vector<BraillePage>& pages);

// Moves, comments left out, from BRF or Unicode patterns, by this program or typed, one game after
// another: a line that begins with the number of the next move holds it, whatever the spacing, and
// a result ends a game. A game that begins elsewhere needs its start. What cannot be read is a
// problem with file:line, and the moves end before it.
[[nodiscard]] std::vector<PgnGame> read_braille_sheets(
    Braille& braille, std::string_view text, const std::string& file, const chess::Position& start
);

} // namespace ansage::scoresheet
