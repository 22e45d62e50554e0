// The arbiter decides; the program only proposes (first principle 6).
#include "base/overloaded.hpp"
#include "table/desk.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;

namespace {

bool over(const State& state) {
    return state.phase == Phase::ended || state.phase == Phase::adjourned;
}

void start(Desk& desk) {
    const State& state = desk.state();
    const bool runs_already = state.phase != Phase::not_started && !state.clocks.halted();
    if (lacks_assistant(state)) {
        desk.refuse(Refusal::not_allowed, std::nullopt, "refused.lacks_assistant");
        return;
    }
    if (runs_already) {
        desk.refuse(Refusal::not_allowed, std::nullopt, "refused.runs_already");
        return;
    }
    const Color runs =
        state.resume_for.value_or(state.clocks.suspended().value_or(state.to_move()));
    desk.emit(ClockStarted{.color = runs});
}

// The arbiter who resumes play takes a board without sensors for right, also where its player has
// not said so: nobody else could, and his moves would never be made.
void end_unseen_repairs(Desk& desk) {
    for (const Color color : chess::both_colors) {
        if (desk.state().boards[color].repairing && !desk.state().has_sensors(color)) {
            desk.emit(RepairEnded{.board = color});
            desk.settle_alerts_of_board(color);
        }
    }
}

// Play may go on without the clocks having stood (6.11.3): then there is nothing to start.
void resume(Desk& desk) {
    end_unseen_repairs(desk);
    if (!desk.state().clocks.running()) {
        start(desk);
    }
}

void repair_both(Desk& desk) {
    for (const Color color : chess::both_colors) {
        const State& state = desk.state();
        const bool right = state.has_sensors(color) &&
            agrees(state.boards[color].reading, state.position().reading());
        if (!right) {
            desk.emit(RepairStarted{.board = color});
        }
    }
}

// The move that is to be played again is played on its own player's time.
void restore(Desk& desk, unsigned ply) {
    const bool running = desk.state().clocks.running().has_value();
    desk.emit(Restored{.ply = ply});
    if (running && desk.state().clocks.running() != desk.state().to_move()) {
        desk.emit(ClockStarted{.color = desk.state().to_move()});
    }
    repair_both(desk);
}

// D.2.9, 6.10.2: the clocks as they were recorded there. The arbiter may still set other times, and
// has to where nothing was recorded.
void restore_with_clocks(Desk& desk, unsigned ply) {
    const std::optional<PerColor<base::Millis>> clocks = clocks_after(desk.state(), ply);
    restore(desk, ply);
    for (const Color color : chess::both_colors) {
        if (clocks) {
            desk.emit(ClockAdjusted{.color = color, .remaining = (*clocks)[color]});
        }
    }
}

// D.2.9: the move that both testify stands; a board that shows it is right from now on.
void correct_record(Desk& desk, const MoveCorrection& correction) {
    const State& state = desk.state();
    desk.emit(RecordCorrected{correction});
    desk.settle_alert(
        AlertKind::announcement_differs_from_board, state.plies[correction.ply - 1].mover
    );
    for (const Color color : chess::both_colors) {
        if (state.has_sensors(color) && state.boards[color].agrees) {
            desk.settle_alerts_of_board(color);
        }
    }
    repair_both(desk);
}

void correct(Desk& desk, const Proposal& proposal) {
    if (proposal.corrected) {
        correct_record(desk, *proposal.corrected);
        return;
    }
    for (const Color color : chess::both_colors) {
        if (!proposal.board || proposal.board == color) {
            desk.emit(RepairStarted{.board = color});
        }
    }
}

// Both players agreed on what an arbiter would do (first principle 9).
void carry_out(Desk& desk, const AgreedAct& act) {
    std::visit(
        base::Overloaded{
            [&](const Arbiter& input) { on_arbiter(desk, input); },
            [&](const ArbiterSets& input) { on_sets(desk, input); },
            [&](const ArbiterSetsMoves& input) { on_sets_moves(desk, input); },
            [&](const ArbiterAdds& input) { on_adds(desk, input); },
            [&](const ArbiterRulesIllegal& input) { on_rules_illegal(desk, input); },
            [&](const ArbiterRestores& input) { on_restores(desk, input); },
            [&](const ArbiterEnds& input) { on_ends(desk, input); },
            [](const TakesBack&) {}, // a position by now, which somebody may name
        },
        act
    );
}

void accept(Desk& desk) {
    if (!desk.state().proposal) {
        desk.refuse(Refusal::not_allowed, std::nullopt, "refused.no_proposal");
        return;
    }
    const Proposal proposal = *desk.state().proposal;
    const bool is_outdated =
        proposal.corrected && !corrected_position(desk.state(), *proposal.corrected);
    if (is_outdated) {
        desk.refuse(Refusal::not_allowed, std::nullopt, "refused.played_on");
        look_at_scores(desk);
        return;
    }
    desk.emit(ProposalEnded{.accepted = true});
    switch (proposal.kind) {
    case ProposalKind::none:
        return;
    case ProposalKind::correct_board:
        correct(desk, proposal);
        return;
    case ProposalKind::restore:
        restore_with_clocks(desk, proposal.ply);
        return;
    case ProposalKind::result:
        end_game(desk, {.score = *proposal.score, .termination = *proposal.termination}, {});
        return;
    case ProposalKind::act:
        carry_out(desk, *proposal.act);
        return;
    }
}

void reject(Desk& desk) {
    if (!desk.state().proposal) {
        desk.refuse(Refusal::not_allowed, std::nullopt, "refused.no_proposal");
        return;
    }
    desk.emit(ProposalEnded{.accepted = false});
}

void add_time(Desk& desk, Color color, base::Millis time) {
    if (time != base::Millis{0}) {
        const base::Millis now = desk.state().clocks.remaining(color, desk.at());
        desk.emit(ClockAdjusted{.color = color, .remaining = now + time});
    }
}

// 9.5.3 speaks of claims of a draw; other claims cost nothing by themselves.
bool claims_draw(ClaimKind kind) {
    return kind == ClaimKind::threefold || kind == ClaimKind::fifty;
}

// What a claim leads to that came with no proposal of a result.
void grant(Desk& desk, const Claimed& claim) {
    switch (claim.kind) {
    case ClaimKind::threefold:
        end_game(
            desk, {.score = laws::Score::draw, .termination = laws::Termination::threefold}, {}
        );
        return;
    case ClaimKind::fifty:
        end_game(
            desk, {.score = laws::Score::draw, .termination = laws::Termination::fifty_moves}, {}
        );
        return;
    case ClaimKind::quickplay: // Guidelines III
        end_game(desk, {.score = laws::Score::draw, .termination = laws::Termination::arbiter}, {});
        return;
    case ClaimKind::flag:
        end_game(
            desk, laws::flag_ending(desk.state().position(), !claim.seat, desk.setup().edition), {}
        );
        return;
    case ClaimKind::illegal:
        on_rules_illegal(desk, {.color = !claim.seat});
        return;
    case ClaimKind::touch: // 4.3: the arbiter sees to the move himself
        return;
    }
}

void rule_claim(Desk& desk, bool correct) {
    if (!desk.state().claim) {
        desk.refuse(Refusal::not_allowed, std::nullopt, "refused.no_claim");
        return;
    }
    const Claimed claim = *desk.state().claim;
    const std::optional<Proposal> proposal = desk.state().proposal;
    desk.emit(ClaimEnded{.correct = correct});
    if (proposal) {
        desk.emit(ProposalEnded{.accepted = correct});
    }
    if (!correct) {
        if (!claims_draw(claim.kind)) {
            return;
        }
        add_time(desk, !claim.seat, class_rules(desk.setup()).wrong_claim_added); // 9.5.3
        return;
    }
    if (proposal && proposal->kind == ProposalKind::result) {
        end_game(desk, {.score = *proposal->score, .termination = *proposal->termination}, {});
        return;
    }
    grant(desk, claim);
}

void let_stand(Desk& desk) {
    for (const Color color : chess::both_colors) {
        desk.settle_alert(AlertKind::illegal_move_completed, color);
    }
}

void adjourn(Desk& desk) {
    desk.emit(Adjourned{});
}

std::optional<unsigned> last_illegal(const State& state, Color color) {
    const auto found = std::find_if(state.plies.rbegin(), state.plies.rend(), [&](const Ply& ply) {
        return ply.mover == color && !ply.legal;
    });
    const auto index = state.plies.rend() - found;
    return found == state.plies.rend() ? std::nullopt : std::optional{static_cast<unsigned>(index)};
}

// A clock that was changed is confirmed in words that name it.
void confirm_time(Desk& desk, Color color) {
    Message message{.id = "clock.time_left", .arguments = {}, .words = {}};
    message.arguments.player = color;
    message.arguments.time = desk.state().clocks.remaining(color, desk.at());
    desk.say(Audience::arbiter, Priority::message, Cause::table, std::move(message));
}

} // namespace

