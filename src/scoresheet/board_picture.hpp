// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of a board, for those who see it.
#pragma once

#include "chess/reading.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ansage::scoresheet {

struct BoardDrawing {
    chess::Reading
        board; // a peg where something unknown stands, a question mark where it is unsure
    // What the record has. Where the board only sees that something stands, its piece is drawn in
    // outline instead of a peg.
    chess::Reading record{};
    // With a thick broken frame and a cross in the corner, so that no colour has to be told from
    // another.
    chess::SquareSet marked;
    chess::SquareSet last_move; // with a thin frame
    std::optional<chess::Color> to_move; // with a disc beside that side's first rank
    std::string title; // what a screen reader says first
    std::string description;
    std::string id; // makes the ids of title and description unique on the page
};

// profiles/pages/board.svg, once on a page, before its first board: what the boards are made of.
extern const std::string_view board_symbols; // made while building

std::string draw_board(const BoardDrawing& drawing);

// The same without the element around it, for a picture of more than a board.
struct BoardSize {
    int width = 0;
    int height = 0;
};

BoardSize size_of(const BoardDrawing& drawing);
std::string draw_squares(const BoardDrawing& drawing);

} // namespace ansage::scoresheet
