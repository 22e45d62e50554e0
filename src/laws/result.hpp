// SPDX-License-Identifier: GPL-3.0-or-later
// How a game ends: two closed lists whose names are used in scripts, journals and JSON. Lists grow,
// names never change.
#pragma once

#include "base/names.hpp"
#include "chess/types.hpp"

#include <cstdint>

namespace ansage::laws {

enum class Score : std::uint8_t {
    white_wins,
    black_wins,
    draw,
    both_lose,
    white_half, // 12.9.4 to 12.9.6: half a point, and the other player none
    black_half,
};

enum class Termination : std::uint8_t {
    checkmate, // 5.1.1
    stalemate, // 5.2.1
    dead_position, // 5.2.2
    resignation, // 5.1.2
    agreement, // 5.2.3
    flag, // 6.9
    flag_cannot_mate, // 6.9, second sentence
    threefold, // 9.2
    fifty_moves, // 9.3
    fivefold, // 9.6.1
    seventyfive_moves, // 9.6.2
    illegal_moves, // 7.5.5
    default_, // 6.7.1, written "default"
    arbiter, // 12.9, 11.7
    adjourned, // not ended: Guidelines I
    illegal_position, // A.5.4: one that stood, after one more move
    both_flags, // 6.11 of 2014, Guidelines III.3: down, and nobody knows which was first
};

using base::parse_name;
using base::to_string;

constexpr Score win_for(chess::Color color) {
    return color == chess::Color::white ? Score::white_wins : Score::black_wins;
}

} // namespace ansage::laws

// As the Laws and PGN write them.
template <>
inline constexpr std::array ansage::base::kept_names<ansage::laws::Score>{
    KeptName{"white_wins", "1-0"},
    KeptName{"black_wins", "0-1"},
    KeptName{"draw", "1/2-1/2"},
    KeptName{"both_lose", "0-0"},
    KeptName{"white_half", "1/2-0"},
    KeptName{"black_half", "0-1/2"},
};
