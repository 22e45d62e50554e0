// SPDX-License-Identifier: GPL-3.0-or-later
// A move as data: where from, where to. Whether it is legal, only a Position can say.
#pragma once

#include "chess/types.hpp"

#include <optional>

namespace ansage::chess {

class Move {
public:
    enum class Kind : std::uint8_t { ordinary, promotion, en_passant, castling };

    static constexpr Move ordinary(Square from, Square to) {
        return {from, to, Kind::ordinary, Role::pawn};
    }

    static constexpr Move promoting(Square from, Square to, Role role) {
        return {from, to, Kind::promotion, role};
    }

    static constexpr Move en_passant(Square from, Square to) {
        return {from, to, Kind::en_passant, Role::pawn};
    }

    // Castling is the king's square and the rook's square, from any start (Chess960).
    static constexpr Move castling(Square king, Square rook) {
        return {king, rook, Kind::castling, Role::pawn};
    }

    constexpr Square from() const { return from_; }

    // For castling this is the rook's square; see king_to().
    constexpr Square to() const { return to_; }

    constexpr Kind kind() const { return kind_; }

    constexpr bool is_castling() const { return kind_ == Kind::castling; }

    constexpr bool is_en_passant() const { return kind_ == Kind::en_passant; }

    constexpr std::optional<Role> promotion() const {
        return kind_ == Kind::promotion ? std::optional{role_} : std::nullopt;
    }

    // Castling only: to the g side ("short") or the c side.
    constexpr bool is_short_castling() const { return to_.file() > from_.file(); }

    // Where the king and the rook end: for castling the c/g and d/f file; king_to() of any other
    // move is to().
    constexpr Square king_to() const {
        return is_castling() ? Square{is_short_castling() ? File::g : File::c, from_.rank()} : to_;
    }

    constexpr Square rook_to() const {
        return Square{is_short_castling() ? File::f : File::d, from_.rank()};
    }

    // Where an en passant capture takes its pawn.
    constexpr Square en_passant_victim() const { return Square{to_.file(), from_.rank()}; }

    constexpr bool operator==(const Move&) const = default;

private:
    constexpr Move(Square from, Square to, Kind kind, Role role)
        : from_(from),
          to_(to),
          kind_(kind),
          role_(role) {}

    friend class MoveList;
    constexpr Move() = default;

    Square from_;
    Square to_;
    Kind kind_{};
    Role role_{};
};

// Why words or letters are no move now. Three errors, for they are three different sentences.
enum class MoveError : std::uint8_t {
    not_a_move, // cannot be read as a move at all
    ambiguous, // two legal moves fit
    illegal, // reads as a move that is not legal now
};

} // namespace ansage::chess
