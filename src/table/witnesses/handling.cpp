// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/witnesses/handling.hpp"

#include <algorithm>
#include <utility>

namespace ansage::table {

using base::Millis;
using chess::Piece;
using chess::Position;
using chess::Reading;
using chess::Square;
using chess::SquareReading;
using chess::SquareSet;

namespace {

bool is_phantom(std::span<const Change> trace, std::size_t index, Millis debounce) {
    const Change& lift = trace[index];
    const auto rest = trace.subspan(index + 1);
    const auto next = std::ranges::find(rest, lift.square, &Change::square);
    return next != rest.end() && next->at - lift.at < debounce && !next->now.is_empty();
}

void note_lifted_and_placed(
    Handling& result, std::span<const Change> trace, const BoardEvidence& board
) {
    std::optional<Square> phantom;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const Change& change = trace[i];
        const bool is_lift = change.now.is_empty();
        if (is_lift && is_phantom(trace, i, board.debounce)) {
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
}

// Of several that differ in the same way, those that the hand was at: what was displaced before is
// no part of what is done now.
SquareSet handled(SquareSet squares, SquareSet by_hand) {
    const SquareSet some = squares & by_hand;
    return squares.size() > 1 && !some.empty() ? some : squares;
}

// Nothing is wrong but king and rook, who move together: a slow board may tell of one of them
// before it has told all of the last move.
bool may_have_castled(const Handling& hand, const Position& before) {
    const chess::Color mover = before.turn();
    const SquareSet royal =
        before.of(Piece{mover, chess::Role::king}) | before.of(Piece{mover, chess::Role::rook});
    return hand.own_left.size() == 2 && (hand.own_left & ~royal).empty() &&
        hand.own_left.contains(before.king(mover)) && hand.came.size() == 2 &&
        hand.other_left.empty();
}

void note_differences(Handling& result, const BoardEvidence& board, const Position& before) {
    result.differs = differing(board.reading, before.reading());
    for (const Square square : result.differs) {
        if (!board.reading[square].is_empty()) result.came.insert(square);
        else if (before.at(square)->color == before.turn()) result.own_left.insert(square);
        else result.other_left.insert(square);
    }
    if (may_have_castled(result, before)) return;
    result.own_left = handled(result.own_left, result.lifted);
    result.other_left = handled(result.other_left, result.lifted);
    result.came = handled(result.came, result.placed);
}

// The new square can be told so long before the old one.
constexpr Millis told_before{400};

bool is_refill(const Change& change) { return change.was.is_empty() && change.now.is_occupied(); }

// With the own piece's aperture empty this is no bounce of a magnet, however quick. Once it has
// been put down on a free square, it stands on none that was filled before.
SquareSet
refilled_while_out(std::span<const Change> trace, Square from, SquareSet others, SquareSet taken) {
    SquareSet result;
    bool was_taken_up = false;
    bool is_in_hand = false;
    SquareSet emptied;
    for (const Change& change : trace) {
        const Square square = change.square;
        if (square == from) {
            is_in_hand = change.now.is_empty();
            was_taken_up = was_taken_up || is_in_hand;
        } else if (change.now.is_empty()) {
            // Before that it is where the opponent's piece came from.
            is_in_hand = is_in_hand || (was_taken_up && !taken.contains(square));
            // What is straightened is taken up with a word; it may be down when that is over.
            if (!change.is_adjusting) emptied.insert(square);
        } else if (!taken.contains(square)) {
            is_in_hand = false;
            result = {};
        } else if (is_in_hand && is_refill(change) && emptied.contains(square)) {
            result.insert(square);
        }
    }
    return result & others;
}

// How long the square was empty, each time.
std::vector<Millis> gaps_of(std::span<const Change> trace, Square square) {
    std::vector<Millis> gaps;
    std::optional<base::Instant> since;
    for (const Change& change : trace) {
        if (change.square != square) continue;
        if (since && change.now.is_occupied()) gaps.push_back(change.at - *since);
        since = change.now.is_empty() ? std::optional{change.at} : std::nullopt;
    }
    return gaps;
}

// What was so more than once, and never longer, is no hand's work.
void doubt_flicker(Handling& result, std::span<const Change> trace) {
    SquareSet repeated;
    for (const Square square : result.refilled) {
        const std::vector<Millis> gaps = gaps_of(trace, square);
        const auto is_brief = [](Millis gap) { return gap < longest_drop_out; };
        if (!std::ranges::all_of(gaps, is_brief)) continue;
        result.refilled_at_once.insert(square);
        if (gaps.size() > 1) repeated.insert(square);
    }
    result.refilled = result.refilled & ~repeated;
    result.refilled_at_once = result.refilled_at_once & result.refilled;
}

// The new square was told before the old one, so that the board looked as before for a moment.
SquareSet refilled_just_before(
    const BoardEvidence& board, std::span<const Change> own, Square from, SquareSet others
) {
    const auto lift = std::ranges::find_if(own, [&](const Change& change) {
        return change.square == from && change.now.is_empty();
    });
    const auto earlier = std::span{board.trace}.first(board.trace.size() - own.size());
    if (lift == own.end() || lift != own.begin() || earlier.empty()) return {};
    const Change& last = earlier.back();
    const bool is_just = is_refill(last) && !last.is_adjusting && lift->at - last.at < told_before;
    const auto same = [&](const Change& change) {
        return change.square == last.square && is_refill(change);
    };
    const bool is_execution =
        board.executed == last.square && std::ranges::count_if(earlier, same) == 1;
    return is_just && !is_execution ? SquareSet{last.square} & others : SquareSet{};
}

// Two hands: the opponent's capture was carried out while the own piece was out already. Beside a
// square that may only have flickered, nobody can tell.
void doubt_execution(Handling& result, const BoardEvidence& board, std::span<const Change> own) {
    const bool is_first =
        board.executed && std::ranges::count_if(board.trace, [&](const Change& change) {
                              return change.square == *board.executed && is_refill(change);
                          }) == 1;
    if (!is_first || own.empty() || !result.refilled.contains(*board.executed)) return;
    SquareSet others = result.refilled & ~result.refilled_at_once;
    if (!others.erase(*board.executed).empty()) result.refilled.erase(*board.executed);
}

void note_refilled(
    Handling& result,
    const BoardEvidence& board,
    std::span<const Change> own,
    const Position& before
) {
    if (result.own_left.size() != 1 || !result.came.empty()) return;
    const Square from = result.own_left.first();
    const SquareSet others = before.of(!before.turn()) & ~result.other_left;
    result.refilled = refilled_while_out(own, from, others, before.occupied());
    doubt_flicker(result, own);
    doubt_execution(result, board, own);
    const SquareSet before_it = refilled_just_before(board, own, from, others);
    result.refilled = result.refilled | before_it;
    result.refilled_at_once = result.refilled_at_once | before_it; // it may be another's
}

// Follows single pieces from square to square, whichever of the two the board tells first.
class Follower {
public:
    void lift(Square square) {
        if (unexplained_) {
            carried_.push_back({square, *unexplained_});
            unexplained_.reset();
        } else {
            held_.push_back(square);
        }
    }

    void place(Square square) {
        if (held_.size() == 1) carried_.push_back({held_.front(), square});
        unexplained_ = held_.empty() ? std::optional{square} : std::nullopt;
        held_.clear();
    }

    [[nodiscard]] std::vector<Handling::Carried> take() { return std::move(carried_); }

private:
    std::vector<Square> held_;
    std::optional<Square> unexplained_;
    std::vector<Handling::Carried> carried_;
};

void note_carried(Handling& result, std::span<const Change> own, SquareSet own_pieces) {
    Follower follower;
    for (const Change& change : own) {
        const Square square = change.square;
        if (change.now.is_empty() && change.was.is_occupied()) {
            follower.lift(square);
            const bool is_new = std::ranges::count(result.taken_up, square) == 0;
            if (is_new && own_pieces.contains(square)) result.taken_up.push_back(square);
        } else if (change.was.is_empty() && change.now.is_occupied()) {
            follower.place(square);
        }
    }
    result.carried = follower.take();
}

} // namespace

bool fits_square(SquareReading seen, std::optional<Piece> expected) {
    if (seen.is_unsure()) return true;
    if (!expected || seen.is_empty()) return !expected && seen.is_empty();
    const std::optional<Piece> piece = seen.piece();
    return !piece || *piece == *expected;
}

bool agrees(const Reading& reading, const Reading& target) {
    return reading == target || differing(reading, target).empty();
}

SquareSet differing(const Reading& reading, const Reading& target) {
    SquareSet result;
    for (unsigned i = 0; i < 64; ++i) {
        if (!(reading.squares[i] == target.squares[i]) &&
            !fits_square(reading.squares[i], target.squares[i].piece()))
            result.insert(Square::from_index(i));
    }
    return result;
}

void put_in_order(std::vector<Change>& trace, const Position& before) {
    const Reading target = before.reading();
    const auto fits = [&](const Change& change) {
        return fits_square(change.now, target[change.square].piece());
    };
    for (auto first = trace.begin(); first != trace.end();) {
        const auto last = std::find_if(first, trace.end(), [&](const Change& change) {
            return change.at != first->at;
        });
        SquareSet squares;
        for (auto change = first; change != last; ++change) squares.insert(change->square);
        if (squares.size() == last - first) std::stable_partition(first, last, fits);
        first = last;
    }
}

void forget_lifts_after(BoardEvidence& board, base::Instant press) {
    SquareSet lifted;
    std::erase_if(board.trace, [&](const Change& change) {
        if (change.at <= press) return false;
        const bool is_lift = change.now.is_empty() && change.was.is_occupied();
        if (is_lift && !lifted.contains(change.square)) board.reading[change.square] = change.was;
        if (is_lift) lifted.insert(change.square);
        return lifted.contains(change.square);
    });
}

std::span<const Change> own_changes(const BoardEvidence& board, const Position& before) {
    const Reading target = before.reading();
    SquareSet differs = differing(board.reading, target);
    std::size_t start = board.trace.size();
    int least = differs.size();
    for (std::size_t i = board.trace.size(); i > 0 && least > 0; --i) {
        const Change& change = board.trace[i - 1];
        const bool fits = fits_square(change.was, target[change.square].piece());
        fits ? differs.erase(change.square) : differs.insert(change.square);
        if (differs.size() < least) {
            least = differs.size();
            start = i - 1;
        }
    }
    // Two hands at once: it was never right since, and everything may belong to the turn.
    const bool never = start == board.trace.size() && least > 0;
    const std::span trace{board.trace};
    return never ? trace : trace.subspan(start);
}

bool were_out_together(std::span<const Change> trace, Square one, Square other) {
    bool one_out = false;
    bool other_out = false;
    return std::ranges::any_of(trace, [&](const Change& change) {
        one_out = change.square == one ? change.now.is_empty() : one_out;
        other_out = change.square == other ? change.now.is_empty() : other_out;
        return one_out && other_out;
    });
}

Handling handling_of(const BoardEvidence& board, const Position& before) {
    const std::span<const Change> own = own_changes(board, before);
    Handling result;
    note_lifted_and_placed(result, own, board);
    note_differences(result, board, before);
    note_refilled(result, board, own, before);
    note_carried(result, own, before.of(before.turn()));
    return result;
}

} // namespace ansage::table
