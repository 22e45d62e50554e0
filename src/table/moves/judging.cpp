// SPDX-License-Identifier: GPL-3.0-or-later
// What a press completes: the move that the board and the words show, and what is wrong with it.
#include "chess/attacks.hpp"
#include "chess/san.hpp"
#include "table/disputes/rulings.hpp"
#include "table/moves/moves.hpp"
#include "table/witnesses/testimony.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;
using chess::Move;
using chess::MoveError;
using chess::Role;
using chess::Square;
using chess::SquareSet;

bool completes_made(const State& state, Color seat) {
    return state.made() > 0 && state.plies[state.made()].mover == seat &&
        state.plies[state.made()].state == PlyState::made;
}

void alert_about(Decision& decision, AlertKind kind, Color seat, std::optional<Square> square) {
    const Ply ply = decision.state().made() + 1;
    decision.alert(kind, {.about = seat, .ply = ply, .arguments = {.square = square}});
}

namespace {

bool words_fit(const SpokenMove& said, const SpokenMove& seen) {
    if (said.castling || seen.castling) return said.castling == seen.castling;
    const bool from = !said.from || said.from == seen.from;
    const bool role = !said.role || said.role == seen.role;
    return from && role && said.to == seen.to;
}

} // namespace

namespace {

// The letter of the piece, x for a capture, and the square: what a player would write on his sheet.
std::string illegal_san(const chess::Position& before, Move move) {
    if (move.is_castling()) return move.is_short_castling() ? "O-O" : "O-O-O";
    const Role role = before.at(move.from())->role;
    const bool captures = before.at(move.to()).has_value();
    std::string san;
    if (role != Role::pawn) san += chess::to_char(role);
    else if (captures || move.from().file() != move.to().file())
        san += chess::to_char(move.from().file());
    san += captures ? "x" : "";
    san += chess::to_string(move.to());
    if (move.promotion()) san += {'=', chess::to_char(*move.promotion())};
    return san;
}

void testify_illegal(Decision& decision, Ply ply, const SpokenMove& seen) {
    decision.emit(Testified{
        .ply = ply,
        .testimony =
            {
                .witness = Witness::mover_board,
                .at = decision.at(),
                .source = Source::sensor,
                .move = {.error = MoveError::illegal, .said = seen},
            },
    });
}

void complete_illegal(Decision& decision, Color seat, const SpokenMove& seen) {
    const chess::Position& before = decision.state().position();
    const std::optional<Move> move = illegal_move(before, seen);
    const Ply ply = decision.state().made() + 1;
    Decision::AlertDetails details{.about = seat, .ply = ply};
    if (move) {
        details.arguments.square = move->from();
        details.arguments.second_square = move->king_to();
        const std::string san = illegal_san(before, *move);
        if (decision.state().is_witness(seat)) testify_illegal(decision, ply, seen);
        complete_by_next_move(decision);
        decision.emit(Made{.ply = ply, .move = *move, .san = san, .legal = false});
        complete(decision, ply);
    }
    decision.alert(AlertKind::illegal_move_completed, details);
    propose_ruling(decision, seat);
}

// King and rook were both out, and stand so that an occupancy board sees no change (Chess960).
bool may_have_castled(const State& state, Color seat) {
    const auto legal = state.position().legal_moves();
    return state.seat(seat).board == BoardKind::occupancy &&
        std::ranges::any_of(legal, [&](Move move) {
               return move.is_castling() &&
                   were_out_together(state.boards[seat].trace, move.from(), move.to()) &&
                   chess::occupancy_of(state.position().after(move).reading()) ==
                   chess::occupancy_of(state.position().reading());
           });
}

void judge_illegal(Decision& decision, Color seat, const SpokenMove& seen) {
    const Testimony* announced = announcement_of_open(decision.state());
    if (announced != nullptr && !words_fit(announced->move.said, seen))
        alert_about(decision, AlertKind::announcement_differs_from_board, seat, seen.to);
    else complete_illegal(decision, seat, seen);
}

// More than one legal move explains the board, and nothing decides between them.
void judge_several(Decision& decision, Color seat, const std::vector<Move>& candidates) {
    const Testimony* announced = announcement_of_open(decision.state());
    const Move first = candidates.front();
    const bool differs = announced != nullptr && announced->move.move &&
        std::ranges::count(candidates, *announced->move.move) == 0;
    if (differs) {
        alert_about(decision, AlertKind::announcement_differs_from_board, seat, first.king_to());
        return;
    }
    const bool promotes = std::ranges::all_of(candidates, [&](Move move) {
        return move.promotion() && move.to() == first.to();
    });
    const AlertKind kind =
        promotes ? AlertKind::promotion_not_announced : AlertKind::sensor_unclear;
    alert_about(decision, kind, seat, first.to());
}

// The board, or the words where there is no board, say nothing that the Laws could call a move.
void judge_unmade(Decision& decision, Color seat, const Shown& shown) {
    switch (shown.kind) {
    case ShownKind::illegal: judge_illegal(decision, seat, shown.seen); return;
    case ShownKind::several: judge_several(decision, seat, shown.candidates); return;
    case ShownKind::unclear:
        if (decision.state().boards[seat].matched == decision.state().made())
            alert_about(decision, AlertKind::sensor_unclear, seat, first_of(shown.displaced));
        return; // otherwise the opponent's move was never executed: check_own_board says so
    case ShownKind::before:
        if (may_have_castled(decision.state(), seat)) {
            alert_about(decision, AlertKind::sensor_unclear, seat);
            return;
        }
        alert_about(decision, AlertKind::pressed_before_made, seat);
        if (decision.setup().edition.press_without_move_is_illegal) // 7.5.3
            propose_ruling(decision, seat);
        return;
    case ShownKind::unfinished: alert_about(decision, AlertKind::pressed_before_made, seat); return;
    case ShownKind::move:
        // The board shows a move and the words another one: not made, both recorded.
        alert_about(
            decision, AlertKind::announcement_differs_from_board, seat, shown.move->king_to()
        );
        return;
    }
}

bool contradicts(const State& state, const Testimony* announced, Move shown) {
    if (announced == nullptr) return false;
    const bool ambiguous = announced->move.error == MoveError::ambiguous &&
        fits(announced->move.said, shown, state.position().at(shown.from())->role);
    return !ambiguous && announced->move.move != shown;
}

// Who says that he castles before he touches king or rook may touch them in any order (Guidelines
// II.3).
bool castles_as_announced(const PlyRecord& ply, const std::vector<laws::Touch>& touches) {
    const Testimony* announced = ply.newest(Witness::announcement);
    return announced != nullptr && ply.move->is_castling() && announced->move.move == ply.move &&
        announced->at <= touches.front().at;
}

// Of the pieces that were touched those that every move allowed has to move or take: none that
// could not be moved; of one of each colour both (4.3.3), and king and rook for castling (4.4.1).
SquareSet
binding_squares(const laws::TouchObligation& obligation, const std::vector<laws::Touch>& touches) {
    SquareSet squares;
    for (const laws::Touch& touch : touches) {
        const bool binds = std::ranges::all_of(obligation.moves(), [&](Move move) {
            return laws::moves_or_takes(move, touch.square);
        });
        if (binds) squares.insert(touch.square);
    }
    return squares;
}

// Touch-move is the arbiter's to rule on, after the press (4.3-4.5, first principle 3).
void check_touch(Decision& decision, Color seat) {
    const State& state = decision.state();
    const PlyRecord& ply = state.plies[state.made()];
    // A piece that still stands wrong was knocked about: another alert says so (7.4.1).
    const SquareSet displaced = state.has_sensors(seat)
        ? differing(state.boards[seat].reading, state.position().reading())
        : SquareSet{};
    std::vector<laws::Touch> touches = state.touches[seat];
    // What was put down on an empty square and taken up again had been touched before.
    const chess::Position& before = state.positions.before(state.made());
    std::erase_if(touches, [&](const laws::Touch& touch) {
        return displaced.contains(touch.square) || !before.at(touch.square);
    });
    if (touches.empty() || !ply.legal || !ply.move) return;
    const std::optional<Move>& intended = state.intended[seat];
    if (castles_as_announced(ply, touches) || (intended && ply.move != intended))
        return; // 9.5.3 is told of the claim's move: one alert a cause
    const laws::TouchObligation obligation{before, touches};
    if (obligation.satisfies(*ply.move)) return;
    const SquareSet squares = binding_squares(obligation, touches);
    const auto in_vain = std::ranges::find_if(touches, [&](const laws::Touch& touch) {
        return squares.contains(touch.square) && !laws::moves_or_takes(*ply.move, touch.square);
    });
    MessageArguments arguments;
    arguments.square = (in_vain == touches.end() ? touches.begin() : in_vain)->square;
    decision.alert(
        AlertKind::touched_piece_not_moved,
        {.about = seat, .ply = state.made(), .squares = squares, .arguments = arguments}
    );
}

// The repetition of the opponent's last move falls due at the own press (D.2.1).
void check_repetition(Decision& decision, Color seat) {
    const State& state = decision.state();
    const bool moved = state.made() > 0 && state.plies[state.made()].mover == seat;
    const Ply number = moved ? state.made() - 1 : state.made();
    if (number == 0) return;
    const PlyRecord& ply = state.plies[number];
    const Testimony* repeated = ply.newest(Witness::repetition);
    if (repetition_differs(state, number)) {
        decision.alert(
            AlertKind::repetition_differs,
            {.about = seat,
             .ply = number + 1,
             .arguments = {.name = repeated->move.text},
             .concerns = number}
        );
    }
}

void alert_of_words(Decision& decision, AlertKind kind, Color seat, const SpokenMove& said) {
    const Ply ply = decision.state().made() + 1;
    const std::string_view cause = kind == AlertKind::promotion_not_announced ? "" : "_said";
    decision.alert(
        kind, {.about = seat, .ply = ply, .arguments = {.square = said.to}, .cause = cause}
    );
}

// The piece of the promotion is all that is missing (D.2.1).
bool lacks_promotion(const chess::Position& before, const SpokenMove& said) {
    const auto legal = before.legal_moves();
    return !said.promotion && std::ranges::any_of(legal, [&](Move move) {
        return move.promotion() && fits(said, move, Role::pawn);
    });
}

// No sensor looks: what was announced, and what was said to be executed. Of a move that was not
// heard at all nothing is said now; the opponent may still make it good (first principle 1).
void judge_words(Decision& decision, Color seat) {
    const State& state = decision.state();
    if (const std::optional<Move> move = move_by_words(state, seat, true)) {
        make(decision, *move);
        complete(decision, state.made());
        return;
    }
    const PlyRecord* open = state.open_ply();
    const Testimony* announced = announcement_of_open(state);
    const Testimony* executed = open == nullptr ? nullptr : said_to_be_executed(*open);
    const Testimony* told = executed != nullptr ? executed : announced;
    if (told == nullptr) return;
    if (announced != nullptr && executed != nullptr &&
        contradict(announced->move, executed->move)) {
        alert_of_words(
            decision, AlertKind::announcement_differs_from_board, seat, executed->move.said
        );
    } else if (told->move.error == MoveError::illegal) {
        complete_illegal(decision, seat, told->move.said);
    } else {
        const bool promotes = lacks_promotion(state.position(), told->move.said);
        alert_of_words(
            decision,
            promotes ? AlertKind::promotion_not_announced : AlertKind::sensor_unclear,
            seat,
            told->move.said
        );
    }
}

void judge_open(Decision& decision, Color seat) {
    const State& state = decision.state();
    const Testimony* announced = announcement_of_open(state);
    if (!state.is_witness(seat)) {
        judge_words(decision, seat);
        return;
    }
    if (stands_still(state, seat) && announced != nullptr && announced->move.move &&
        state.position().is_legal(*announced->move.move)) {
        make(decision, *announced->move.move);
        complete(decision, decision.state().made());
        return;
    }
    const Shown shown = shown_by_mover(state, seat);
    if (shown.kind != ShownKind::move || contradicts(state, announced, *shown.move)) {
        judge_unmade(decision, seat, shown);
        return;
    }
    make(decision, *shown.move);
    check_touch(decision, seat);
    complete(decision, decision.state().made());
}

// An impaired player's words fall due at his press: what was corrected after his hand had shown the
// first move changed nothing (4.7), and the arbiter has to know.
void check_words_of_made(Decision& decision, Color seat) {
    const State& state = decision.state();
    const Ply ply = state.made();
    if (state.seat(seat).vision == Vision::sighted || !announcement_differs(state, ply)) return;
    decision.alert(
        AlertKind::announcement_differs_from_board,
        {.about = seat,
         .ply = ply,
         .arguments = {.square = state.plies[ply].move->king_to()},
         .concerns = ply,
         .cause = state.is_witness(seat) ? "" : "_said"}
    );
}

// Nobody has told the opponent's move by the time it falls due, and the record would stand still
// without a word.
void check_unheard(Decision& decision, Color seat) {
    const State& state = decision.state();
    if (!is_unheard(state, !seat)) return;
    decision.alert(AlertKind::move_not_heard, {.about = !seat, .ply = state.made() + 1});
}

} // namespace

void judge_press(Decision& decision, Color seat) {
    if (decision.state().boards[seat].press_waits || decision.state().boards[seat].press_after)
        decision.emit(PressJudged{.seat = seat});
    end_unseen_repair(decision, seat);
    bool made = true;
    if (completes_made(decision.state(), seat)) {
        check_touch(decision, seat);
        check_words_of_made(decision, seat);
        complete(decision, decision.state().made());
        check_announcement_of_made(decision, decision.state().made());
    } else if (decision.state().to_move() != seat) {
        check_unheard(decision, seat);
        look_for_unseen_pawn(decision, !seat);
    } else {
        judge_open(decision, seat);
        made = decision.state().to_move() != seat &&
            decision.state().plies[decision.state().made()].legal;
    }
    // What departs on his board is the move he has not made: one alert a cause.
    const Ply due =
        decision.state().to_move() == seat ? decision.state().made() : decision.state().made() - 1;
    const bool own_move_departs = !made && decision.state().boards[seat].matched == due;
    if (decision.state().in_play()) {
        const bool is_told = !own_move_departs && check_own_board(decision, seat);
        if (!is_told) // one alert a cause: he did what he heard
            check_repetition(decision, seat);
    }
}

} // namespace ansage::table
