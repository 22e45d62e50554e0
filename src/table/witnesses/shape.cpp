// SPDX-License-Identifier: GPL-3.0-or-later
// What was done on a board, told by its shape alone. A device that announces says the same of a
// legal and of an illegal move, and is silent on the same shapes (first principle 3): nothing here
// may ask which moves are legal.
#include "table/witnesses/watcher.hpp"

#include <algorithm>
#include <cstdlib>

namespace ansage::table {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Role;
using chess::Square;
using chess::SquareSet;

namespace {

int files_between(Square one, Square other) {
    return std::abs(static_cast<int>(one.file()) - static_cast<int>(other.file()));
}

SquareSet both(Square one, Square other) { return SquareSet{one} | SquareSet{other}; }

// King and rook left their squares and two squares of their rank were filled, as far as they are
// others (Chess960). What stands on a square that one left and the other came to, only the hand
// tells: it was emptied.
bool explains(Move castling, const Handling& hand, const chess::Reading& reading, Color color) {
    if (!fits_square(reading[castling.king_to()], Piece{color, Role::king}) ||
        !fits_square(reading[castling.rook_to()], Piece{color, Role::rook}))
        return false;
    const SquareSet from = both(castling.from(), castling.to());
    const SquareSet to = both(castling.king_to(), castling.rook_to());
    const SquareSet changed_hands = from & to;
    const auto was_taken_up = [&](Square square) {
        const bool stays = (square == castling.from() && square == castling.king_to()) ||
            (square == castling.to() && square == castling.rook_to());
        return stays || hand.came.contains(square) ||
            std::ranges::count(hand.taken_up, square) != 0;
    };
    return hand.own_left == (from & ~to) && (hand.came & ~changed_hands) == (to & ~from) &&
        hand.other_left.empty() && std::ranges::all_of(changed_hands, was_taken_up);
}

std::optional<Move>
explaining_castling(const Position& before, const Handling& hand, const chess::Reading& reading) {
    const Square king = before.king(before.turn());
    if (hand.own_left.empty() && hand.came.empty()) return std::nullopt;
    for (const Square rook : before.of(Piece{before.turn(), Role::rook})) {
        const Move castling = Move::castling(king, rook);
        if (rook.rank() == king.rank() && explains(castling, hand, reading, before.turn()))
            return castling;
    }
    return std::nullopt;
}

// What was taken up within one look of the board was so in any order.
bool was_taken_up_before(std::span<const Change> own, Square first, Square second) {
    const auto lift_of = [&](Square square) {
        return std::ranges::find_if(own, [&](const Change& change) {
            return change.square == square && change.now.is_empty();
        });
    };
    const auto lift = lift_of(first);
    const auto other = lift_of(second);
    return lift != own.end() && (other == own.end() || lift->at < other->at);
}

// One piece may have left and come just as well, the other of the two having been taken up and put
// back on the way.
bool is_certain(
    Move castling, const Handling& hand, std::span<const Change> own, const chess::Reading& reading
) {
    if (reading[castling.king_to()].piece() || hand.own_left.size() != 1 || hand.came.size() != 1)
        return true;
    const Square king = castling.from();
    const Square from = hand.own_left.first();
    const Square to = hand.came.first();
    const bool was_carried = std::ranges::any_of(hand.carried, [&](const auto& carried) {
        return (carried.from == king && carried.to == castling.king_to()) ||
            (carried.from == castling.to() && carried.to == castling.rook_to());
    });
    if (from == king) return files_between(from, to) > 1 || was_carried;
    const bool jumps = (from.file() < king.file()) != (to.file() < king.file());
    return jumps || was_carried || was_taken_up_before(own, king, castling.to());
}

SpokenMove spoken_castling(Move castling) {
    SpokenMove said;
    said.role = Role::king;
    said.castling =
        castling.is_short_castling() ? CastlingSide::short_side : CastlingSide::long_side;
    return said;
}

// Castling and en passant take two acts, of which this may be the first.
bool may_be_half(const Position& before, Square from, Square to, const Handling& hand) {
    const Role role = before.at(from)->role;
    const Square king = before.king(before.turn());
    const bool sideways = from.rank() == king.rank() && to.rank() == king.rank();
    if (role == Role::king) return sideways && files_between(from, to) > 1;
    if (role == Role::rook && sideways)
        return (from.file() < king.file()) != (to.file() < king.file());
    const bool takes = before.at(to).has_value() || !hand.other_left.empty();
    return role == Role::pawn && from.file() != to.file() && !takes;
}

bool takes_en_passant(const Position& before, Square from, Square to, const Handling& hand) {
    return before.at(from)->role == Role::pawn && hand.other_left.size() == 1 &&
        hand.other_left.first() == Square{to.file(), from.rank()} && !before.at(to);
}

// Which piece a pawn became is known where the board knows pieces, or words said it.
std::optional<SpokenMove>
one_piece(const Position& before, const BoardEvidence& board, Square from, Square to) {
    const Role role = before.at(from)->role;
    SpokenMove said{.role = role, .from = from, .to = to, .promotion = {}, .castling = {}};
    const std::optional<Piece> arrived = board.reading[to].piece();
    if (arrived && (arrived->color != before.turn())) return std::nullopt;
    const bool changes = arrived && arrived->role != role;
    const bool promotes =
        role == Role::pawn && (to.rank() == chess::Rank::first || to.rank() == chess::Rank::eighth);
    if (changes && !promotes) return std::nullopt;
    said.promotion = changes ? std::optional{arrived->role} : std::nullopt;
    return promotes == changes ? std::optional{said} : std::nullopt;
}

} // namespace

SquareSet reached_from(Square from, SquareSet squares, const Position& before) {
    SquareSet reached;
    for (const Square square : squares)
        if (before.attackers(square, before.turn()).contains(from)) reached.insert(square);
    return reached;
}

std::optional<Square> taken_by_shape(const Handling& hand, const Position& before) {
    if (hand.own_left.size() != 1 || !hand.came.empty()) return std::nullopt;
    const SquareSet reached = reached_from(hand.own_left.first(), hand.refilled, before);
    return reached.size() == 1 ? std::optional{reached.first()} : std::nullopt;
}

std::optional<SpokenMove> told_by_shape(const BoardEvidence& board, const Position& before) {
    return told_by_shape(handling_of(board, before), board, before);
}

std::optional<SpokenMove>
told_by_shape(const Handling& hand, const BoardEvidence& board, const Position& before) {
    if (const auto castling = explaining_castling(before, hand, board.reading)) {
        return is_certain(*castling, hand, own_changes(board, before), board.reading)
            ? std::optional{spoken_castling(*castling)}
            : std::nullopt;
    }
    if (hand.own_left.size() != 1 || hand.came.size() > 1 || hand.other_left.size() > 1)
        return std::nullopt;
    const Square from = hand.own_left.first();
    const std::optional<Square> to =
        hand.came.empty() ? taken_by_shape(hand, before) : std::optional{hand.came.first()};
    if (!to || may_be_half(before, from, *to, hand)) return std::nullopt;
    // A piece that left and is no part of the move: something else is going on.
    if (!hand.other_left.empty() && !takes_en_passant(before, from, *to, hand)) return std::nullopt;
    return one_piece(before, board, from, *to);
}

} // namespace ansage::table
