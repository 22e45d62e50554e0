// What was done on a board, told by its shape alone. A device that announces says the same of a
// legal and of an illegal move, and is silent on the same shapes (first principle 3): nothing here
// may ask which moves are legal.
#include "table/watcher.hpp"

#include <algorithm>
#include <cstdlib>

namespace ansage::table {

using chess::File;
using chess::Piece;
using chess::Position;
using chess::Role;
using chess::Square;
using chess::SquareSet;

namespace {

// What left and what came, of what the hand was at.
struct Traffic {
    SquareSet own_left;
    SquareSet other_left;
    SquareSet came;
};

SquareSet handled(SquareSet squares, SquareSet by_hand) {
    const SquareSet some = squares & by_hand;
    return squares.size() > 1 && !some.empty() ? some : squares;
}

Traffic traffic(const Position& before, const BoardEvidence& board, const HandledSquares& hand) {
    Traffic result;
    for (const Square square : differing(board.reading, before.reading())) {
        if (!board.reading[square].is_empty()) {
            result.came.insert(square);
        } else if (before.at(square)->color == before.turn()) {
            result.own_left.insert(square);
        } else {
            result.other_left.insert(square);
        }
    }
    // What was displaced before is no part of what is done now.
    return {
        .own_left = handled(result.own_left, hand.lifted),
        .other_left = handled(result.other_left, hand.lifted),
        .came = handled(result.came, hand.placed)};
}

int files_between(Square one, Square other) {
    return std::abs(static_cast<int>(one.file()) - static_cast<int>(other.file()));
}

// King and rook both left, and two squares of their rank were filled.
std::optional<SpokenMove> castling_of(const Position& before, const Traffic& moved) {
    const Square king = before.king(before.turn());
    const bool two = moved.own_left.size() == 2 && moved.came.size() == 2;
    if (!two || !moved.other_left.empty() || !moved.own_left.contains(king)) {
        return std::nullopt;
    }
    const Square rook = (moved.own_left ^ SquareSet{king}).first();
    if (before.at(rook)->role != Role::rook || rook.rank() != king.rank()) {
        return std::nullopt;
    }
    SpokenMove said;
    said.role = Role::king;
    said.castling = rook.file() > king.file() ? CastlingSide::short_side : CastlingSide::long_side;
    return said;
}

// A capture leaves an occupancy board as it was but for the capturing piece: the captured one's
// square is where something was put last, or was taken from in this turn.
std::optional<Square>
captured_square(const Position& before, const BoardEvidence& board, const HandledSquares& hand) {
    const auto is_victims = [&](Square square) {
        const std::optional<Piece> piece = before.at(square);
        return piece && piece->color != before.turn() && !board.reading[square].is_empty();
    };
    const auto last =
        std::find_if(board.trace.rbegin(), board.trace.rend(), [&](const Change& change) {
            return hand.placed.contains(change.square) && is_victims(change.square);
        });
    if (last != board.trace.rend()) {
        return last->square;
    }
    SquareSet taken;
    for (const Square square : board.touched) {
        taken = is_victims(square) ? taken | SquareSet{square} : taken;
    }
    return taken.size() == 1 ? std::optional{taken.first()} : std::nullopt;
}

// Castling and en passant take two acts, of which this may be the first; in Chess960 they may look
// like a rook's move.
bool may_be_half(
    const Position& before, Square from, Square to, const Traffic& moved, const HandledSquares& hand
) {
    const Role role = before.at(from)->role;
    const Square king = before.king(before.turn());
    if (role == Role::king) {
        const bool sideways = from.rank() == to.rank();
        const bool beside_rook = std::ranges::any_of(before.castling_rooks(), [&](Square rook) {
            return rook.rank() == to.rank() && files_between(rook, to) == 1 &&
                (to.file() == File::g || to.file() == File::c);
        });
        const bool has_rook = !(before.castling_rooks() & hand.lifted).empty();
        return sideways && (files_between(from, to) > 1 || beside_rook || has_rook);
    }
    if (role == Role::rook && from.rank() == king.rank()) {
        const bool over_king =
            to.rank() == king.rank() && (from.file() < king.file()) != (to.file() < king.file());
        return over_king || hand.lifted.contains(king);
    }
    const bool takes = before.at(to).has_value() || !moved.other_left.empty();
    return role == Role::pawn && from.file() != to.file() && !takes;
}

bool takes_en_passant(const Position& before, Square from, Square to, const Traffic& moved) {
    return before.at(from)->role == Role::pawn && moved.other_left.size() == 1 &&
        moved.other_left.first() == Square{to.file(), from.rank()} && !before.at(to);
}

// Which piece a pawn became is known where the board knows pieces, or words said it.
std::optional<SpokenMove>
one_piece(const Position& before, const BoardEvidence& board, Square from, Square to) {
    const Role role = before.at(from)->role;
    SpokenMove said{.role = role, .from = from, .to = to, .promotion = {}, .castling = {}};
    const std::optional<Piece> arrived = board.reading[to].piece();
    if (arrived && (arrived->color != before.turn())) {
        return std::nullopt;
    }
    const bool changes = arrived && arrived->role != role;
    const bool promotes =
        role == Role::pawn && (to.rank() == chess::Rank::first || to.rank() == chess::Rank::eighth);
    if (changes && !promotes) {
        return std::nullopt;
    }
    said.promotion = changes ? std::optional{arrived->role} : std::nullopt;
    return promotes == changes ? std::optional{said} : std::nullopt;
}

} // namespace

std::optional<SpokenMove> told_by_shape(const BoardEvidence& board, const Position& before) {
    const HandledSquares hand = handled_squares(board);
    const Traffic moved = traffic(before, board, hand);
    if (const auto castling = castling_of(before, moved)) {
        return castling;
    }
    if (moved.own_left.size() != 1 || moved.came.size() > 1 || moved.other_left.size() > 1) {
        return std::nullopt;
    }
    const Square from = moved.own_left.first();
    const std::optional<Square> to = moved.came.empty() ? captured_square(before, board, hand)
                                                        : std::optional{moved.came.first()};
    if (!to || may_be_half(before, from, *to, moved, hand)) {
        return std::nullopt;
    }
    // A piece that left and is no part of the move: something else is going on.
    if (!moved.other_left.empty() && !takes_en_passant(before, from, *to, moved)) {
        return std::nullopt;
    }
    return one_piece(before, board, from, *to);
}

} // namespace ansage::table
