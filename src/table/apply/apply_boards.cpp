// SPDX-License-Identifier: GPL-3.0-or-later
// What boards report, and the hands that put them right.
#include "table/apply/apply.hpp"
#include "table/witnesses/handling.hpp"

#include <algorithm>
#include <utility>

namespace ansage::table {

using base::Instant;
using chess::Color;
using chess::Reading;
using chess::Square;
using chess::SquareReading;

namespace {

// The plies made when the turn began to which a lift belongs. One that a full reading brings after
// the move was made, and before it was completed, was lost on the wire: it came before that move.
std::optional<Ply> plies_before_turn(const State& state, Color board, bool was_reported) {
    const Ply made = state.made();
    if (state.to_move() == board) return made;
    const bool may_belong = !was_reported && made > 0 && state.plies[made].mover == board &&
        state.plies[made].state == PlyState::made;
    return may_belong ? std::optional{made - 1} : std::nullopt;
}

// A lift is a touch only if it belongs to its player's turn, his board has already matched the
// position after the opponent's last move, no j'adoube is open, and nothing is being repaired
// (first principle 8).
bool may_touch(const State& state, Color board, bool was_reported) {
    const BoardState& its = state.boards[board];
    const std::optional<Ply> start = plies_before_turn(state, board, was_reported);
    return state.in_play() && start && its.matched >= *start && !its.repairing &&
        !state.adjusting[board];
}

// An occupancy board looks right as soon as the capturing piece has left its square; the captured
// one is still to be taken off, and that is no touch. The same with a pawn that is exchanged for
// its promotion.
bool may_be_execution(const State& state, Color board, Square square) {
    const Ply made = state.made();
    if (made == 0 || state.seat(board).board != BoardKind::occupancy) return false;
    const PlyRecord& last = state.plies[made];
    // The captured piece, the pawn in its place, and then the new piece: as long as the hand has
    // touched nothing else.
    const bool exchanges = last.move && last.move->promotion() && state.touches[board].empty() &&
        state.boards[board].pending_touches.empty();
    if (state.boards[board].lifted.contains(square) && !exchanges) return false;
    if (last.mover == board || !last.move || last.move->is_castling() || last.move->to() != square)
        return false;
    return last.move->promotion() || state.positions.before(made).is_capture(*last.move);
}

// An occupancy board looks right although the capturing piece is still on its way to the captured
// one's square.
bool may_capture_be_open(const State& state, Color board) {
    const Ply made = state.made();
    if (made == 0 || state.seat(board).board != BoardKind::occupancy) return false;
    const PlyRecord& last = state.plies[made];
    const bool captured =
        last.mover != board && last.move && state.positions.before(made).is_capture(*last.move);
    return captured && std::ranges::none_of(state.boards[board].trace, [&](const Change& change) {
               return change.square == last.move->to() && change.now.is_occupied();
           });
}

// A lift of that piece may be a touch of the player's. In carrying out a capture the hand may
// knock against the opponent's other pieces.
bool is_of_turn(const State& state, Color board, Square square) {
    return !may_be_execution(state, board, square) &&
        (state.position().of(board).contains(square) || !may_capture_be_open(state, board));
}

// Which piece a hand puts down, where an occupancy board cannot say: the one it holds. Holding two,
// it is not the one that stood there before; that one was captured.
SquareReading put_down(std::vector<HeldPiece>& held, Square square) {
    const auto captured = [&](const HeldPiece& one) { return one.from == square; };
    if (held.size() > 1) std::erase_if(held, captured);
    const bool is_known = held.size() == 1;
    const SquareReading put = is_known ? held.front().piece : SquareReading::occupied();
    if (is_known) held.clear();
    return put;
}

void follow_hand(BoardState& board, Square square, SquareReading now) {
    SquareReading& stands = board.followed[square];
    if (now.is_unsure()) return;
    if (now.is_empty() && stands.is_occupied()) board.held.push_back({stands, square});
    if (now.is_empty() || now.piece()) stands = now;
    else if (!stands.is_occupied()) stands = put_down(board.held, square);
}

// What was up for a moment only and is put back was a weak magnet. The king's square may have been
// filled by the rook, in castling (Chess960).
bool is_put_back(const State& state, Color board, Square square) {
    const auto piece = state.boards[board].reading[square].piece();
    const chess::Position& position = state.position();
    const Reading& reading = state.boards[board].reading;
    const auto stands = [&](Square rook) { return reading[rook].is_occupied(); };
    return position.king(board) != square || (piece && piece->role == chess::Role::king) ||
        agrees(reading, position.reading()) ||
        std::ranges::all_of(position.of(chess::Piece{board, chess::Role::rook}), stands);
}

// `since`: when it may have happened first.
void note_change(State& state, Color board, const Change& change, Instant since) {
    BoardState& its = state.boards[board];
    const Square square = change.square;
    const bool was_occupied = its.reading[square].is_occupied();
    const bool was_reported = since == change.at;
    if (change.now.is_empty() && was_occupied && may_touch(state, board, was_reported) &&
        is_of_turn(state, board, square))
        its.pending_touches.push_back({square, since});
    if (change.now.is_empty()) its.lifted.insert(square);
    follow_hand(its, square, change.now);
    its.trace.push_back(
        {.square = square,
         .now = change.now,
         .at = change.at,
         .was = its.reading[square],
         .is_adjusting = state.adjusting[board]}
    );
    its.reading[square] = change.now;
    its.turn_trace.push_back(its.trace.back());
    its.changed_at = change.at;
    if (change.now.is_occupied() && is_put_back(state, board, square)) {
        std::erase_if(its.pending_touches, [&](const laws::Touch& touch) {
            return touch.square == square;
        });
        // For so long a sensor may have dropped out.
        std::erase_if(state.touches[board], [&](const laws::Touch& touch) {
            return touch.square == square && change.at - touch.at <= longest_drop_out;
        });
    }
    // A quick hand goes on before the board has come to rest.
    if (state.to_move() == board && its.matched < state.made() &&
        agrees(its.reading, state.position().reading()))
        its.matched = state.made();
}

// When the hand's first act of this turn was reported.
Instant began(const State& state, Color board, Instant now) {
    const BoardState& its = state.boards[board];
    const BoardEvidence evidence{.reading = its.reading, .trace = its.trace};
    const auto own = own_changes(evidence, state.position());
    Instant first = own.empty() ? now : own.front().at;
    for (const auto& touches : {state.touches[board], its.pending_touches})
        first = touches.empty() ? first : std::min(first, touches.front().at);
    return first;
}

} // namespace

void trust_record(State& state, Color board) {
    state.boards[board].followed = state.position().reading();
    state.boards[board].held.clear();
}

void apply_one(State& state, const Sensed& event, Instant at) {
    note_change(state, event.board, {event.square, event.now, at, {}}, at);
}

void apply_one(State& state, const Read& event, Instant at) {
    const Reading& before = state.boards[event.board].reading;
    std::vector<Change> changes;
    for (unsigned i = 0; i < 64; ++i) {
        if (!(event.reading.squares[i] == before.squares[i]))
            changes.push_back({Square::from_index(i), event.reading.squares[i], at, {}});
    }
    // Emptied squares first: a full reading has no order, and a lift comes before its place. A lift
    // that was not reported by itself came before what was.
    std::stable_partition(changes.begin(), changes.end(), [](const Change& change) {
        return change.now.is_empty();
    });
    const Instant since = began(state, event.board, at);
    for (const Change& change : changes) note_change(state, event.board, change, since);
}

void apply_one(State& state, const Settled& event, Instant /*at*/) {
    BoardState& board = state.boards[event.board];
    board.changed_at.reset();
    board.agrees = event.matches == state.made();
    if (event.matches) board.matched = std::max(board.matched, *event.matches);
    if (board.agrees) {
        // In his own turn what he did is still to be told from it.
        if (state.to_move() != event.board) board.trace.clear();
        trust_record(state, event.board);
    }
    if (board.agrees && state.to_move() == event.board) board.turn_trace.clear();
}

void apply_one(State& state, const BoardStatus& event, Instant at) {
    BoardState& board = state.boards[event.board];
    if (event.report == BoardReport::flutters || event.report == BoardReport::steady) return;
    const bool was_lost = std::exchange(board.lost, event.report == BoardReport::lost);
    if (was_lost && !board.lost) board.changed_at = at; // look again at what it showed
}

void apply_one(State& state, const Touched& event, Instant /*at*/) {
    std::vector<laws::Touch>& pending = state.boards[event.seat].pending_touches;
    const auto lift = std::ranges::find(pending, event.square, &laws::Touch::square);
    if (lift != pending.end()) {
        state.touches[event.seat].push_back(*lift);
        pending.erase(lift);
    }
    const bool declines = state.setup->edition.draw_offer_declined_by == laws::LostBy::touch;
    if (declines && state.draw_offer == !event.seat) state.draw_offer.reset();
}

void apply_one(State& state, const Adjusting& event, Instant /*at*/) {
    state.adjusting[event.seat] = event.open;
}

void apply_one(State& state, const RepairStarted& event, Instant /*at*/) {
    state.boards[event.board].repairing = true;
}

void apply_one(State& state, const RepairGuided& event, Instant /*at*/) {
    state.boards[event.board].guided = event.message;
}

void apply_one(State& state, const RepairEnded& event, Instant /*at*/) {
    BoardState& board = state.boards[event.board];
    board.repairing = false;
    board.guided.reset();
    board.matched = state.made();
    board.agrees = true;
    board.trace.clear();
    board.turn_trace.clear();
    trust_record(state, event.board);
    if (state.seat(event.board).board == BoardKind::none) {
        board.reading = state.position().reading();
        board.is_said = false;
    }
}

void apply_one(State& state, const BoardSaid& event, Instant /*at*/) {
    BoardState& board = state.boards[event.board];
    const Reading target = state.position().reading();
    board.reading = event.reading;
    board.followed = event.reading;
    board.agrees = agrees(event.reading, target);
    board.is_said = !board.agrees;
    // It is the opponent's newest move that does not stand there.
    const Ply made = state.made();
    const bool moved = made > 0 && state.plies[made].mover == event.board;
    const Ply due = moved ? made - 1 : made;
    board.matched = board.agrees ? made : std::min(board.matched, due == 0 ? 0 : due - 1);
}

void apply_one(State& state, const SquareAsked& event, Instant /*at*/) {
    if (!state.inquiry) state.inquiry.emplace();
    state.inquiry->asked = event;
}

void apply_one(State& state, const SquareAnswered& event, Instant /*at*/) {
    state.inquiry->asked.reset();
    state.inquiry->answers.push_back(event);
}

void apply_one(State& state, const Compared& /*event*/, Instant /*at*/) { state.inquiry.reset(); }

} // namespace ansage::table
