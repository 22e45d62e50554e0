// SPDX-License-Identifier: GPL-3.0-or-later
// How Catch2 shows the nouns of chess.
#pragma once

#include "chess/fen.hpp"
#include "chess/move.hpp"
#include "chess/position.hpp"
#include "chess/types.hpp"

#include <ostream>

namespace ansage::chess {

inline std::ostream& operator<<(std::ostream& stream, Square square) {
    return stream << to_string(square);
}

inline std::ostream& operator<<(std::ostream& stream, Piece piece) {
    return stream << to_char(piece);
}

inline std::ostream& operator<<(std::ostream& stream, const Position& position) {
    return stream << to_fen(position);
}

inline std::ostream& operator<<(std::ostream& stream, const Setup& setup) {
    return stream << to_fen(setup);
}

inline std::ostream& operator<<(std::ostream& stream, Move move) {
    stream << move.from() << move.to();
    if (const auto role = move.promotion()) stream << to_char(*role);
    return stream << (move.is_castling() ? " castling" : move.is_en_passant() ? " en passant" : "");
}

} // namespace ansage::chess
