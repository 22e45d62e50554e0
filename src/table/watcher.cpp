#include "table/watcher.hpp"

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
using chess::Seen;
using chess::Square;
using chess::SquareSet;

namespace {

bool fits_square(Seen seen, std::optional<Piece> expected) {
    if (seen.is_unsure()) {
        return true;
    }
    if (!expected || seen.is_empty()) {
        return !expected && seen.is_empty();
    }
    const std::optional<Piece> piece = seen.piece();
    return !piece || *piece == *expected;
}

// At most four squares change in any move.
struct Footprint {
    std::array<FootprintSquare, 4> squares{};
    std::size_t size = 0;

    void push(Square square, std::optional<Piece> after) { squares[size++] = {square, after}; }

    [[nodiscard]] std::span<const FootprintSquare> view() const { return {squares.data(), size}; }
};

Footprint castling_footprint(Color color, Move move) {
    Footprint result;
    const Square king_to = move.king_to();
    const Square rook_to = move.rook_to();
    result.push(king_to, Piece{color, Role::king});
    result.push(rook_to, Piece{color, Role::rook});
    for (const Square left : {move.from(), move.to()}) {
        if (left != king_to && left != rook_to) {
            result.push(left, std::nullopt);
        }
    }
    return result;
}

Footprint footprint_of(const Position& before, Move move) {
    const Color color = before.turn();
    if (move.is_castling()) {
        return castling_footprint(color, move);
    }
    Footprint result;
    const std::optional<Piece> moved = before.at(move.from());
    result.push(move.from(), std::nullopt);
    result.push(move.to(), move.promotion() ? Piece{color, *move.promotion()} : *moved);
    if (move.is_en_passant()) {
        result.push(move.en_passant_victim(), std::nullopt);
    }
    return result;
}

SquareSet squares_of(const Footprint& footprint) {
    SquareSet result;
    for (const FootprintSquare& entry : footprint.view()) {
        result.insert(entry.square);
    }
    return result;
}

bool is_visible(const Footprint& footprint, const Reading& reading) {
    return std::ranges::all_of(footprint.view(), [&](const FootprintSquare& entry) {
        return fits_square(reading[entry.square], entry.after);
    });
}

bool is_phantom(std::span<const Change> trace, std::size_t index, base::Millis debounce) {
    const Change& lift = trace[index];
    const auto rest = trace.subspan(index + 1);
    const auto next = std::ranges::find(rest, lift.square, &Change::square);
    return next != rest.end() && next->at - lift.at < debounce && !next->now.is_empty();
}

} // namespace

HandledSquares handled_squares(const BoardEvidence& board) {
    HandledSquares result;
    std::optional<Square> phantom;
    for (std::size_t i = 0; i < board.trace.size(); ++i) {
        const Change& change = board.trace[i];
        const bool is_lift = change.now.is_empty();
        if (is_lift && is_phantom(board.trace, i, board.debounce)) {
            phantom = change.square;
        } else if (is_lift) {
            result.lifted.insert(change.square);
        } else if (phantom == change.square) {
            phantom.reset();
        } else if (change.now.is_occupied()) {
            result.placed.insert(change.square);
            result.last_placed = change.square;
        }
    }
    return result;
}

