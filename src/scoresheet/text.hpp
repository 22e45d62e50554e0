// SPDX-License-Identifier: GPL-3.0-or-later
// A scoresheet as plain text with a country's letters: for ears first, one fact a line.
#pragma once

#include "scoresheet/braille.hpp"
#include "scoresheet/notation.hpp"
#include "scoresheet/pgn.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ansage::scoresheet {

struct TextOptions {
    NotationLength length = NotationLength::short_form;
    bool clocks = false;
    bool comments = false;
};

// "White: ..." and the other facts that are known, an empty line, "1. e4 e5" a line for each full
// move, "Result: 1-0". Clocks are in round brackets after their move, comments in braces.
std::string to_text(
    const Notation& notation,
    const SheetLabels& labels,
    const PgnGame& game,
    const TextOptions& options
);

// What web pages and word processors put for spaces, full stops and pieces is what it stands for.
std::string in_plain_signs(const Notation& notation, std::string_view text);

// Reads that, and what people type, one game after another: any number of moves a line, "1.e4",
// "1. e4", "1 e4", "12... Sf6", long or short, torn apart ("S f3", "0 - 0", "e2 - e4", "e8 (D)").
// Facts become tags, times in brackets clocks, other brackets comments. If there are numbers at
// all, the moves begin with the first that a move follows, and a game ends with its result. What
// cannot be read is a problem with file:line, and the moves end before it. A line "FEN: ..." is
// the start of its game, else it is `start`.
std::vector<PgnGame> read_text_sheets(
    const Notation& notation,
    const SheetLabels& labels,
    std::string_view text,
    const std::string& file,
    const chess::Position& start
);

// One JSON object in one line, with its newline: tags, fen of the start, moves with ply, number,
// color, san, uci, clock_ms and comment where there are any, result.
std::string to_json(const PgnGame& game);

// Reads that: one game or an array of games, in one value or one a line. A move is a text, or an
// object with san or uci; san may have the notation's letters, else English ones, spaced as people
// do. What cannot be read is a problem with file:line, and the moves end before it.
std::vector<PgnGame>
read_json_sheets(const Notation& notation, std::string_view text, const std::string& file);

} // namespace ansage::scoresheet
