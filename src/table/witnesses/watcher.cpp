// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/witnesses/watcher.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace ansage::table {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Reading;
using chess::Role;
using chess::Square;
using chess::SquareSet;

namespace {

// At most four squares change in any move.
struct Footprint {
    std::array<FootprintSquare, 4> squares{};
    std::size_t size = 0;

    void push(Square square, std::optional<Piece> after) { squares[size++] = {square, after}; }

    std::span<const FootprintSquare> view() const { return {squares.data(), size}; }
};

Footprint castling_footprint(Color color, Move move) {
    Footprint result;
    const Square king_to = move.king_to();
    const Square rook_to = move.rook_to();
    result.push(king_to, Piece{color, Role::king});
    result.push(rook_to, Piece{color, Role::rook});
    for (const Square left : {move.from(), move.to()})
        if (left != king_to && left != rook_to) result.push(left, std::nullopt);
    return result;
}

Footprint footprint_of(const Position& before, Move move) {
    const Color color = before.turn();
    if (move.is_castling()) return castling_footprint(color, move);
    Footprint result;
    const std::optional<Piece> moved = before.at(move.from());
    result.push(move.from(), std::nullopt);
    result.push(move.to(), move.promotion() ? Piece{color, *move.promotion()} : *moved);
    if (move.is_en_passant()) result.push(move.en_passant_victim(), std::nullopt);
    return result;
}

SquareSet squares_of(const Footprint& footprint) {
    SquareSet result;
    for (const FootprintSquare& entry : footprint.view()) result.insert(entry.square);
    return result;
}

// What is read of a board, and the account of the hand at it.
struct Evidence {
    const BoardEvidence& board;
    const Position& before;
    Handling hand;
};

bool is_visible(const Footprint& footprint, const Reading& reading) {
    return std::ranges::all_of(footprint.view(), [&](const FootprintSquare& entry) {
        return fits_square(reading[entry.square], entry.after);
    });
}

// Legal moves after which the board would read just so.
std::vector<Move> exact_moves(const Position& before, const Reading& reading, SquareSet differs) {
    std::vector<Move> result;
    for (const Move move : before.legal_moves()) {
        const SquareSet changed = footprint_squares(move);
        if ((differs & ~changed).empty() && is_visible(footprint_of(before, move), reading))
            result.push_back(move);
    }
    return result;
}

// The board contradicts the announcement although its final occupancy would allow it: another
// candidate's square was emptied and filled by a hand, the announced one's was not. Against a
// flicker the words decide.
bool hand_contradicts(Move announced, std::span<const Move> candidates, const Handling& hand) {
    if (announced.is_castling() || hand.placed.contains(announced.to()) ||
        hand.refilled.contains(announced.to()))
        return false;
    return std::ranges::any_of(candidates, [&](Move other) {
        const bool was_briefly = hand.refilled_at_once.contains(other.to());
        return other.to() != announced.to() && hand.refilled.contains(other.to()) && !was_briefly;
    });
}

std::vector<Move>
fitting(std::span<const Move> candidates, const Position& before, const HeardMove& announced) {
    std::vector<Move> result;
    for (const Move move : candidates) {
        const bool same = announced.move ? *announced.move == move
                                         : fits(announced.said, move, before.at(move.from())->role);
        if (same) result.push_back(move);
    }
    return result;
}

Shown one(Move move, SquareSet displaced = {}) {
    return {.kind = ShownKind::move, .move = move, .displaced = displaced};
}

Shown shown_illegal(const SpokenMove& seen, const Position& before, SquareSet displaced) {
    Shown shown{.kind = ShownKind::illegal, .seen = seen, .displaced = displaced};
    const bool is_pawn = seen.role == Role::pawn && seen.from && seen.to && !seen.promotion;
    if (is_pawn && before.is_legal(Move::promoting(*seen.from, *seen.to, Role::queen)))
        shown.undone = Undone::pawn_not_replaced;
    return shown;
}

// A capture of which an occupancy board saw only the capturing piece leave: it may still be in the
// hand.
bool was_seen(Move move, const Evidence& seen) {
    const bool takes_there = seen.before.at(move.to()).has_value() && !move.is_castling();
    return !takes_there || seen.board.reading[move.to()].piece() ||
        seen.hand.refilled.contains(move.to());
}

// The one candidate that the hand's acts tell.
std::optional<Move> told(std::span<const Move> candidates, const Evidence& seen) {
    if (candidates.size() == 1 && was_seen(candidates.front(), seen)) return candidates.front();
    std::optional<Move> found;
    if (const auto shape = told_by_shape(seen.hand, seen.board, seen.before)) {
        const auto fitting = [&](Move move) {
            return fits(*shape, move, seen.before.at(move.from())->role) &&
                move.promotion() == shape->promotion;
        };
        const auto move = std::ranges::find_if(candidates, fitting);
        found = move == candidates.end() ? std::nullopt : std::optional{*move};
    }
    return found;
}

// What left and what came, whoever did it.
struct Difference {
    SquareSet own_left;
    SquareSet other_left;
    SquareSet came;
};

Difference difference(const Evidence& seen) {
    Difference result;
    for (const Square square : seen.hand.differs) {
        if (!seen.board.reading[square].is_empty()) result.came.insert(square);
        else if (seen.before.at(square)->color == seen.before.turn()) {
            result.own_left.insert(square);
        } else result.other_left.insert(square);
    }
    return result;
}

// One piece of the mover's went to one square: the square that is new, or, where an occupancy board
// cannot see a capture, the one that was emptied and filled again.
std::optional<SpokenMove> seen_move(const Evidence& seen) {
    const Position& before = seen.before;
    const Difference change = difference(seen);
    if (change.own_left.size() != 1 || change.came.size() > 1 || change.other_left.size() > 1)
        return std::nullopt;
    const Square from = change.own_left.first();
    // A sensor's flicker accuses nobody, nor does a piece that was straightened where his piece
    // does not go while it stands on a square whose victim no board saw leave.
    const SquareSet refilled = seen.hand.refilled & ~seen.hand.refilled_at_once;
    const SquareSet ends = change.came.empty() ? reached_from(from, refilled, before) : change.came;
    if (ends.size() != 1 || ends.first() == from || !before.at(from)) return std::nullopt;
    const Square to = ends.first();
    SpokenMove move{
        .role = before.at(from)->role, .from = from, .to = to, .promotion = {}, .castling = {}};
    const std::optional<Piece> arrived = seen.board.reading[to].piece();
    if (arrived && arrived->role != *move.role) {
        if (*move.role != Role::pawn) return std::nullopt;
        move.promotion = arrived->role;
    }
    if (arrived && arrived->color != before.turn()) return std::nullopt;
    return move;
}

Shown among(std::vector<Move> candidates, const Evidence& seen, const HeardMove* announced) {
    if (announced != nullptr) {
        const std::vector<Move> said = fitting(candidates, seen.before, *announced);
        if (said.size() == 1 && !hand_contradicts(said.front(), candidates, seen.hand))
            return one(said.front());
    }
    if (const std::optional<Move> move = told(candidates, seen)) return one(*move);
    // The hand went somewhere else, where none of them goes.
    if (const auto move = seen_move(seen);
        move && std::ranges::none_of(candidates, [&](Move each) { return each.to() == move->to; }))
        return shown_illegal(*move, seen.before, {});
    return {.kind = ShownKind::several, .candidates = std::move(candidates)};
}

// An illegal move, or castling, that the board shows.
std::optional<SpokenMove> seen_illegal(const Evidence& seen) {
    const auto shape = told_by_shape(seen.hand, seen.board, seen.before);
    return shape && shape->castling ? shape : seen_move(seen);
}

// The man stands where the move puts it, and where it came from, too: no hand does that, but a lift
// can be lost on the wire. One man more than the record allows proves nothing.
bool is_lift_missing(Move move, const Evidence& seen) {
    const Square to = move.king_to();
    return fits_square(seen.board.reading[move.from()], seen.before.at(move.from())) &&
        seen.hand.differs.contains(to) && !seen.board.reading[to].is_empty();
}

Shown unfinished(Undone way) {
    Shown shown;
    shown.kind = ShownKind::unfinished;
    shown.undone = way;
    return shown;
}

// What is missing of a move of which a part stands on the board.
Undone half_of(Move move, const Evidence& seen) {
    if (move.is_castling()) return Undone::castling_half_done;
    const auto victim = seen.before.capture_square(move);
    const bool is_left =
        victim && fits_square(seen.board.reading[*victim], seen.before.at(*victim));
    return is_left ? Undone::captured_man_left : Undone::man_in_hand;
}

// Castling or en passant, begun with the king or the pawn and not done, whatever was said.
std::optional<Undone> begun(const Evidence& seen) {
    const SquareSet differs = seen.hand.differs;
    const auto legal = seen.before.legal_moves();
    const auto found = std::ranges::find_if(legal, [&](Move move) {
        const bool two_acts = move.is_castling() || move.is_en_passant();
        return two_acts && (differs & ~footprint_squares(move)).empty() &&
            seen.board.reading[move.from()].is_empty() && differs.contains(move.king_to());
    });
    return found == legal.end() ? std::nullopt : std::optional{half_of(*found, seen)};
}

// 7.5.2: the pawn stands on the last rank, whatever piece was announced for it.
bool is_pawn_left(Move move, const Evidence& seen) {
    const Reading& reading = seen.board.reading;
    return move.promotion() && reading[move.from()].is_empty() &&
        reading[move.to()].piece() == Piece{seen.before.turn(), Role::pawn};
}

// The announced move stands on the board, beside squares that differ from the record anyway.
std::optional<Shown> announced_beside_others(const Evidence& seen, const HeardMove* announced) {
    if (announced == nullptr || !announced->move || !seen.before.is_legal(*announced->move))
        return std::nullopt;
    const SquareSet differs = seen.hand.differs;
    const Move move = *announced->move;
    const Footprint footprint = footprint_of(seen.before, move);
    if (is_visible(footprint, seen.board.reading))
        return one(move, differs & ~squares_of(footprint));
    if (is_pawn_left(move, seen)) {
        const SpokenMove pawn{
            .role = Role::pawn,
            .from = move.from(),
            .to = move.to(),
            .promotion = {},
            .castling = {}};
        return shown_illegal(pawn, seen.before, differs & ~squares_of(footprint));
    }
    if (!(differs & ~squares_of(footprint)).empty()) return std::nullopt;
    return is_lift_missing(move, seen) ? Shown{.is_lift_missing = true, .displaced = differs}
                                       : unfinished(half_of(move, seen));
}

// No announcement to lean on: the one legal move whose squares were all touched just now.
std::optional<Shown> touched_beside_others(const Evidence& seen) {
    std::optional<Shown> found;
    for (const Move move : seen.before.legal_moves()) {
        const Footprint footprint = footprint_of(seen.before, move);
        const bool handled =
            seen.hand.lifted.contains(move.from()) && seen.hand.placed.contains(move.king_to());
        if (!handled || !is_visible(footprint, seen.board.reading)) continue;
        if (found) return std::nullopt;
        found = one(move, seen.hand.differs & ~squares_of(footprint));
    }
    return found;
}

} // namespace

