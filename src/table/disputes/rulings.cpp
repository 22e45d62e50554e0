// SPDX-License-Identifier: GPL-3.0-or-later
// What the arbiter does of his own: the clocks, the moves, the result (first principle 6).
#include "table/disputes/rulings.hpp"

#include "base/check.hpp"
#include "table/disputes/arbiter_acts.hpp"
#include "table/disputes/by_edition.hpp"
#include "table/disputes/hall.hpp"
#include "table/witnesses/handling.hpp"

#include <algorithm>
#include <array>

namespace ansage::table {

using chess::Color;

void repair_both(Decision& decision) {
    for (const Color color : chess::both_colors) {
        const State& state = decision.state();
        const bool right = state.has_sensors(color) &&
            agrees(state.boards[color].reading, state.position().reading());
        if (!right) decision.emit(RepairStarted{.board = color});
        else if (state.boards[color].repairing) decision.emit(RepairEnded{.board = color});
    }
}

namespace {

// One is counted that followed moves which are to be taken back.
bool has_offence_after(const State& state, Ply ply) {
    const auto is_kept = [&](MoveId move) {
        for (Ply kept; kept <= ply; ++kept)
            if (state.move_at(kept) == move) return true;
        return false;
    };
    return std::ranges::any_of(state.rulings, [&](const RulingKept& ruling) {
        const bool counted = ruling.counted.white > 0 || ruling.counted.black > 0;
        return ruling.is_done && ruling.counts && counted && !is_kept(ruling.tip);
    });
}

} // namespace

void leave_flags_moot(Decision& decision, Ply ply) {
    const std::vector<Matter> agenda = decision.state().agenda;
    for (const Matter& matter : agenda) {
        const bool is_undone = matter.kind == MatterKind::flag && matter.ply > ply &&
            matter.state == MatterState::open && matter.number != decision.ruling();
        if (is_undone) close_matter(decision, matter, MatterState::moot);
    }
}

void restore(Decision& decision, Ply ply, bool is_new_game) {
    const bool running = decision.state().clocks.running().has_value();
    decision.emit(Restored{
        .ply = ply,
        .is_new_game = is_new_game ? std::optional{true} : std::nullopt,
        .forgets_offences =
            has_offence_after(decision.state(), ply) ? std::optional{true} : std::nullopt});
    if (running && decision.state().clocks.running() != decision.state().to_move())
        decision.emit(ClockStarted{.color = decision.state().to_move()});
    repair_both(decision);
}

void add_time(Decision& decision, Color color, base::Millis time) {
    if (time != base::Millis{0}) {
        const base::Millis now = decision.state().clocks.remaining(color, decision.at());
        decision.emit(ClockAdjusted{.color = color, .remaining = now + time});
    }
}

namespace {

bool over(const State& state) {
    return state.phase == Phase::ended || state.phase == Phase::adjourned;
}

void start(Decision& decision) {
    const State& state = decision.state();
    const bool runs_already = state.phase != Phase::not_started && !state.clocks.halted();
    if (lacks_assistant(state)) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.lacks_assistant");
        return;
    }
    if (has_too_many_assistants(state)) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.two_assistants");
        return;
    }
    if (runs_already) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.runs_already");
        return;
    }
    const Color runs =
        state.resume_for.value_or(state.clocks.suspended().value_or(state.to_move()));
    decision.emit(ClockStarted{.color = runs});
}

// The arbiter who resumes play takes a board without sensors for right, also where its player has
// not said so: nobody else could, and his moves would never be made.
void end_unseen_repairs(Decision& decision) {
    for (const Color color : chess::both_colors) {
        if (decision.state().boards[color].repairing && !decision.state().has_sensors(color)) {
            decision.emit(RepairEnded{.board = color});
            decision.close_alerts_of_board(color);
        }
    }
}

// Play may go on without the clocks having stood (6.11.3): then there is nothing to start.
void resume(Decision& decision) {
    end_unseen_repairs(decision);
    if (!decision.state().clocks.running()) start(decision);
}

// A clock that was changed is confirmed in words that name it.
void confirm_time(Decision& decision, Color color) {
    const base::Millis left = decision.state().clocks.remaining(color, decision.at());
    decision.say(
        Audience::arbiter,
        Priority::message,
        Cause::table,
        {"clock.time_left", {.player = color, .time = left}}
    );
}

