// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a move: the evidence of a board, the words, and a press (D.2.3, 4.7, 6.2.1).
#include "chess/san.hpp"
#include "table/making/decision.hpp"
#include "table/witnesses/said_board.hpp"
#include "table/witnesses/testimony.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;
using chess::Move;
using chess::MoveError;

namespace {

// False of a board that is not kept, or on which nothing was moved: the words alone made the move.
bool shows(const State& state, Color board, const chess::Position& before, Move move) {
    const chess::SquareSet off =
        differing(state.boards[board].reading, before.after(move).reading());
    return state.is_witness(board) && !stands_still(state, board) &&
        (off & footprint_squares(move)).empty();
}

void testify_own_board(Decision& decision, Move move) {
    const State& state = decision.state();
    if (!shows(state, state.to_move(), state.position(), move)) return;
    const chess::Role role = state.position().at(move.from())->role;
    testify(
        decision,
        state.made() + 1,
        Witness::mover_board,
        Source::sensor,
        {.move = move, .error = {}, .said = spoken(move, role)}
    );
}

// What the opponent was said to have executed before the words were replaced still stands on his
// board: an execution is compared like a sensor and never lost (first principle 11).
void keep_opponents_execution(Decision& decision) {
    const State& state = decision.state();
    const Ply ply = state.made();
    const Testimony* said = state.plies[ply].newest(Witness::opponent_board);
    const Color board = state.to_move();
    if (said == nullptr || said->source == Source::sensor || said->derived_from ||
        state.seat(board).board != BoardKind::none)
        return;
    const chess::Reading reading =
        said_reading(state, board, {.ply = ply, .is_own = false, .heard = said->move});
    if (reading != state.boards[board].reading)
        decision.emit(BoardSaid{.board = board, .reading = reading});
}

void note_ending(Decision& decision) {
    const State& state = decision.state();
    // No position before the last capture or pawn move can come again.
    const std::size_t reach =
        std::min<std::size_t>(state.keys.size(), state.position().halfmove_clock() + 1U);
    const std::span keys{state.keys.data() + (state.keys.size() - reach), reach};
    const unsigned repeated = laws::automatic_repetitions(keys, state.setup->edition);
    if (const auto ending = laws::ending(state.position(), repeated, state.setup->edition)) {
        decision.emit(EndNoted{
            .ply = state.made(), .score = ending->score, .termination = ending->termination});
    }
}

void propose_noted_ending(Decision& decision, Ply ply) {
    const std::optional<EndNoted>& end = decision.state().end_noted;
    if (end && end->ply == ply)
        decision.propose_ending({.score = end->score, .termination = end->termination});
}

bool announcement_agrees(const State& state, const HeardMove& heard, Move move) {
    if (heard.move) return *heard.move == move;
    return heard.error == MoveError::ambiguous &&
        fits(heard.said, move, state.position().at(move.from())->role);
}

} // namespace

void testify(Decision& decision, Ply ply, Witness witness, Source source, const HeardMove& heard) {
    decision.emit(Testified{
        .ply = ply,
        .testimony = {.witness = witness, .at = decision.at(), .source = source, .move = heard},
    });
}

void complete(Decision& decision, Ply ply) {
    decision.emit(Completed{.ply = ply, .san = decision.state().plies[ply].san});
    propose_noted_ending(decision, ply);
}

void look_for_ending(Decision& decision) {
    const State& state = decision.state();
    const Ply made = state.made();
    if (state.phase != Phase::playing || made == 0) return;
    if (!state.end_noted) note_ending(decision);
    if (state.plies[made].state == PlyState::completed) propose_noted_ending(decision, made);
}

void complete_by_next_move(Decision& decision) {
    const Ply made = decision.state().made();
    const bool waits = made >= 2 && decision.state().plies[made - 1].state == PlyState::made;
    if (waits && decision.setup().edition.completed_by_own_next_move) complete(decision, made - 1);
}

// Until its press a move may be made again, as another one.
void make_again(Decision& decision, Ply ply, Move move) {
    const chess::Position& before = decision.state().positions.before(ply);
    decision.emit(Made{.ply = ply, .move = move, .san = chess::to_san_without_check(before, move)});
    keep_opponents_execution(decision);
    note_ending(decision);
}

void settle_what_is_known(Decision& decision, Color mover) {
    decision.close_alert(AlertKind::move_not_heard, mover);
    decision.close_alert(AlertKind::sensor_unclear, mover);
    decision.close_alert(AlertKind::promotion_not_announced, mover);
    // His words and his hand agree by now (D.2.3), or his hand has made it whatever he says (4.7).
    decision.close_alert(AlertKind::announcement_differs_from_board, mover);
}

