// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a picture. Private to consoles/picture.
#pragma once

#include "consoles/picture/picture.hpp"

namespace ansage::consoles {

// `wrong`: as wrong_squares() has it.
[[nodiscard]] BoardPicture
board_picture(const table::State& state, chess::Color board, chess::SquareSet wrong);

// The witnesses of that ply, which is of the record or is being played.
[[nodiscard]] std::vector<WitnessPicture> witness_pictures(
    const table::State& state,
    const telling::TableWords& words,
    chess::Ply ply,
    const table::PerColor<BoardPicture>& boards
);

} // namespace ansage::consoles
