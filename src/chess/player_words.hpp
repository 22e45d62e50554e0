// SPDX-License-Identifier: GPL-3.0-or-later
// A player in an error.
#pragma once

#include "base/result.hpp"
#include "chess/types.hpp"

namespace ansage::chess {

inline base::Phrase player_words(Color color) {
    return color == Color::white ? base::phrase("white") : base::phrase("black");
}

} // namespace ansage::chess
