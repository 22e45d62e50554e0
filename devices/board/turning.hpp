// SPDX-License-Identifier: GPL-3.0-or-later
// Boards get put down the wrong way round. Identity boards show it in the start position.
#pragma once

#include "devices/board/board.hpp"

namespace ansage::devices {

constexpr chess::Square turned_round(chess::Square square) {
    return chess::Square::from_index(63U - square.index());
}

// Maps a board's own squares to the players' squares.
class Turning {
public:
    explicit Turning(Orientation orientation)
        : orientation_(orientation),
          turned_(orientation == Orientation::turned) {}

    bool is_turned() const { return turned_; }

    chess::Square to_players(chess::Square square) const {
        return turned_ ? turned_round(square) : square;
    }

    chess::Reading to_players(const chess::Reading& board) const;

    // Looks for a start position, of chess or Chess960, in the board's own squares. True: the board
    // now counts as lying the other way round than before. Occupancy boards never show it.
    [[nodiscard]] bool look(const chess::Reading& board);

private:
    Orientation orientation_;
    bool turned_;
};

} // namespace ansage::devices
