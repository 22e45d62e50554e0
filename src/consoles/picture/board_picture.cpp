// SPDX-License-Identifier: GPL-3.0-or-later
// What stands on one board, and what of it nobody meant.
#include "consoles/picture/board_picture.hpp"

#include "table/model/event_words.hpp"
#include "table/witnesses/handling.hpp"

#include <algorithm>

namespace ansage::consoles {

using chess::Color;
using chess::Position;
using chess::Reading;
using chess::Square;
using chess::SquareReading;
using chess::SquareSet;
using table::BoardState;
using table::State;

namespace {

bool is_unseen(const State& state, Color board) {
    return state.seat(board).board == table::BoardKind::none;
}

// Without sensors it is taken to follow the record, as long as nobody says that it does not.
Reading reading_of(const State& state, Color board) {
    const bool follows = is_unseen(state, board) && !state.boards[board].is_said;
    return follows ? state.position().reading() : state.boards[board].reading;
}

SquareSet unfit_squares(const State& state, Color board) {
    return table::differing(reading_of(state, board), state.position().reading());
}

// The position of record that the board has come to.
const Position& reached_position(const State& state, Color board) {
    return state.positions.after(std::min(state.boards[board].matched, state.made()));
}

bool has_reached_last(const State& state, Color board) {
    return state.boards[board].matched >= state.made();
}

// An occupancy board knows no piece by itself.
Reading with_names(const State& state, Color board) {
    Reading squares = reading_of(state, board);
    const Reading now = state.position().reading();
    const Reading reached = reached_position(state, board).reading();
    for (const Square square : squares.occupied()) {
        if (squares[square].piece()) continue;
        squares[square] = now[square].is_occupied() ? now[square]
            : reached[square].is_occupied()         ? reached[square]
                                                    : SquareReading::occupied();
    }
    return squares;
}

// Something stands where nothing is to stand, neither now nor before the move that is to be carried
// out.
bool has_stray(const State& state, Color board, SquareSet unfit) {
    const Reading& reading = state.boards[board].reading;
    const Position& reached = reached_position(state, board);
    return std::ranges::any_of(unfit, [&](Square square) {
        return reading[square].is_occupied() &&
            !table::fits_square(reading[square], reached.at(square));
    });
}

SquareSet alerted_squares(const State& state, Color board) {
    using table::AlertKind;
    SquareSet squares;
    for (const AlertKind kind :
         {AlertKind::boards_differ,
          AlertKind::opponent_board_differs,
          AlertKind::piece_displaced,
          AlertKind::board_not_kept}) {
        if (const table::OpenAlert* const open = state.find_open(kind, board))
            squares = squares | open->squares;
    }
    return squares;
}

// Of a board at rest whose player is to move: what he does there is his move until it is made. But
// what was wrong before stays so, and a stray peg says that the last move was not carried out
// right.
SquareSet unexplained(const State& state, Color board, SquareSet unfit, SquareSet before) {
    const SquareSet still = before & unfit;
    if (has_reached_last(state, board) || !still.empty()) return still;
    return has_stray(state, board, unfit) ? unfit : SquareSet{};
}

std::optional<HandPicture> hand_at(const BoardState& board, bool is_fitting) {
    if (!board.changed_at) {
        if (is_fitting || board.held.empty()) return std::nullopt;
        return HandPicture{HandAct::holds, board.held.back().from, board.held};
    }
    const std::vector<table::Change>& changes =
        board.turn_trace.empty() ? board.trace : board.turn_trace;
    if (changes.empty() || changes.back().now.is_unsure()) return std::nullopt;
    const table::Change& last = changes.back();
    return HandPicture{
        last.now.is_empty() ? HandAct::lifts : HandAct::places, last.square, board.held};
}

BoardCondition condition_of(const State& state, Color board, const BoardPicture& picture) {
    if (is_unseen(state, board)) return BoardCondition::unseen;
    if (state.boards[board].lost) return BoardCondition::lost;
    if (picture.unfit.empty()) return BoardCondition::agrees;
    if (!picture.wrong.empty()) return BoardCondition::differs;
    const bool is_behind = !has_reached_last(state, board) &&
        table::agrees(state.boards[board].reading, reached_position(state, board).reading());
    return is_behind ? BoardCondition::behind : BoardCondition::moving;
}

} // namespace

SquareSet wrong_squares(const State& state, Color board, SquareSet before) {
    const BoardState& its = state.boards[board];
    const SquareSet unfit = unfit_squares(state, board);
    if (unfit.empty() || its.lost) return {};
    // A board that is being put right, or of which something was said, holds no move.
    if (its.repairing || is_unseen(state, board)) return unfit;
    const SquareSet alerted = alerted_squares(state, board) & unfit;
    const bool is_judged = !its.changed_at && state.phase == table::Phase::playing;
    if (!is_judged) return alerted | (before & unfit);
    if (state.to_move() != board) return unfit;
    return alerted | unexplained(state, board, unfit, before);
}

bool may_move_pieces(const table::EventBody& body) {
    return table::is_one_of<
        table::Sensed,
        table::Read,
        table::Settled,
        table::BoardStatus,
        table::BoardSaid,
        table::Made,
        table::Unmade,
        table::Completed,
        table::Alerted,
        table::AlertClosed,
        table::RepairStarted,
        table::RepairEnded,
        table::Restored,
        table::RecordCorrected,
        table::TakenBack>(body);
}

BoardPicture board_picture(const State& state, Color board, SquareSet wrong) {
    BoardPicture picture;
    picture.squares = with_names(state, board);
    picture.unfit = unfit_squares(state, board);
    picture.wrong = wrong & picture.unfit;
    picture.condition = condition_of(state, board, picture);
    if (state.has_sensors(board))
        picture.hand = hand_at(state.boards[board], picture.unfit.empty());
    return picture;
}

} // namespace ansage::consoles
