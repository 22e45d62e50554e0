// SPDX-License-Identifier: GPL-3.0-or-later
// Where whole sets of pieces could go, many squares at a time. Of use inside laws/ only.
#pragma once

#include "chess/types.hpp"

#include <cstdint>

namespace ansage::laws {

using chess::all_squares;
using chess::Color;
using chess::SquareSet;

// The eight neighbours, counted as Square::index() counts.
enum class Direction : std::uint8_t {
    north,
    south,
    east,
    west,
    north_east,
    north_west,
    south_east,
    south_west,
};

inline constexpr SquareSet not_a_file{0xFEFEFEFEFEFEFEFEULL};
inline constexpr SquareSet not_h_file{0x7F7F7F7F7F7F7F7FULL};
inline constexpr SquareSet dark_squares{0xAA55AA55AA55AA55ULL};

// Every square of the set moved one step; what would leave the board is gone.
template <Direction direction>
constexpr SquareSet shifted(SquareSet set) {
    const std::uint64_t bits = set.bits();
    switch (direction) {
    case Direction::north: return SquareSet{bits << 8U};
    case Direction::south: return SquareSet{bits >> 8U};
    case Direction::east: return SquareSet{bits << 1U} & not_a_file;
    case Direction::west: return SquareSet{bits >> 1U} & not_h_file;
    case Direction::north_east: return SquareSet{bits << 9U} & not_a_file;
    case Direction::north_west: return SquareSet{bits << 7U} & not_h_file;
    case Direction::south_east: return SquareSet{bits >> 7U} & not_a_file;
    case Direction::south_west: return SquareSet{bits >> 9U} & not_h_file;
    }
    return {};
}

// All squares seen in one direction, through open squares up to and with the first that is not.
template <Direction direction>
constexpr SquareSet seen(SquareSet from, SquareSet open) {
    SquareSet line = from;
    SquareSet way = open & shifted<direction>(all_squares);
    line = line | (way & shifted<direction>(line));
    way = way & shifted<direction>(way);
    line = line | (way & shifted<direction>(shifted<direction>(line)));
    way = way & shifted<direction>(shifted<direction>(way));
    const SquareSet four =
        shifted<direction>(shifted<direction>(shifted<direction>(shifted<direction>(line))));
    line = line | (way & four);
    return shifted<direction>(line);
}

constexpr SquareSet rook_lines(SquareSet from, SquareSet open) {
    return seen<Direction::north>(from, open) | seen<Direction::south>(from, open) |
        seen<Direction::east>(from, open) | seen<Direction::west>(from, open);
}

constexpr SquareSet bishop_lines(SquareSet from, SquareSet open) {
    return seen<Direction::north_east>(from, open) | seen<Direction::north_west>(from, open) |
        seen<Direction::south_east>(from, open) | seen<Direction::south_west>(from, open);
}

constexpr SquareSet rook_steps(SquareSet from) {
    return shifted<Direction::north>(from) | shifted<Direction::south>(from) |
        shifted<Direction::east>(from) | shifted<Direction::west>(from);
}

constexpr SquareSet bishop_steps(SquareSet from) {
    return shifted<Direction::north_east>(from) | shifted<Direction::north_west>(from) |
        shifted<Direction::south_east>(from) | shifted<Direction::south_west>(from);
}

constexpr SquareSet king_steps(SquareSet from) { return rook_steps(from) | bishop_steps(from); }

constexpr SquareSet knight_steps(SquareSet from) {
    const SquareSet sides = shifted<Direction::east>(from) | shifted<Direction::west>(from);
    const SquareSet far = shifted<Direction::east>(shifted<Direction::east>(from)) |
        shifted<Direction::west>(shifted<Direction::west>(from));
    return shifted<Direction::north>(shifted<Direction::north>(sides)) |
        shifted<Direction::south>(shifted<Direction::south>(sides)) |
        shifted<Direction::north>(far) | shifted<Direction::south>(far);
}

constexpr SquareSet pawn_steps(SquareSet from, Color color) {
    return color == Color::white ? shifted<Direction::north>(from)
                                 : shifted<Direction::south>(from);
}

constexpr SquareSet pawn_attacks(SquareSet from, Color color) {
    const SquareSet ahead = pawn_steps(from, color);
    return shifted<Direction::east>(ahead) | shifted<Direction::west>(ahead);
}

constexpr SquareSet last_rank(Color color) {
    return SquareSet{color == Color::white ? 0xFF00000000000000ULL : 0xFFULL};
}

} // namespace ansage::laws
