// SPDX-License-Identifier: GPL-3.0-or-later
// What two players agree on where no arbiter is present (first principle 9): one proposes what an
// arbiter could do, and it is done when both have accepted.
#include "base/overloaded.hpp"
#include "table/disputes/arbiter_acts.hpp"
#include "table/disputes/rulings.hpp"

namespace ansage::table {

using base::Overloaded;
using chess::Color;

namespace {

Proposal proposal_of(AgreedAct act, std::string id, MessageArguments arguments = {}) {
    Proposal proposal{.kind = ProposalKind::act, .board = arguments.player};
    proposal.message = {std::move(id), std::move(arguments)};
    proposal.act = std::move(act);
    return proposal;
}

Proposal to_restore(const State& state, const ArbiterRestores& act) {
    Proposal proposal =
        proposal_of(act, act.ply == 0 ? "proposal.act_restores_start" : "proposal.act_restores");
    proposal.ply = act.ply;
    if (act.ply > 0) {
        const PlyRecord& ply = state.plies[act.ply];
        proposal.message.arguments = {.player = ply.mover, .ply = act.ply, .move = ply.move};
    }
    return proposal;
}

// 7.5.2 to 7.5.5, A.5.2: which offence it is, and what it brings.
Proposal
to_rule_illegal(const State& state, const ArbiterRulesIllegal& act, MatterKind offence, Ply ply) {
    const IllegalRuling ruling = illegal_ruling(state, act.color, ply);
    const bool is_two_hands = act.two_hands.value_or(false);
    Proposal proposal = proposal_of(
        act,
        is_two_hands ? "proposal.act_rules_two_hands" : "proposal.act_rules_illegal",
        {.player = act.color, .time = ruling.added, .count = ruling.offence}
    );
    std::string& id = proposal.message.id;
    if (ruling.ending) {
        id += "_ends";
        proposal.message.arguments.score = ruling.ending->score;
    } else if (ruling.queen && !is_two_hands) {
        id += "_queen";
    } else if (!is_two_hands) {
        if (offence == MatterKind::press_without_move) id += "_press";
        if (ruling.added == base::Millis{0}) id += "_free";
    }
    return proposal;
}

const Matter* newest_offence(const State& state, Color offender) {
    return newest_open(state, {MatterKind::illegal_move, MatterKind::press_without_move}, offender);
}

MatterKind offence_meant(const State& state, const ArbiterRulesIllegal& act) {
    const Matter* const open = newest_offence(state, act.color);
    const bool is_open = open != nullptr && !act.two_hands.value_or(false);
    return is_open ? open->kind : MatterKind::illegal_move;
}

// The one that it means: two hands are of the newest, and so is what nobody has seen.
Ply ply_meant(const State& state, const ArbiterRulesIllegal& act) {
    if (act.two_hands.value_or(false)) return newest_ply_of(state, act.color);
    const Matter* const open = newest_offence(state, act.color);
    return open == nullptr ? state.made() + 1 : open->ply;
}

// The position before the player's last move; absent if he has made none.
std::optional<Ply> ply_before_last(const State& state, Color seat) {
    for (Ply ply = state.made(); ply > 0; --ply)
        if (state.plies[ply].mover == seat) return ply - 1;
    return std::nullopt;
}

// "Stands" of no offence means the king's move that is in doubt.
bool is_about_doubt(const State& state, const Arbiter& act) {
    const Matter* const offence = newest_open(
        state, {MatterKind::illegal_move, MatterKind::press_without_move, MatterKind::touched_piece}
    );
    return act.act == ArbiterAct::rules_stands && !act.matter && offence == nullptr &&
        state.move_in_doubt();
}

Proposal to_keep_move(const State& state, const Arbiter& act) {
    const PlyRecord& ply = state.plies[state.made()];
    return proposal_of(
        act, "proposal.act_keeps_move", {.player = ply.mover, .ply = state.made(), .move = ply.move}
    );
}

// What answers a matter, or takes a ruling back, says which, and what follows from it.
std::optional<Proposal> to_do_as_arbiter(const State& state, const Arbiter& act) {
    if (is_about_doubt(state, act)) return to_keep_move(state, act);
    const std::string name{row_of(act.act).agreed};
    if (name.empty()) return std::nullopt;
    Proposal proposal = proposal_of(act, name);
    const bool is_told_by_matter = act.matter || row_of(act.act).leads == Leads::back;
    if (is_told_by_matter) {
        const std::optional<Message> consequence = consequence_of(state, act);
        if (!consequence) return std::nullopt;
        const bool is_told_whole = act.act == ArbiterAct::rules_illegal;
        proposal.message.arguments.number = consequence->arguments.number;
        proposal.message.id += row_of(act.act).leads == Leads::back ? "" : "_on";
        proposal.message = is_told_whole ? *consequence : proposal.message;
        // Which moves that have been played since will be lost.
        const auto& parts = consequence->arguments.parts;
        if (parts) proposal.message = as_one({std::move(proposal.message), parts->back()});
    }
    return proposal;
}

// Absent for what is not to be agreed on.
std::optional<Proposal> proposal_for(const State& state, const Suggests& input) {
    using Result = std::optional<Proposal>;
    return std::visit(
        Overloaded{
            [&](const Arbiter& act) -> Result { return to_do_as_arbiter(state, act); },
            [](const ArbiterSets& act) -> Result {
                return proposal_of(
                    act, "proposal.act_sets", {.player = act.color, .time = act.remaining}
                );
            },
            [](const ArbiterSetsMoves& act) -> Result {
                return proposal_of(
                    act, "proposal.act_sets_moves", {.player = act.color, .count = act.moves}
                );
            },
            [](const ArbiterAdds& act) -> Result {
                std::string id =
                    act.time < base::Millis{0} ? "proposal.act_takes" : "proposal.act_adds";
                id += act.both.value_or(false) ? "_both" : "";
                return proposal_of(
                    act, std::move(id), {.player = act.color, .time = std::chrono::abs(act.time)}
                );
            },
            [&](const ArbiterRulesIllegal& act) -> Result {
                const bool is_refused =
                    act.two_hands.value_or(false) && !are_two_hands_punished(state, act.color);
                return is_refused ? std::nullopt
                                  : Result{to_rule_illegal(
                                        state, act, offence_meant(state, act), ply_meant(state, act)
                                    )};
            },
            [&](const ArbiterRestores& act) -> Result {
                return act.ply <= state.made() ? Result{to_restore(state, act)} : std::nullopt;
            },
            [](const ArbiterEnds& act) -> Result {
                Proposal proposal =
                    proposal_of(act, "proposal.act_ends", {.score = act.score, .name = act.reason});
                proposal.score = act.score;
                return proposal;
            },
            [&](const TakesBack&) -> Result {
                const auto ply = ply_before_last(state, input.seat);
                return ply ? Result{to_restore(state, {.ply = *ply})} : std::nullopt;
            },
        },
        input.act
    );
}

// The other player answers what is open now, whatever is raised before he does (principle 10).
void name_agreed(const State& state, AgreedAct& agreed) {
    if (auto* const act = std::get_if<Arbiter>(&agreed)) {
        name_matter(state, *act);
        return;
    }
    const auto* const rules = std::get_if<ArbiterRulesIllegal>(&agreed);
    const Matter* const offence = rules == nullptr || rules->two_hands.value_or(false)
        ? nullptr
        : newest_offence(state, rules->color);
    if (offence != nullptr)
        agreed = Arbiter{.act = ArbiterAct::rules_illegal, .matter = offence->number};
}

} // namespace

void propose_ruling(Decision& decision, const Matter& offence) {
    const State& state = decision.state();
    const bool is_punished = offence.kind == MatterKind::press_without_move
        ? decision.setup().edition.press_without_move_is_illegal // 7.5.3
        : offence.kind == MatterKind::illegal_move && !is_only_said(state, offence.ply);
    if (!is_punished || state.setup->mode == Mode::tournament || state.open_proposal() != nullptr)
        return;
    Proposal proposal =
        to_rule_illegal(state, {.color = *offence.about}, offence.kind, offence.ply);
    decision.emit(Proposed{.proposal = std::move(proposal), .matter = offence.number});
}

void on(Decision& decision, const Suggests& input) {
    const State& state = decision.state();
    if (state.setup->mode == Mode::tournament) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.arbiter_answers");
        return;
    }
    // After the end a ruling that brought it is taken back, or a move in doubt is kept, and nothing
    // else.
    const auto* const act = std::get_if<Arbiter>(&input.act);
    const bool is_of_end =
        act != nullptr && (act->act == ArbiterAct::takes_back || is_about_doubt(state, *act));
    if (state.phase == Phase::ended && !is_of_end) {
        decision.refuse(Refusal::game_over, input.seat);
        return;
    }
    if (state.open_proposal() != nullptr) { // nothing open is overwritten (first principle 10)
        decision.refuse(Refusal::not_allowed, input.seat, "refused.proposal_open");
        return;
    }
    std::optional<Proposal> proposal = proposal_for(state, input);
    if (!proposal) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.nothing_to_agree");
        return;
    }
    name_agreed(state, *proposal->act);
    raise(
        decision, {.matter = MatterKind::suggestion, .about = input.seat, .ply = state.made() + 1}
    );
    decision.emit(Proposed{.proposal = *std::move(proposal)});
    decision.emit(ProposalAgreed{.seat = input.seat});
}

} // namespace ansage::table
