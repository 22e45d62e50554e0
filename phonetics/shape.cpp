// SPDX-License-Identifier: GPL-3.0-or-later
// Moves by the way that pieces move and by what stands between.
#include "phonetics/wanted.hpp"

namespace ansage::phonetics {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Rank;
using chess::Role;
using chess::Square;
using chess::SquareSet;

namespace {

bool is_last_rank(Square square) {
    return square.rank() == Rank::first || square.rank() == Rank::eighth;
}

// One rank back, seen by whose pawn it is.
Square behind(Square square, Color color) {
    const int step = color == Color::white ? -1 : 1;
    return Square{square.file(), static_cast<Rank>(static_cast<int>(square.rank()) + step)};
}

bool has_rank_behind(Square square, Color color) {
    return square.rank() != (color == Color::white ? Rank::first : Rank::eighth);
}

// The pawn that may step there, by one square or from its first rank by two (3.7.1, 3.7.2).
std::optional<Square> stepping_pawn(const Position& position, Square target) {
    const Color color = position.turn();
    const Piece pawn{color, Role::pawn};
    if (position.at(target) || !has_rank_behind(target, color)) return std::nullopt;
    const Square one = behind(target, color);
    if (position.at(one) == pawn) return one;
    const Rank after_two = color == Color::white ? Rank::fourth : Rank::fifth;
    if (position.at(one) || target.rank() != after_two) return std::nullopt;
    const Square two = behind(one, color);
    return position.at(two) == pawn ? std::optional{two} : std::nullopt;
}

// Whether a pawn of the other side has passed the target, so that it looks like 3.7.3.1.
bool looks_like_en_passant(const Position& position, Square target) {
    const Color color = position.turn();
    const Rank rank = color == Color::white ? Rank::sixth : Rank::third;
    return !position.at(target) && target.rank() == rank &&
        position.at(behind(target, color)) == Piece{!color, Role::pawn};
}

void add_pawn(std::vector<Move>& moves, Square from, Square target) {
    if (!is_last_rank(target)) {
        moves.push_back(Move::ordinary(from, target));
        return;
    }
    for (const Role role : {Role::queen, Role::rook, Role::bishop, Role::knight})
        moves.push_back(Move::promoting(from, target, role));
}

void add_pawns(std::vector<Move>& moves, const Position& position, Square target, SquareSet near) {
    if (const std::optional<Square> from = stepping_pawn(position, target))
        add_pawn(moves, *from, target);
    for (const Square from : near& position.of(Role::pawn)) {
        if (position.at(target)) add_pawn(moves, from, target);
        else if (looks_like_en_passant(position, target))
            moves.push_back(Move::en_passant(from, target));
    }
}

} // namespace

std::vector<Move> moves_by_shape(const Position& position, Square target) {
    std::vector<Move> moves;
    if (position.of(position.turn()).contains(target)) return moves;
    const SquareSet near = position.attackers(target, position.turn());
    for (const Square from : near)
        if (!position.of(Role::pawn).contains(from)) moves.push_back(Move::ordinary(from, target));
    add_pawns(moves, position, target, near);
    return moves;
}

} // namespace ansage::phonetics