// The flag is up again: what happened stays open, but is no more to be seen.
void set_clock(Decision& decision, Color color, base::Millis remaining) {
    decision.emit(ClockAdjusted{.color = color, .remaining = remaining});
    if (remaining > base::Millis{0}) decision.close_alert(AlertKind::flag_fallen, color);
    confirm_time(decision, color);
}

// A ruling of the arbiter's own, on nothing that the program has raised.
MatterNumber raise_own(Decision& decision, MatterKind kind, Ply ply) {
    raise(decision, {.matter = kind, .ply = ply});
    return MatterNumber{decision.state().agenda.size()};
}

void rule_illegal_by_number(Decision& decision, std::optional<MatterNumber> number) {
    const Matter* const newest =
        newest_open(decision.state(), {MatterKind::illegal_move, MatterKind::press_without_move});
    const std::optional<Color> left_a_pawn = pressed_without_piece(decision.state());
    if (!number && newest == nullptr && left_a_pawn) {
        rule_illegal(decision, *left_a_pawn, {});
        return;
    }
    if (!number && newest == nullptr) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.no_offence");
        return;
    }
    rule_illegal(decision, Color::white, number ? number : std::optional{newest->number});
}

} // namespace

namespace {

void pause(Decision& decision) {
    if (decision.state().clocks.running()) decision.emit(ClockHalted{});
}

// A row for every enumerator, in their order.
constexpr std::array rows{
    ArbiterActRow{
        .act = ArbiterAct::starts,
        .written = "starts",
        .phrase = "command.starts",
        .carry_out = [](Decision& decision, const Arbiter&) { start(decision); }},
    ArbiterActRow{
        .act = ArbiterAct::pauses,
        .written = "pauses",
        .phrase = "command.pauses",
        .carry_out = [](Decision& decision, const Arbiter&) { pause(decision); }},
    ArbiterActRow{
        .act = ArbiterAct::resumes,
        .written = "resumes",
        .phrase = "command.resumes",
        .carry_out = [](Decision& decision, const Arbiter&) { resume(decision); }},
    ArbiterActRow{
        .act = ArbiterAct::accepts_proposal,
        .written = "accepts proposal",
        .phrase = "command.accepts_proposal",
        .meant = Meant::proposal,
        .leads = Leads::to_what_is_proposed,
        .carry_out = [](Decision& decision,
                        const Arbiter& input) { accept(decision, input.matter); }},
    ArbiterActRow{
        .act = ArbiterAct::rejects_proposal,
        .written = "rejects proposal",
        .phrase = "command.rejects_proposal",
        .meant = Meant::proposal,
        .leads = Leads::to_stand,
        .carry_out = [](Decision& decision,
                        const Arbiter& input) { reject(decision, input.matter); }},
    ArbiterActRow{
        .act = ArbiterAct::rules_correct,
        .written = "rules correct",
        .phrase = "command.rules_correct",
        .meant = Meant::claim,
        .leads = Leads::to_what_is_proposed,
        .agreed = "proposal.act_rules_correct",
        .carry_out = [](Decision& decision,
                        const Arbiter& input) { rule_claim(decision, true, input.matter); }},
    ArbiterActRow{
        .act = ArbiterAct::rules_incorrect,
        .written = "rules incorrect",
        .phrase = "command.rules_incorrect",
        .meant = Meant::claim,
        .leads = Leads::to_wrong_claim,
        .agreed = "proposal.act_rules_incorrect",
        .carry_out = [](Decision& decision,
                        const Arbiter& input) { rule_claim(decision, false, input.matter); }},
    ArbiterActRow{
        .act = ArbiterAct::rules_stands,
        .written = "rules stands",
        .phrase = "command.rules_stands",
        .meant = Meant::irregularity,
        .leads = Leads::to_stand,
        .agreed = "proposal.act_rules_stands",
        .carry_out = [](Decision& decision,
                        const Arbiter& input) { let_stand(decision, input.matter); }},
    ArbiterActRow{
        .act = ArbiterAct::adjourns,
        .written = "adjourns",
        .phrase = "command.adjourns",
        .agreed = "proposal.act_adjourns",
        .carry_out = [](Decision& decision, const Arbiter&) { decision.emit(Adjourned{}); }},
    ArbiterActRow{
        .act = ArbiterAct::rules_illegal,
        .written = "rules illegal",
        .phrase = "command.rules_illegal",
        .meant = Meant::offence,
        .leads = Leads::to_what_is_proposed,
        .agreed = "proposal.act_rules_illegal",
        .carry_out = [](Decision& decision,
                        const Arbiter& input) { rule_illegal_by_number(decision, input.matter); }},
    ArbiterActRow{
        .act = ArbiterAct::takes_back,
        .written = "takes back",
        .phrase = "command.takes_back",
        .meant = Meant::ruling,
        .leads = Leads::back,
        .agreed = "proposal.act_takes_back",
        .carry_out = [](Decision& decision,
                        const Arbiter& input) { take_back(decision, input.matter); }},
    ArbiterActRow{
        .act = ArbiterAct::rules_both_flags,
        .written = "rules both-flags",
        .agreed = "proposal.act_both_flags",
        .carry_out = [](Decision& decision, const Arbiter&) { on_both_flags(decision); }},
    ArbiterActRow{
        .act = ArbiterAct::rules_colours,
        .written = "rules colours",
        .agreed = "proposal.act_colours",
        .carry_out = [](Decision& decision, const Arbiter&) { on_colours_reversed(decision); }},
    ArbiterActRow{
        .act = ArbiterAct::postpones,
        .written = "postpones",
        .carry_out = [](Decision& decision,
                        const Arbiter& input) { on_postpones(decision, input.matter, false); }},
    ArbiterActRow{
        .act = ArbiterAct::rules_start,
        .written = "rules start",
        .agreed = "proposal.act_start",
        .carry_out = [](Decision& decision, const Arbiter&) { on_wrong_start(decision); }},
    ArbiterActRow{
        .act = ArbiterAct::rules_turned_board,
        .written = "rules turned-board",
        .agreed = "proposal.act_turned_board",
        .carry_out = [](Decision& decision, const Arbiter&) { on_turned_board(decision); }},
    ArbiterActRow{
        .act = ArbiterAct::confirms_hall,
        .written = "confirms ruling",
        .phrase = "command.confirms_hall",
        .carry_out = [](Decision& decision, const Arbiter&) { confirm_hall(decision); }},
    ArbiterActRow{
        .act = ArbiterAct::declines_hall,
        .written = "declines ruling",
        .phrase = "command.declines_hall",
        .carry_out = [](Decision& decision, const Arbiter&) { decline_hall(decision); }},
    ArbiterActRow{
        .act = ArbiterAct::rules_postponed,
        .written = "rules postponed",
        .meant = Meant::claim,
        .leads = Leads::to_postponed,
        .carry_out = [](Decision& decision,
                        const Arbiter& input) { on_postpones(decision, input.matter, true); }},
};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].act != static_cast<ArbiterAct>(i)) return false;
    return true;
}