const laws::ClassRules& class_rules(const TableSetup& setup) {
    const clock::TimeClass time_class = clock::time_class(setup.time, setup.edition.class_limits);
    const auto supervision =
        setup.supervised ? laws::Supervision::supervised : laws::Supervision::unsupervised;
    return setup.edition.rules_for(time_class, supervision);
}

bool only_opponent_claims_flag(const TableSetup& setup) {
    const clock::TimeClass time_class = clock::time_class(setup.time, setup.edition.class_limits);
    return !setup.supervised && time_class != clock::TimeClass::standard &&
        setup.edition.flag_unsupervised == laws::FlagEstablishedBy::claimant_with_time_left;
}

void on_arbiter(Desk& desk, const Arbiter& input) {
    // Guidelines I.5: an adjourned game is resumed with the clocks as they stood. While the sealed
    // move is announced and made its player's clock runs; the arbiter gives that time back (I.9).
    const bool is_resumption = desk.state().phase == Phase::adjourned &&
        (input.act == ArbiterAct::starts || input.act == ArbiterAct::resumes);
    if (over(desk.state()) && !is_resumption) {
        desk.refuse(Refusal::game_over, std::nullopt);
        return;
    }
    switch (input.act) {
    case ArbiterAct::starts:
        start(desk);
        return;
    case ArbiterAct::resumes:
        resume(desk);
        return;
    case ArbiterAct::pauses:
        if (desk.state().clocks.running()) {
            desk.emit(ClockHalted{});
        }
        return;
    case ArbiterAct::accepts_proposal:
        accept(desk);
        return;
    case ArbiterAct::rejects_proposal:
        reject(desk);
        return;
    case ArbiterAct::rules_correct:
        rule_claim(desk, true);
        return;
    case ArbiterAct::rules_incorrect:
        rule_claim(desk, false);
        return;
    case ArbiterAct::rules_stands:
        let_stand(desk);
        return;
    case ArbiterAct::adjourns:
        adjourn(desk);
        return;
    }
}