namespace {

// Legal moves after which the board would read just so.
std::vector<Move> exact_moves(const Position& before, const Reading& reading, SquareSet differs) {
    std::vector<Move> result;
    for (const Move move : before.legal_moves()) {
        const SquareSet changed = footprint_squares(move);
        if ((differs & ~changed).empty() && is_visible(footprint_of(before, move), reading)) {
            result.push_back(move);
        }
    }
    return result;
}

// Captures by one piece look alike on an occupancy board: the square that was emptied and filled
// again tells which it was. Castling against another move, and a promotion's piece, only words can
// tell.
std::optional<Move> by_trace(std::span<const Move> candidates, const BoardEvidence& board) {
    if (std::ranges::any_of(candidates, &Move::is_castling)) {
        return std::nullopt;
    }
    const HandledSquares touched = handled_squares(board);
    std::vector<Move> handled;
    std::ranges::copy_if(candidates, std::back_inserter(handled), [&](Move move) {
        return touched.placed.contains(move.to()) || board.touched.contains(move.to());
    });
    const auto is_last = [&](Move move) { return touched.last_placed == move.to(); };
    if (std::ranges::any_of(handled, is_last)) {
        std::erase_if(handled, [&](Move move) { return !is_last(move); });
    }
    return handled.size() == 1 ? std::optional{handled.front()} : std::nullopt;
}

// The board contradicts the announcement although its final occupancy would allow it: another
// candidate's square was emptied and filled, the announced one's was not.
bool trace_contradicts(
    Move announced, std::span<const Move> candidates, const BoardEvidence& board
) {
    if (announced.is_castling()) {
        return false;
    }
    const HandledSquares touched = handled_squares(board);
    if (touched.placed.contains(announced.to())) {
        return false;
    }
    return std::ranges::any_of(candidates, [&](Move other) {
        return other.to() != announced.to() && touched.lifted.contains(other.to()) &&
            touched.placed.contains(other.to());
    });
}

std::vector<Move>
fitting(std::span<const Move> candidates, const Position& before, const HeardMove& announced) {
    std::vector<Move> result;
    for (const Move move : candidates) {
        const bool same = announced.move ? *announced.move == move
                                         : fits(announced.said, move, before.at(move.from())->role);
        if (same) {
            result.push_back(move);
        }
    }
    return result;
}

Shown one(Move move, SquareSet displaced = {}) {
    return {
        .kind = ShownKind::move,
        .move = move,
        .candidates = {},
        .seen = {},
        .displaced = displaced};
}

// A capture of which an occupancy board saw only the capturing piece leave: it may still be in the
// hand.
bool was_seen(Move move, const BoardEvidence& board, const Position& before) {
    const bool takes_there = before.at(move.to()).has_value() && !move.is_castling();
    return !takes_there || board.reading[move.to()].piece() ||
        handled_squares(board).placed.contains(move.to()) || board.touched.contains(move.to());
}

Shown among(
    std::vector<Move> candidates,
    const BoardEvidence& board,
    const Position& before,
    const HeardMove* announced
) {
    if (announced != nullptr) {
        const std::vector<Move> said = fitting(candidates, before, *announced);
        if (said.size() == 1 && !trace_contradicts(said.front(), candidates, board)) {
            return one(said.front());
        }
    }
    if (candidates.size() == 1 && was_seen(candidates.front(), board, before)) {
        return one(candidates.front());
    }
    if (const std::optional<Move> traced = by_trace(candidates, board)) {
        return one(*traced);
    }
    return {
        .kind = ShownKind::several,
        .move = {},
        .candidates = std::move(candidates),
        .seen = {},
        .displaced = {}};
}

// What left and what came, against the position before.
struct Difference {
    SquareSet own_left;
    SquareSet other_left;
    SquareSet
        came; // occupied now, where nothing stood or, as an identity board knows, something else
};

Difference difference(const Position& before, const Reading& reading, SquareSet differs) {
    Difference result;
    for (const Square square : differs) {
        if (!reading[square].is_empty()) {
            result.came.insert(square);
        } else if (before.at(square)->color == before.turn()) {
            result.own_left.insert(square);
        } else {
            result.other_left.insert(square);
        }
    }
    return result;
}

std::optional<SpokenMove> seen_castling(const Position& before, const Difference& change) {
    const Square king = before.king(before.turn());
    if (!change.own_left.contains(king) || change.own_left.size() != 2 || change.came.size() != 2) {
        return std::nullopt;
    }
    const Square rook = (change.own_left ^ SquareSet{king}).first();
    const std::optional<Piece> piece = before.at(rook);
    if (!piece || piece->role != Role::rook || rook.rank() != king.rank()) {
        return std::nullopt;
    }
    SpokenMove seen;
    seen.role = Role::king;
    seen.castling = rook.file() > king.file() ? CastlingSide::short_side : CastlingSide::long_side;
    return seen;
}

// One piece of the mover's went to one square: the square that is new, or, where an occupancy board
// cannot see a capture, the square on which something was put last.
std::optional<SpokenMove>
seen_move(const Position& before, const Difference& change, const BoardEvidence& board) {
    if (change.own_left.size() != 1 || change.came.size() > 1 || change.other_left.size() > 1) {
        return std::nullopt;
    }
    const Square from = change.own_left.first();
    std::optional<Square> to = handled_squares(board).last_placed;
    if (!change.came.empty()) {
        to = change.came.first();
    }
    if (!to || *to == from || !before.at(from)) {
        return std::nullopt;
    }
    SpokenMove seen{
        .role = before.at(from)->role, .from = from, .to = to, .promotion = {}, .castling = {}};
    const std::optional<Piece> arrived = board.reading[*to].piece();
    if (arrived && arrived->role != *seen.role) {
        if (*seen.role != Role::pawn) {
            return std::nullopt;
        }
        seen.promotion = arrived->role;
    }
    if (arrived && arrived->color != before.turn()) {
        return std::nullopt;
    }
    return seen;
}

// Castling or en passant, begun with the king or the pawn and not done, whatever was said.
bool is_begun(const Position& before, const Reading& reading, SquareSet differs) {
    const auto legal = before.legal_moves();
    return std::ranges::any_of(legal, [&](Move move) {
        const bool two_acts = move.is_castling() || move.is_en_passant();
        return two_acts && (differs & ~footprint_squares(move)).empty() &&
            reading[move.from()].is_empty() && differs.contains(move.king_to());
    });
}

// The announced move stands on the board, beside squares that differ from the record anyway.
std::optional<Shown> announced_beside_others(
    const BoardEvidence& board,
    const Position& before,
    const HeardMove* announced,
    SquareSet differs
) {
    if (announced == nullptr || !announced->move || !before.is_legal(*announced->move)) {
        return std::nullopt;
    }
    const Move move = *announced->move;
    const Footprint footprint = footprint_of(before, move);
    if (is_visible(footprint, board.reading)) {
        return one(move, differs & ~squares_of(footprint));
    }
    if ((differs & ~squares_of(footprint)).empty()) {
        Shown shown;
        shown.kind = ShownKind::unfinished;
        return shown;
    }
    return std::nullopt;
}

// No announcement to lean on: the one legal move whose squares were all touched just now.
std::optional<Shown>
touched_beside_others(const BoardEvidence& board, const Position& before, SquareSet differs) {
    const HandledSquares touched = handled_squares(board);
    std::optional<Shown> found;
    for (const Move move : before.legal_moves()) {
        const Footprint footprint = footprint_of(before, move);
        const bool handled =
            touched.lifted.contains(move.from()) && touched.placed.contains(move.king_to());
        if (!handled || !is_visible(footprint, board.reading)) {
            continue;
        }
        if (found) {
            return std::nullopt;
        }
        found = one(move, differs & ~squares_of(footprint));
    }
    return found;
}

} // namespace