static_assert(is_in_order());

} // namespace

std::span<const ArbiterActRow> arbiter_acts() { return rows; }

const ArbiterActRow& row_of(ArbiterAct act) {
    ANSAGE_CHECK(static_cast<std::size_t>(act) < rows.size());
    return rows[static_cast<std::size_t>(act)];
}

void on(Decision& decision, const Arbiter& input) {
    // Guidelines I.5: an adjourned game is resumed with the clocks as they stood. While the sealed
    // move is announced and made its player's clock runs; the arbiter gives that time back (I.9).
    const bool is_resumption = decision.state().phase == Phase::adjourned &&
        (input.act == ArbiterAct::starts || input.act == ArbiterAct::resumes);
    // A result was a ruling, too, and can be taken back; by two players together as well (9).
    const Matter* const matter = decision.state().find_matter(input.matter);
    const bool is_agreed_on =
        matter != nullptr && matter->proposal && outlasts_end(*matter->proposal);
    const bool is_kept =
        input.act == ArbiterAct::rules_stands && decision.state().move_in_doubt().has_value();
    const bool is_of_end = decision.state().phase == Phase::ended &&
        (input.act == ArbiterAct::takes_back || is_agreed_on || is_kept);
    if (over(decision.state()) && !is_resumption && !is_of_end) {
        decision.refuse(Refusal::game_over, std::nullopt);
        return;
    }
    row_of(input.act).carry_out(decision, input);
}