void make(Decision& decision, Move move, bool was_pressed) {
    testify_own_board(decision, move);
    complete_by_next_move(decision);
    const chess::Position& before = decision.state().position();
    const Color mover = decision.state().to_move();
    decision.emit(Made{
        .ply = decision.state().made() + 1,
        .move = move,
        .san = chess::to_san_without_check(before, move),
        .legal = true,
    });
    keep_opponents_execution(decision);
    note_ending(decision);
    if (was_pressed) complete(decision, decision.state().made());
    settle_what_is_known(decision, mover);
}

namespace {

// The first half of a castling, if the hand goes on: its rook, or in Chess960 its king, stands
// where castling puts it.
bool may_become_castling(const chess::Position& position, Move move) {
    const auto legal = position.legal_moves();
    return !move.is_castling() && std::ranges::any_of(legal, [&](Move other) {
        const bool by_rook = move.from() == other.to() && move.to() == other.rook_to();
        const bool by_king = move.from() == other.from() && move.to() == other.king_to();
        return other.is_castling() && (by_rook || by_king);
    });
}

// An occupancy board sees of a capture that a piece is off and another square was emptied and
// filled: the piece may still be in the hand that straightens others.
bool may_be_in_hand(const State& state, Color mover, Move move) {
    return state.seat(mover).board == BoardKind::occupancy && !move.is_en_passant() &&
        state.position().is_capture(move);
}

// A castling that an occupancy board cannot see (Chess960): made when both pieces have been out.
bool was_handled(const State& state, Color mover, Move move) {
    const BoardState& board = state.boards[mover];
    return !agrees(board.reading, state.position().reading()) ||
        (board.lifted.contains(move.from()) && board.lifted.contains(move.to()));
}

// Without words the board must have been right before: what was wrong on it is no move. A capture
// that was announced before, and of which an occupancy board has seen only that a piece was taken
// up, may still be in the hand. After the press both are judged by what there is.
bool is_done(const State& state, Color mover, Move move, const Testimony* announced) {
    const PlyRecord* open = state.open_ply();
    if (open != nullptr && open->pressed_at) return true;
    const BoardState& board = state.boards[mover];
    const auto victim = state.position().capture_square(move);
    const Handling hand = handling_of(evidence_of_mover(state, mover), state.position());
    const bool unseen = state.seat(mover).board == BoardKind::occupancy && victim &&
        !move.is_en_passant() && !hand.lifted.contains(*victim) && !hand.placed.contains(*victim) &&
        !hand.refilled.contains(*victim);
    const bool in_hand = unseen && announced != nullptr && !board.trace.empty() &&
        announced->at < board.trace.back().at;
    return !in_hand && (announced != nullptr || board.matched == state.made());
}

} // namespace

bool try_make(Decision& decision, Color mover, bool was_pressed) {
    const State& state = decision.state();
    const PlyRecord* open = state.open_ply();
    const Testimony* announced = open == nullptr ? nullptr : open->newest(Witness::announcement);
    if (state.boards[mover].repairing && state.has_sensors(mover)) return false;
    if (!state.is_witness(mover)) {
        const bool is_pressed = open != nullptr && open->pressed_at;
        const std::optional<Move> move = move_by_words(state, mover, is_pressed);
        if (move) make(decision, *move, was_pressed);
        return move.has_value();
    }
    // What happens to stand on it is no hand's work (D.2.3): until the press words may still change
    // (D.2.8).
    if (stands_still(state, mover) && (open == nullptr || !open->pressed_at)) return false;
    // D.2.3: an impaired player's move needs the announcement; what was not heard by his press is
    // unwitnessed, and the press judges without it.
    const bool is_judged = open != nullptr && open->pressed_at && !state.boards[mover].press_waits;
    const bool needs_words = state.seat(mover).vision == Vision::impaired && !is_judged;
    if (announced == nullptr && (needs_words || state.boards[mover].changed_at)) return false;
    const Shown shown = shown_by_mover(state, mover);
    if (shown.kind != ShownKind::move || !was_handled(state, mover, *shown.move) ||
        !is_done(state, mover, *shown.move, announced))
        return false;
    // Without words, pieces knocked about are no move that was released (4.7); half a castling
    // waits for its other half or for the press, and a capture that may be in the hand for the
    // press.
    const bool agrees = announced == nullptr
        ? shown.displaced.empty() && !may_become_castling(state.position(), *shown.move) &&
            !may_be_in_hand(state, mover, *shown.move)
        : (is_judged && state.seat(mover).vision == Vision::sighted) || // D.2.5
            announcement_agrees(state, announced->move, *shown.move);
    if (!agrees) return false;
    make(decision, *shown.move, was_pressed);
    return true;
}

} // namespace ansage::table
