// SPDX-License-Identifier: GPL-3.0-or-later
#include "disputed_table.hpp"

#include <utility>

namespace ansage::tests {

using chess::Color;
using chess::Move;
using table::ArbiterAct;
using table::MatterNumber;
using table::MatterState;
using table::PerColor;

namespace {

// A table at which the fault can be seen, once it has come out.
table::TableSetup setup_for(Dice& dice, const Plan& plan, const Line& line, const Wrong& wrong) {
    table::TableSetup setup = any_setup(dice, plan, line.start, line.mover());
    table::BoardKind& board = setup.seats[line.mover()].board;
    const bool tells_two = plan.fault == Fault::slip || plan.fault == Fault::wrong_word;
    // Which piece a pawn became an occupancy board does not know, and the words name another move.
    if (tells_two && line.moves[line.at].promotion() && board == table::BoardKind::occupancy)
        board = table::BoardKind::identity;
    if (wrong.leaves_pawn) board = table::BoardKind::identity;
    return setup;
}

} // namespace

DisputedTable::DisputedTable(const Plan& plan, const Line& line, const Wrong& wrong, Dice& dice)
    : plan(plan),
      line(line),
      wrong(wrong),
      dice(dice),
      people(setup_for(dice, plan, line, wrong), dice),
      punishment(punishment_of(*people.state().setup, plan.fault)),
      invariants(plan, people.state()),
      stopwatch(people),
      mover(line.mover()) {
    people.watch = [this](const table::Input& input, const std::vector<table::Event>& events) {
        invariants.look(input, events);
        stopwatch.look(events);
        expect(stopwatch.agrees(), "a clock runs that nobody has started");
    };
    people.tell_now_and_then();
}

bool DisputedTable::becomes_queen() const {
    return wrong.leaves_pawn && plan.edition->name != "nl-2001";
}

void DisputedTable::play_and_press(Move move) {
    people.wait(dice.between(1000, 4000));
    people.play(move);
    people.press(mover);
    people.wait(base::Millis{400});
}

bool DisputedTable::is_unseen_press() const {
    return plan.fault == Fault::wrong_press && !sees(mover);
}

void DisputedTable::halt() {
    if (!state().clocks.running()) return;
    if (has_arbiter()) people.submit(table::Arbiter{ArbiterAct::pauses});
    else people.submit(table::Pauses{.seat = *state().clocks.running()});
}

void DisputedTable::mend_and_resume() {
    for (const Color color : chess::both_colors) {
        people.put_right(color);
        if (state().boards[color].repairing) people.submit(table::Confirms{color});
    }
    people.wait(dice.between(500, 3000));
    people.submit(table::Arbiter{ArbiterAct::resumes});
    people.wait(base::Millis{400});
}

void DisputedTable::accept(MatterNumber number) {
    invariants.let_rule(true);
    if (has_arbiter()) {
        people.submit(table::Arbiter{
            .act = ArbiterAct::accepts_proposal, .reason = {}, .matter = number});
    } else {
        const Color first = dice.one_in(2) ? Color::white : Color::black;
        for (const Color seat : {first, !first}) {
            people.submit(table::AnswersProposal{.seat = seat, .accepts = true, .matter = number});
        }
    }
    invariants.let_rule(false);
    expect(people.refused.empty(), "what is proposed cannot be accepted");
    expect(state().find_matter(number)->state != MatterState::open, "what was accepted stays open");
}

void DisputedTable::take_back(MatterNumber number) {
    invariants.let_rule(true);
    const table::Arbiter act{.act = ArbiterAct::takes_back, .reason = {}, .matter = number};
    if (has_arbiter()) {
        people.submit(act);
    } else {
        suggest_and_agree(act);
    }
    invariants.let_rule(false);
    expect(people.refused.empty(), "a ruling cannot be taken back");
}

void DisputedTable::suggest_and_agree(table::AgreedAct act) {
    const Color first = dice.one_in(2) ? Color::white : Color::black;
    people.submit(table::Suggests{.seat = first, .act = std::move(act)});
    people.submit(table::AnswersProposal{.seat = !first, .accepts = true, .matter = std::nullopt});
}

PerColor<base::Millis> DisputedTable::remaining() const {
    const base::Instant now = people.now();
    return {
        state().clocks.remaining(Color::white, now), state().clocks.remaining(Color::black, now)};
}

} // namespace ansage::tests
