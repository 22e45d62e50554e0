// SPDX-License-Identifier: GPL-3.0-or-later
// What a player says he has executed on his board, where no sensor looks.
#include "table/disputes/rulings.hpp"
#include "table/moves/moves.hpp"
#include "table/witnesses/said_board.hpp"
#include "table/witnesses/testimony.hpp"

#include <tuple>

namespace ansage::table {

using chess::Color;
using chess::Move;

namespace {

// The own move that was announced and not pressed yet, else the opponent's.
bool executes_own(const State& state, Color seat) {
    const auto own = announced_ply(state, seat);
    const bool is_begun = own && state.plies.has(*own);
    return is_begun && state.plies[*own].newest(Witness::announcement) != nullptr &&
        !state.plies[*own].pressed_at;
}

bool make_by_words(Decision& decision, Color mover) {
    const PlyRecord* open = decision.state().open_ply();
    const bool is_pressed = open != nullptr && open->pressed_at;
    const std::optional<Move> move = move_by_words(decision.state(), mover, is_pressed);
    if (!move) return false;
    make(decision, *move);
    if (is_pressed) complete(decision, decision.state().made());
    return true;
}

// 4.7 for a sighted player: what was released is the move. An impaired player's hand and words make
// it together (D.2.3), so that neither of two does.
void compare_own(Decision& decision, Color seat, const Execution& done) {
    const State& state = decision.state();
    const PlyRecord& ply = state.plies[done.ply];
    if (done.heard.move == ply.move) return;
    const bool is_illegal = !ply.legal && done.heard.error == chess::MoveError::illegal;
    if (is_illegal && ply.pressed_at) {
        if (const Matter* open = newest_open(state, {MatterKind::illegal_move}, seat))
            propose_ruling(decision, Matter{*open}); // 7.5.1: it was no slip of the tongue
        return;
    }
    if (ply.pressed_at || ply.state == PlyState::completed) {
        decision.alert(
            AlertKind::announcement_differs_from_board,
            {.about = seat,
             .ply = done.ply,
             .arguments = {.square = done.heard.said.to},
             .concerns = done.ply,
             .cause = "_said"}
        );
    } else if (done.ply != state.made()) {
        return;
    } else if (state.seat(seat).vision == Vision::sighted && done.heard.move) {
        make_again(decision, done.ply, *done.heard.move);
    } else {
        unmake(decision, done.ply);
    }
}

// Where no arbiter is, a wrong peg is told at once; before one it falls due at the press.
void compare_with_words(Decision& decision, Color seat, const Execution& done) {
    const PlyRecord& ply = decision.state().plies[done.ply];
    const Testimony* const announced = ply.newest(Witness::announcement);
    if (announced == nullptr || ply.pressed_at) return;
    if (!contradict(announced->move, done.heard)) {
        decision.close_alert(AlertKind::announcement_differs_from_board, seat);
    } else if (decision.setup().mode != Mode::tournament) {
        decision.alert(
            AlertKind::announcement_differs_from_board,
            {.about = seat,
             .ply = done.ply,
             .arguments = {.square = done.heard.said.to},
             .cause = "_said"}
        );
    }
}

void after_own_execution(Decision& decision, Color seat, const Execution& done) {
    if (done.ply > decision.state().made()) make_by_words(decision, seat);
    else compare_own(decision, seat, done);
    compare_with_words(decision, seat, done);
}

void after_opponents_execution(Decision& decision, Color seat, const Execution& done) {
    if (done.ply > decision.state().made()) {
        make_good_by_repetition(decision, done.ply, done.heard);
        return;
    }
    const State& state = decision.state();
    const chess::Reading reading = said_reading(state, seat, done);
    if (reading != state.boards[seat].reading)
        decision.emit(BoardSaid{.board = seat, .reading = reading});
    if (differing(reading, state.position().reading()).empty()) {
        decision.close_alerts_of_board(seat);
    } else if (state.setup->mode != Mode::tournament) tell_departure(decision, seat);
}

} // namespace

// First principle 11: where no sensor looks this is a full witness of that board, for the own move
// and for the opponent's.
void on(Decision& decision, const Executes& input) {
    end_wait(decision, !input.seat);
    if (!words_allowed(decision, input.seat)) return;
    if (input.move.text.empty()) {
        const bool own = executes_own(decision.state(), input.seat);
        std::ignore = testify_as_announced(
            decision,
            input.seat,
            own ? announced_ply(decision.state(), input.seat)
                : repeated_ply(decision.state(), input.seat),
            own ? Witness::mover_board : Witness::opponent_board,
            source_of(input.by)
        );
        return;
    }
    if (!keep_words(decision, input.seat, input.move)) return;
    end_unseen_repair(decision, input.seat);
    const Execution done = execution_of(decision.state(), input);
    const Witness witness = done.is_own ? Witness::mover_board : Witness::opponent_board;
    testify(decision, done.ply, witness, source_of(input.by), done.heard);
    ask_if_ambiguous(decision, input.seat, done.ply, done.heard);
    if (decision.state().is_witness(input.seat)) return; // sensors look there
    if (done.is_own) after_own_execution(decision, input.seat, done);
    else after_opponents_execution(decision, input.seat, done);
}

} // namespace ansage::table
