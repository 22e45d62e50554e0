// SPDX-License-Identifier: GPL-3.0-or-later
// Who can still mate, "by any possible series of legal moves" (5.1.2, 6.9), and positions in which
// nobody can (5.2.2).
#pragma once

#include "base/names.hpp"
#include "chess/position.hpp"
#include "chess/types.hpp"

#include <cstdint>

namespace ansage::laws {

// Where the answer stops, it says so: yes and no are proven, unknown is neither.
enum class Answer : std::uint8_t { yes, no, unknown };

using base::to_string;

// Whether some series of legal moves from here ends with the opponent of `winner` mated. The 50, 75
// and repetition rules do not limit the series.
[[nodiscard]] Answer can_mate(const chess::Position& position, chess::Color winner);

// 5.2.2, as it is seen at a table after every move: by what is left, or behind a wall that holds
// for ever, neither side can mate. True is certain. A position whose every line soon runs into
// stalemate, or into such a position, by force is dead too, but false here: the moves that are left
// come of themselves and end in the same draw. Ask can_mate for both sides to know it all. Mate and
// stalemate have ended the game and are not dead.
bool is_dead(const chess::Position& position);

} // namespace ansage::laws
