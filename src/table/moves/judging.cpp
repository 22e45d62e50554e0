// SPDX-License-Identifier: GPL-3.0-or-later
// What a press completes: the move that the board and the words show, and what is wrong with it.
#include "chess/attacks.hpp"
#include "chess/san.hpp"
#include "table/disputes/rulings.hpp"
#include "table/moves/moves.hpp"
#include "table/witnesses/testimony.hpp"
#include "table/witnesses/undone.hpp"

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

void alert_of_repetition(Decision& decision, Color seat, Ply ply) {
    const Testimony* repeated = decision.state().plies[ply].newest(Witness::repetition);
    decision.alert(
        AlertKind::repetition_differs,
        {.about = seat, .ply = ply + 1, .arguments = {.name = repeated->move.text}, .concerns = ply}
    );
}

namespace {

// The letter of the piece, x for a capture, and the square: what a player would write on his sheet.
std::string illegal_san(const chess::Position& before, Move move) {
    if (move.is_castling()) return move.is_short_castling() ? "O-O" : "O-O-O";
    const Role role = before.at(move.from())->role;
    const bool captures = before.at(move.to()).has_value() || move.is_en_passant();
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

// False if it cannot be written as a move.
bool make_illegal(Decision& decision, Color seat, const SpokenMove& seen) {
    const chess::Position& before = decision.state().position();
    const std::optional<Move> move = illegal_move(before, seen);
    if (!move) return false;
    const Ply ply = decision.state().made() + 1;
    const std::string san = illegal_san(before, *move);
    if (decision.state().is_witness(seat) && !stands_still(decision.state(), seat))
        testify_illegal(decision, ply, seen);
    complete_by_next_move(decision);
    decision.emit(Made{.ply = ply, .move = *move, .san = san, .legal = false});
    settle_what_is_known(decision, seat);
    return true;
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

// The captured man was taken off and another put there, so that an occupancy board sees no change
// if the lift of the capturing one was lost.
bool may_have_captured(const State& state, Color seat) {
    const Testimony* const announced = announcement_of_open(state);
    if (state.seat(seat).board != BoardKind::occupancy || announced == nullptr ||
        !announced->move.move || !state.position().is_capture(*announced->move.move))
        return false;
    const Square to = announced->move.move->to();
    return std::ranges::count(state.touches[seat], to, &laws::Touch::square) != 0;
}

// Which piece a pawn became an occupancy board does not know; the words may.
SpokenMove with_piece_named(const State& state, Color mover, SpokenMove seen) {
    const Testimony* const said = announcement_of_open(state);
    if (said != nullptr && state.seat(mover).board == BoardKind::occupancy)
        seen.promotion = said->move.said.promotion;
    return seen;
}

// Whether the pawn may go there or not, its piece is asked for.
bool waits_for_piece(const State& state, Color mover, const SpokenMove& seen) {
    return state.seat(mover).board == BoardKind::occupancy &&
        lacks_promotion_piece(state.position(), seen);
}

// An illegal move that was not pressed, if a legal one of its shape would have been made by now.
std::optional<SpokenMove> illegal_so_far(const State& state, Color mover) {
    const PlyRecord* const open = state.open_ply();
    const Testimony* const said = announcement_of_open(state);
    const bool needs_words = state.seat(mover).vision == Vision::impaired;
    if ((open != nullptr && open->pressed_at) || (said == nullptr && needs_words))
        return std::nullopt;
    if (state.is_witness(mover)) {
        const Shown shown = shown_by_mover(state, mover);
        const bool is_his = !stands_still(state, mover) &&
            (said != nullptr || state.boards[mover].matched == state.made());
        const bool is_shown =
            is_his && shown.kind == ShownKind::illegal && !state.boards[mover].changed_at;
        const bool agrees = said == nullptr || words_fit(said->move.said, shown.seen);
        const SpokenMove seen = with_piece_named(state, mover, shown.seen);
        return is_shown && agrees && !waits_for_piece(state, mover, seen) ? std::optional{seen}
                                                                          : std::nullopt;
    }
    const Testimony* const executed = open == nullptr ? nullptr : said_to_be_executed(*open);
    const Testimony* const told = executed != nullptr ? executed : said;
    const bool contradicts =
        said != nullptr && executed != nullptr && contradict(said->move, executed->move);
    return told != nullptr && !contradicts && told->move.error == MoveError::illegal
        ? std::optional{told->move.said}
        : std::nullopt;
}

// D.2.3: an impaired player's move takes his words. A sighted player's is what his hand has made
// (4.7, D.2.5), and words that differ are a slip (D.2.8).
const Testimony* binding_announcement(const State& state, Color seat) {
    return state.seat(seat).vision == Vision::sighted ? nullptr : announcement_of_open(state);
}

void judge_illegal(Decision& decision, Color seat, SpokenMove seen) {
    const Testimony* announced = binding_announcement(decision.state(), seat);
    if (announced != nullptr && !words_fit(announced->move.said, seen)) {
        alert_about(decision, AlertKind::announcement_differs_from_board, seat, seen.to);
        return;
    }
    seen = with_piece_named(decision.state(), seat, seen);
    if (waits_for_piece(decision.state(), seat, seen)) {
        alert_about(decision, AlertKind::promotion_not_announced, seat, seen.to);
    } else complete_illegal(decision, seat, seen);
}

// More than one legal move explains the board, and nothing decides between them.
void judge_several(Decision& decision, Color seat, const std::vector<Move>& candidates) {
    const Testimony* announced = binding_announcement(decision.state(), seat);
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
    // Where no arbiter is present, who else could know?
    if (announced == nullptr && decision.setup().mode != Mode::tournament) {
        decision.refuse(
            Refusal::ambiguous, seat, promotes ? "refused.ambiguous_promotion" : "refused.ambiguous"
        );
    }
}

// A man that is nowhere on the board may as well stand where a sensor does not see it: that accuses
// nobody before a full reading or a look (tell_man_missing).
void judge_undone(Decision& decision, Color seat, const Shown& shown) {
    const Undone way = undone_by(decision.state(), seat);
    if (way == Undone::man_in_hand) {
        alert_about(decision, AlertKind::sensor_unclear, seat, first_of(shown.displaced));
    } else alert_about(decision, row_of(way).alert, seat);
}

// What comes after the end on the board is no move. In a tournament it is answered as ever, for
// nobody but the arbiter may learn that it was a mate (first principle 3).
bool is_past_judging(const State& state) {
    return has_ended_on_board(state) && state.setup->mode != Mode::tournament;
}

// The board, or the words where there is no board, say nothing that the Laws could call a move.
void judge_unmade(Decision& decision, Color seat, const Shown& shown) {
    if (is_past_judging(decision.state())) return;
    switch (shown.kind) {
    case ShownKind::illegal: judge_illegal(decision, seat, shown.seen); return;
    case ShownKind::several: judge_several(decision, seat, shown.candidates); return;
    case ShownKind::unclear:
        if (decision.state().boards[seat].matched == decision.state().made())
            alert_about(decision, AlertKind::sensor_unclear, seat, first_of(shown.displaced));
        return; // otherwise the opponent's move was never executed: check_own_board says so
    case ShownKind::before:
        if (may_have_castled(decision.state(), seat) || may_have_captured(decision.state(), seat)) {
            alert_about(decision, AlertKind::sensor_unclear, seat);
            return;
        }
        [[fallthrough]];
    case ShownKind::unfinished: judge_undone(decision, seat, shown); return;
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
    const auto& intended = state.intended[seat];
    const bool breaks_intention =
        intended && intended->ply == state.made() && ply.move != intended->move;
    if (castles_as_announced(ply, touches) || breaks_intention)
        return; // 9.5.3 is told of the claim's move: one alert a cause
    // Which of two pieces was first is not known of one whose lift nobody saw.
    const bool is_king_seen =
        std::ranges::count(touches, ply.move->from(), &laws::Touch::square) != 0;
    if (ply.move->is_castling() && !is_king_seen) return;
    const laws::TouchObligation obligation{before, touches};
    if (obligation.satisfies(*ply.move)) return;
    const SquareSet squares = laws::binding_squares(obligation, touches);
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
    if (number > 0 && repetition_differs(state, number))
        alert_of_repetition(decision, seat, number);
}

bool has_ended(const State& state) {
    const Ply made = state.made();
    return state.end_noted && state.end_noted->ply == made &&
        state.plies[made].state == PlyState::completed;
}

void alert_of_words(Decision& decision, AlertKind kind, Color seat, const SpokenMove& said) {
    const Ply ply = decision.state().made() + 1;
    const std::string_view cause = kind == AlertKind::promotion_not_announced ? "" : "_said";
    decision.alert(
        kind, {.about = seat, .ply = ply, .arguments = {.square = said.to}, .cause = cause}
    );
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
    if (told == nullptr || is_past_judging(state)) return;
    const Testimony* binding = binding_announcement(state, seat);
    if (binding != nullptr && executed != nullptr && contradict(binding->move, executed->move)) {
        alert_of_words(
            decision, AlertKind::announcement_differs_from_board, seat, executed->move.said
        );
    } else if (told->move.error == MoveError::illegal) {
        complete_illegal(decision, seat, told->move.said);
    } else {
        const bool promotes = lacks_promotion_piece(state.position(), told->move.said);
        alert_of_words(
            decision,
            promotes ? AlertKind::promotion_not_announced : AlertKind::sensor_unclear,
            seat,
            told->move.said
        );
    }
}

// What the board shows at the press, before it is judged.
struct AtPress {
    Shown shown;
    bool is_hurried = false; // it was not quiet for as long as it takes to see again
};

// His words name what the board has shown since: a slow sensor's move, or a hand that came late.
bool shows_words_late(const State& state, Color seat) {
    const Testimony* announced = announcement_of_open(state);
    if (announced == nullptr || announced->source == Source::device) return false;
    BoardEvidence whole = evidence_of_mover(state, seat);
    whole.reading = state.boards[seat].reading;
    whole.trace = state.boards[seat].trace;
    const auto seen = told_by_shape(whole, state.position());
    return seen && words_fit(announced->move.said, *seen);
}

AtPress at_press(const Decision& decision, Color seat) {
    const State& state = decision.state();
    if (state.to_move() != seat || !state.is_witness(seat)) return {};
    const BoardState& board = state.boards[seat];
    const bool is_early =
        board.press_waits && decision.at() < *board.press_waits + debounce_time(state, seat);
    const Shown shown = shown_by_mover(state, seat);
    const bool is_unmade = shown.kind == ShownKind::before || shown.kind == ShownKind::unfinished;
    const bool is_unquiet = board.changed_at && !has_just_recovered(board);
    const bool is_unsure = is_unquiet || is_early || (is_unmade && shows_words_late(state, seat));
    return {shown, board.press_waits && is_unsure};
}

void judge_open(Decision& decision, Color seat, const AtPress& press) {
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
    if (stands_still(state, seat) && announced != nullptr &&
        announced->move.error == MoveError::illegal) {
        complete_illegal(decision, seat, announced->move.said);
        return;
    }
    const Shown& shown = press.shown;
    const Testimony* binding = binding_announcement(state, seat);
    if (shown.kind != ShownKind::move || contradicts(state, binding, *shown.move)) {
        if (press.is_hurried) {
            alert_about(decision, AlertKind::sensor_unclear, seat, first_of(shown.displaced));
        } else judge_unmade(decision, seat, shown);
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

// Nothing was left undone that a board can miss.
bool is_surely_undone(const State& state, Color seat) {
    const Shown shown = shown_by_mover(state, seat);
    if (shown.kind == ShownKind::before)
        return !may_have_castled(state, seat) && !may_have_captured(state, seat);
    return shown.kind == ShownKind::unfinished && undone_by(state, seat) != Undone::man_in_hand;
}

} // namespace

void judge_press_again(Decision& decision, Color seat) {
    const State& state = decision.state();
    const PlyRecord* const open = state.open_ply();
    const bool is_pressed = open != nullptr && open->pressed_at && state.to_move() == seat;
    if (!is_pressed || !state.is_witness(seat) || is_past_judging(state) ||
        state.find_open(AlertKind::sensor_unclear, seat) == nullptr ||
        !is_surely_undone(state, seat))
        return;
    decision.close_alert(AlertKind::sensor_unclear, seat);
    alert_about(decision, row_of(undone_by(state, seat)).alert, seat);
}

void complete_illegal(Decision& decision, Color seat, const SpokenMove& seen) {
    if (is_past_judging(decision.state())) return;
    const Ply ply = decision.state().made() + 1;
    if (make_illegal(decision, seat, seen)) complete(decision, ply);
    else tell_illegal(decision, seat, ply); // it cannot even be written as a move
}

void let_illegal_stand(Decision& decision) {
    const Color mover = decision.state().to_move();
    if (is_past_judging(decision.state())) return;
    if (const auto seen = illegal_so_far(decision.state(), mover))
        make_illegal(decision, mover, *seen);
}

// Of the move that ends the game: no press comes after it.
void check_last_repetition(Decision& decision) {
    if (decision.state().in_play() && has_ended(decision.state()))
        check_repetition(decision, decision.state().to_move());
}

void judge_press(Decision& decision, Color seat) {
    const AtPress press = at_press(decision, seat);
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
        judge_open(decision, seat, press);
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
        check_last_repetition(decision);
    }
}

} // namespace ansage::table