bool agrees(const Reading& reading, const Reading& target) {
    return reading == target || differing(reading, target).empty();
}

SquareSet differing(const Reading& reading, const Reading& target) {
    SquareSet result;
    for (unsigned i = 0; i < 64; ++i) {
        if (!(reading.squares[i] == target.squares[i]) &&
            !fits_square(reading.squares[i], target.squares[i].piece())) {
            result.insert(Square::from_index(i));
        }
    }
    return result;
}

std::vector<FootprintSquare> footprint(const Position& before, Move move) {
    const Footprint result = footprint_of(before, move);
    return {result.view().begin(), result.view().end()};
}

SquareSet footprint_squares(Move move) {
    SquareSet result{move.from()};
    result.insert(move.to());
    if (move.is_castling()) {
        result.insert(move.king_to()).insert(move.rook_to());
    } else if (move.is_en_passant()) {
        result.insert(move.en_passant_victim());
    }
    return result;
}

Shown what_board_shows(
    const BoardEvidence& board, const Position& before, const HeardMove* announced
) {
    const SquareSet differs = differing(board.reading, before.reading());
    std::vector<Move> exact = exact_moves(before, board.reading, differs);
    if (differs.empty()) {
        // Only a Chess960 castling can leave an occupancy board as it was; the announcement
        // decides.
        const bool said = announced != nullptr && announced->move &&
            std::ranges::count(exact, *announced->move) == 1;
        Shown unchanged;
        unchanged.kind = ShownKind::before;
        return said ? one(*announced->move) : unchanged;
    }
    const std::optional<Shown> beside = announced_beside_others(board, before, announced, differs);
    // Chess960: a castling begun with the king may look like another move of the king.
    if (beside && beside->kind == ShownKind::unfinished && announced->move->is_castling() &&
        std::ranges::none_of(exact, &Move::is_castling)) {
        return *beside;
    }
    // What was wrong on the board before may look like a move of its own; the hand was last where
    // the announced one goes.
    const bool is_announced = beside && beside->move &&
        std::ranges::count(exact, *beside->move) == 0 &&
        handled_squares(board).last_placed == beside->move->king_to();
    if (!exact.empty() && !is_announced) {
        return among(std::move(exact), board, before, announced);
    }
    if (beside) {
        return *beside;
    }
    const Difference change = difference(before, board.reading, differs);
    Shown result;
    if (is_begun(before, board.reading, differs)) {
        result.kind = ShownKind::unfinished;
    } else if (std::optional<SpokenMove> castling = seen_castling(before, change)) {
        result.kind = ShownKind::illegal;
        result.seen = *castling;
    } else if (std::optional<SpokenMove> move = seen_move(before, change, board)) {
        result.kind = ShownKind::illegal;
        result.seen = *move;
    } else if (std::optional<Shown> shown = touched_beside_others(board, before, differs)) {
        result = *shown;
    }
    if (result.kind != ShownKind::move) {
        result.displaced = differs;
    }
    return result;
}

} // namespace ansage::table