void on(Decision& decision, const ArbiterSets& input) {
    set_clock(decision, input.color, input.remaining);
    on_setting(decision);
}

void on(Decision& decision, const ArbiterSetsMoves& input) {
    decision.emit(MovesCounted{.color = input.color, .moves = input.moves});
    confirm_time(decision, input.color);
    on_setting(decision);
}

void on(Decision& decision, const ArbiterAdds& input) {
    const bool both = input.both.value_or(false);
    const auto claim =
        both ? std::nullopt : claim_paid_by_hand(decision.state(), input.color, input.time);
    if (claim) begin_ruling(decision, *claim);
    for (const Color color : chess::both_colors) {
        const base::Millis left = decision.state().clocks.remaining(color, decision.at());
        if (both || color == input.color) set_clock(decision, color, left + input.time);
    }
    if (claim) end_ruling(decision, MatterState::open);
}

void on(Decision& decision, const ArbiterRulesIllegal& input) {
    if (over(decision.state())) {
        decision.refuse(Refusal::game_over, std::nullopt);
        return;
    }
    if (input.two_hands.value_or(false)) rule_two_hands(decision, input.color);
    else rule_illegal(decision, input.color, {});
}

namespace {

// Whoever had ended it, the arbiter may have it go on (8.7, 11.10). False: refused.
bool reopen_game(Decision& decision) {
    take_back(decision, std::nullopt);
    if (decision.state().phase != Phase::ended) return true;
    decision.refuse(Refusal::game_over, std::nullopt);
    return false;
}

} // namespace

void on(Decision& decision, const ArbiterRestores& input) {
    const Ply made = decision.state().made();
    if (input.ply > made || decision.setup().is_clock_alone()) {
        Message message{"refused.no_such_ply", {.count = made.value()}};
        decision.emit(Refused{.reason = Refusal::not_allowed, .message = message});
        return;
    }
    if (decision.state().phase == Phase::adjourned) { // nothing is ruled but its end (I.6)
        decision.refuse(Refusal::game_over, std::nullopt);
        return;
    }
    if (decision.state().phase == Phase::ended && !reopen_game(decision)) return;
    // It answers boards that differ, with another ply than was proposed.
    const Matter* const boards = newest_open(decision.state(), {MatterKind::boards});
    const MatterNumber number = boards == nullptr
        ? raise_own(decision, MatterKind::restoration, input.ply)
        : boards->number;
    const Matter matter = *decision.state().find_matter(number);
    begin_ruling(decision, number);
    end_proposal(decision, matter, false);
    restore(decision, input.ply);
    leave_flags_moot(decision, input.ply);
    end_ruling(decision, MatterState::ruled);
}

void on(Decision& decision, const ArbiterEnds& input) {
    // Guidelines I.6: an adjourned game may be agreed or given up before it is resumed.
    if (decision.state().phase == Phase::ended) {
        decision.refuse(Refusal::game_over, std::nullopt);
        return;
    }
    const auto termination = laws::parse_name<laws::Termination>(input.reason);
    begin_ruling(decision, raise_own(decision, MatterKind::ending, decision.state().made()));
    end_game(
        decision,
        {.score = input.score, .termination = termination.value_or(laws::Termination::arbiter)},
        termination ? std::string{} : input.reason
    );
    end_ruling(decision, MatterState::ruled);
}

void propose_ending(Decision& decision, laws::Ending ending) {
    if (!has_to_be_ruled(decision.state())) {
        end_game(decision, ending, {});
        return;
    }
    // Nothing open is overwritten, and nothing is open twice.
    for (const Matter& matter : decision.state().agenda) {
        const bool is_known = matter.state == MatterState::open &&
            matter.kind == MatterKind::ending && matter.proposal &&
            matter.proposal->score == ending.score &&
            matter.proposal->termination == ending.termination;
        if (is_known) return;
    }
    raise_ending(decision, ending);
    propose_result(decision, ending);
}

void end_by_newest(Decision& decision, laws::Ending ending) {
    begin_ruling(decision, decision.state().agenda.back().number);
    end_game(decision, ending, {});
    end_ruling(decision, MatterState::ruled);
}

void end_game(Decision& decision, laws::Ending ending, const std::string& reason) {
    decision.emit(Ended{.score = ending.score, .termination = ending.termination, .reason = reason}
    );
}

} // namespace ansage::table