void on_sets(Desk& desk, const ArbiterSets& input) {
    desk.emit(ClockAdjusted{.color = input.color, .remaining = input.remaining});
    confirm_time(desk, input.color);
}

void on_sets_moves(Desk& desk, const ArbiterSetsMoves& input) {
    desk.emit(MovesCounted{.color = input.color, .moves = input.moves});
    confirm_time(desk, input.color);
}

void on_answers_alarms(Desk& desk, const ArbiterAnswersAlarms& input) {
    const std::optional<Alarms> asked = desk.state().alarms_asked[input.color];
    if (!asked) {
        desk.refuse(Refusal::not_allowed, std::nullopt, "refused.no_alarms_asked");
        return;
    }
    const Alarms before = desk.state().alarms[input.color];
    desk.emit(AlarmsSet{.seat = input.color, .alarms = input.accepted ? *asked : before});
    say_of_alarms(desk, input.color, input.accepted ? "alarms.accepted" : "alarms.rejected");
}

void on_adds(Desk& desk, const ArbiterAdds& input) {
    add_time(desk, input.color, input.time);
    confirm_time(desk, input.color);
}

void on_rules_illegal(Desk& desk, const ArbiterRulesIllegal& input) {
    if (over(desk.state())) {
        desk.refuse(Refusal::game_over, std::nullopt);
        return;
    }
    const laws::IllegalMoveRule& rule = class_rules(desk.setup()).illegal_move;
    const unsigned offence = desk.state().illegal_moves[input.color] + 1;
    desk.emit(IllegalCounted{.color = input.color});
    for (const AlertKind kind :
         {AlertKind::illegal_move_completed, AlertKind::pressed_before_made}) {
        desk.settle_alert(kind, input.color);
    }
    const std::optional<unsigned> ply = last_illegal(desk.state(), input.color);
    const chess::Position& restored =
        ply ? desk.state().positions[*ply - 1] : desk.state().position();
    if (const auto ending = laws::illegal_move_ending(restored, input.color, offence, rule)) {
        end_game(desk, *ending, {});
        return;
    }
    add_time(desk, !input.color, laws::illegal_move_penalty(offence, rule));
    restore(desk, ply ? *ply - 1 : desk.state().made());
}

void on_restores(Desk& desk, const ArbiterRestores& input) {
    const unsigned made = desk.state().made();
    if (input.ply > made || desk.setup().is_clock_alone()) {
        Message message{.id = "refused.no_such_ply", .arguments = {}, .words = {}};
        message.arguments.count = made;
        desk.emit(Refused{.reason = Refusal::not_allowed, .seat = {}, .message = message});
        return;
    }
    if (desk.state().proposal) {
        desk.emit(ProposalEnded{.accepted = false}); // another ply than was proposed
    }
    restore(desk, input.ply);
}

void on_ends(Desk& desk, const ArbiterEnds& input) {
    // Guidelines I.6: an adjourned game may be agreed or given up before it is resumed.
    if (desk.state().phase == Phase::ended) {
        desk.refuse(Refusal::game_over, std::nullopt);
        return;
    }
    const auto termination = laws::parse_termination(input.reason);
    end_game(
        desk,
        {.score = input.score, .termination = termination.value_or(laws::Termination::arbiter)},
        termination ? std::string{} : input.reason
    );
}

void propose_ending(Desk& desk, laws::Ending ending) {
    if (desk.setup().mode != Mode::tournament) {
        end_game(desk, ending, {});
        return;
    }
    Proposal proposal;
    proposal.kind = ProposalKind::result;
    proposal.ply = desk.state().made();
    proposal.score = ending.score;
    proposal.termination = ending.termination;
    desk.propose(std::move(proposal));
}

void end_game(Desk& desk, laws::Ending ending, const std::string& reason) {
    // 6.2.1.1: the move that ends the game is completed with it.
    const unsigned made = desk.state().made();
    const bool waits =
        made > 0 && desk.state().plies[made - 1].state == PlyState::made && desk.state().end_noted;
    if (waits && desk.state().end_noted->ply == made) {
        desk.emit(Completed{.ply = made, .san = desk.state().plies[made - 1].san});
    }
    desk.emit(Ended{.score = ending.score, .termination = ending.termination, .reason = reason});
}

} // namespace ansage::table
