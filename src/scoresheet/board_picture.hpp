// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of a board, for those who see it.
#pragma once

#include "chess/reading.hpp"

#include <optional>
#include <string>

namespace ansage::scoresheet {

struct BoardDrawing {
    chess::Reading
        board; // a dot where something unknown stands, a question mark where it is unsure
    // What the record has. Where the board only sees that something stands, its piece is drawn in
    // outline instead of a dot.
    chess::Reading record{};
    // With a thick dashed frame and a cross in the corner, so that no colour has to be told from
    // another.
    chess::SquareSet marked;
    chess::SquareSet last_move; // with a thin frame
    std::optional<chess::Color> to_move; // with a disc beside that side's first rank
    std::string title; // what a screen reader says first
    std::string description;
    std::string id; // makes the ids of title and description unique on the page
};

// Once on a page, before its first board: the pieces that the boards use.
std::string piece_symbols();

std::string draw_board(const BoardDrawing& drawing);

} // namespace ansage::scoresheet
