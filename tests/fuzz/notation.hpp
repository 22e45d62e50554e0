// SPDX-License-Identifier: GPL-3.0-or-later
// Positions for the fuzzers of notations: the first two bytes choose a start, the next ones a few
// moves.
#pragma once

#include "chess/chess960.hpp"
#include "chess/position.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ansage::fuzz {

struct PositionAndText {
    chess::Position position;
    std::string_view text;
};

inline PositionAndText split(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t start_bytes = 2;
    const unsigned number = size < start_bytes ? 518U : (data[0] * 256U + data[1]) % 960U;
    chess::Position position = *chess::Position::from_setup(chess::chess960_setup(number));
    std::size_t used = std::min(size, start_bytes);
    // A byte of 128 or more chooses a move, the first below begins the text.
    for (; used < size && data[used] >= 128; ++used) {
        const chess::MoveList moves = position.legal_moves();
        if (moves.empty()) break;
        position.play(moves[data[used] % moves.size()]);
    }
    return {position, {reinterpret_cast<const char*>(data) + used, size - used}};
}

} // namespace ansage::fuzz