std::vector<FootprintSquare> footprint(const Position& before, Move move) {
    const Footprint result = footprint_of(before, move);
    return {result.view().begin(), result.view().end()};
}

SquareSet footprint_squares(Move move) {
    SquareSet result{move.from()};
    result.insert(move.to());
    if (move.is_castling()) result.insert(move.king_to()).insert(move.rook_to());
    else if (move.is_en_passant()) result.insert(move.en_passant_victim());
    return result;
}

namespace {

// Only a Chess960 castling can leave an occupancy board as it was; the announcement decides.
Shown shown_unchanged(std::span<const Move> exact, const HeardMove* announced) {
    const bool said =
        announced != nullptr && announced->move && std::ranges::count(exact, *announced->move) == 1;
    Shown unchanged;
    unchanged.kind = ShownKind::before;
    return said ? one(*announced->move) : unchanged;
}

std::optional<Move> legal_move(const SpokenMove& move, const Position& before) {
    for (const Move legal : before.legal_moves()) {
        const bool is_same = !legal.is_castling() && legal.from() == move.from &&
            legal.to() == move.to && legal.promotion() == move.promotion;
        if (is_same) return legal;
    }
    return std::nullopt;
}

// A piece of the mover's went there, and no legal move explains all of the board. Where it may go
// there, another man is missing, which is displaced, or the pawn that it took still stands.
Shown shown_gone(const SpokenMove& move, const Evidence& seen) {
    const SquareSet differs = seen.hand.differs;
    const std::optional<Move> legal = legal_move(move, seen.before);
    if (!legal) return shown_illegal(move, seen.before, differs);
    const Footprint footprint = footprint_of(seen.before, *legal);
    if (!is_visible(footprint, seen.board.reading)) return unfinished(half_of(*legal, seen));
    return one(*legal, differs & ~squares_of(footprint));
}

bool is_king_castled(Move castling, const Evidence& seen) {
    const Square to = castling.king_to();
    return seen.hand.differs.contains(castling.from()) &&
        fits_square(seen.board.reading[to], seen.before.at(castling.from()));
}

// No legal move explains the board exactly.
Shown shown_otherwise(const Evidence& seen) {
    const SquareSet differs = seen.hand.differs;
    Shown result;
    if (const std::optional<Undone> way = begun(seen)) result = unfinished(*way);
    else if (const std::optional<SpokenMove> move = seen_illegal(seen)) {
        return shown_gone(*move, seen);
    } else if (std::optional<Shown> shown = touched_beside_others(seen)) return *shown;
    result.displaced = differs;
    return result;
}

} // namespace

Shown what_board_shows(
    const BoardEvidence& board, const Position& before, const HeardMove* announced
) {
    const Evidence seen{board, before, handling_of(board, before)};
    std::vector<Move> exact = exact_moves(before, board.reading, seen.hand.differs);
    if (seen.hand.differs.empty()) return shown_unchanged(exact, announced);
    const std::optional<Shown> beside = announced_beside_others(seen, announced);
    // Chess960: a castling begun with the king may look like another move of the king. Begun with
    // the rook it is the rook's move (4.4.2); a king put elsewhere has begun none (4.7.2).
    if (beside && beside->kind == ShownKind::unfinished && announced->move->is_castling() &&
        is_king_castled(*announced->move, seen) && std::ranges::none_of(exact, &Move::is_castling))
        return *beside;
    // What was wrong on the board before may look like a move of its own; the hand was last where
    // the announced one goes.
    const bool is_announced = beside && beside->move &&
        std::ranges::count(exact, *beside->move) == 0 &&
        seen.hand.last_placed == beside->move->king_to();
    if (!exact.empty() && !is_announced) return among(std::move(exact), seen, announced);
    return beside ? *beside : shown_otherwise(seen);
}

} // namespace ansage::table
