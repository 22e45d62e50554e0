// A scoresheet as plain text with a country's letters: for ears first, one fact a line.
#pragma once

#include "scoresheet/braille.hpp"
#include "scoresheet/notation.hpp"
#include "scoresheet/pgn.hpp"

#include <string>
#include <string_view>

namespace ansage::scoresheet {

struct TextOptions {
    NotationLength length = NotationLength::short_form;
    bool clocks = false;
    bool comments = false;
};

// "White: ..." and the other facts that are known, an empty line, "1. e4 e5" a line for each full
// move, "Result: 1-0". Clocks are in round brackets after their move, comments in braces.
[[nodiscard]] std::string to_text(
    const Notation& notation,
    const SheetLabels& labels,
    const PgnGame& game,
    const TextOptions& options
);

// Reads that, and what people type: any number of moves a line, "1.e4", "1. e4", "12... Sf6", long
// or short, brackets and braces passed over. Moves begin with the first number and full stop that
// a move follows. What cannot be read is a problem with file:line, and the moves end before it.
[[nodiscard]] PgnGame read_text_sheet(
    const Notation& notation,
    std::string_view text,
    const std::string& file,
    const chess::Position& start
);

// One JSON object in one line, with its newline: tags, fen of the start, moves with ply, number,
// color, san, uci, clock_ms and comment where there are any, result.
[[nodiscard]] std::string to_json(const PgnGame& game);

} // namespace ansage::scoresheet
