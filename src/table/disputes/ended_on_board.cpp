// SPDX-License-Identifier: GPL-3.0-or-later
// What ended the game on the board needs no press (6.2.1.1), and nothing that comes after it is
// judged: how it is brought to whoever decides. And the kings that are put into the middle, as
// players do who have agreed.
#include "table/disputes/rulings.hpp"
#include "table/witnesses/testimony.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;

bool has_ended_on_board(const State& state) {
    const Ply made = state.made();
    const bool is_rejected = std::ranges::any_of(state.agenda, [&](const Matter& matter) {
        return matter.kind == MatterKind::ending && matter.ply == made &&
            matter.state == MatterState::stands && state.is_on_path(matter.move);
    });
    return state.end_noted && state.end_noted->ply == made && !is_rejected;
}

bool ended_before_press(const State& state) {
    return state.end_noted->termination != laws::Termination::seventyfive_moves ||
        state.setup->edition.seventyfive_counts == laws::CountedMoves::made;
}

void bring_ending(Decision& decision) {
    const State& state = decision.state();
    const bool is_open = has_ended_on_board(state) && state.phase == Phase::playing &&
        state.plies[state.made()].state == PlyState::made;
    if (is_open && ended_before_press(state)) {
        propose_ending(
            decision, {.score = state.end_noted->score, .termination = state.end_noted->termination}
        );
    }
}

void declare_known_ending(Decision& decision) {
    const State& state = decision.state();
    if (state.setup->mode == Mode::tournament || !state.in_play() || !has_ended_on_board(state))
        return;
    const Ply made = state.made();
    const PlyRecord& ply = state.plies[made];
    const Testimony* const there = ply.newest(Witness::opponent_board);
    const bool is_repeated =
        ply.newest(Witness::repetition) != nullptr && !repetition_differs(state, made);
    const bool is_there = there != nullptr && there->move.move == ply.move;
    if (is_repeated || is_there) bring_ending(decision);
}

void keep_move(Decision& decision) {
    if (const auto ply = decision.state().move_in_doubt()) decision.emit(MoveKept{.ply = *ply});
}

void tell_of_doubt(Decision& decision) {
    const State& state = decision.state();
    const auto ply = state.move_in_doubt();
    if (!ply) return;
    const bool is_arbiters = state.setup->mode == Mode::tournament;
    const Message message{
        is_arbiters ? "doubt.kings_move" : "doubt.kings_move_agreed",
        {.player = state.plies[*ply].mover, .ply = *ply, .move = state.plies[*ply].move}};
    const auto tell = [&](Audience audience) {
        decision.say(audience, Priority::message, Cause::table, message);
    };
    if (is_arbiters) {
        tell(Audience::arbiter);
    } else {
        tell(ear_of(Color::white));
        tell(ear_of(Color::black));
    }
}

} // namespace ansage::table
