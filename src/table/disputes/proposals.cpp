// SPDX-License-Identifier: GPL-3.0-or-later
// What the arbiter answers: what was proposed, claimed, or is open (first principle 6).
#include "base/overloaded.hpp"
#include "table/disputes/by_edition.hpp"
#include "table/disputes/dispute.hpp"
#include "table/disputes/rulings.hpp"

#include <algorithm>
#include <initializer_list>

namespace ansage::table {

using chess::Color;

void end_proposal(Decision& decision, const Matter& matter, bool accepted) {
    if (matter.proposal)
        decision.emit(ProposalEnded{.accepted = accepted, .matter = matter.number});
}

// D.2.9, 6.10.2: the clocks as they were recorded there. The arbiter may still set other times, and
// has to where nothing was recorded.
void restore_with_clocks(Decision& decision, Ply ply, bool is_new_game) {
    const std::optional<PerColor<base::Millis>> clocks = clocks_after(decision.state(), ply);
    restore(decision, ply, is_new_game);
    for (const Color color : chess::both_colors)
        if (clocks) decision.emit(ClockAdjusted{.color = color, .remaining = (*clocks)[color]});
    leave_flags_moot(decision, ply);
}

std::optional<Matter>
open_matter(Decision& decision, MatterNumber number, std::optional<Color> seat) {
    const Matter* const matter = decision.state().find_matter(number);
    if (matter != nullptr && matter->state == MatterState::open) return *matter;
    const bool lapsed = matter != nullptr && matter->state == MatterState::lapsed;
    decision.refuse(
        Refusal::not_allowed,
        seat,
        lapsed                  ? "refused.lapsed"
            : matter == nullptr ? "refused.no_such_matter"
                                : "refused.answered"
    );
    return std::nullopt;
}

namespace {

// D.2.9: the move that both testify stands; a board that shows it is right from now on.
void correct_record(Decision& decision, const MoveCorrection& correction) {
    const State& state = decision.state();
    decision.emit(RecordCorrected{correction});
    decision.close_alert(
        AlertKind::announcement_differs_from_board, state.plies[correction.ply].mover
    );
    for (const Color color : chess::both_colors) {
        if (state.has_sensors(color) && state.boards[color].agrees)
            decision.close_alerts_of_board(color);
    }
    repair_both(decision);
}

void correct(Decision& decision, const Proposal& proposal) {
    if (proposal.corrected) {
        correct_record(decision, *proposal.corrected);
        return;
    }
    for (const Color color : chess::both_colors) {
        if (!proposal.board || proposal.board == color)
            decision.emit(RepairStarted{.board = color});
    }
}

// Both players agreed on what an arbiter would do (first principle 9).
void carry_out(Decision& decision, const AgreedAct& act) {
    std::visit(
        base::Overloaded{
            [&](const auto& input) { on(decision, input); },
            [](const TakesBack&) {}, // a position by now, which somebody may name
        },
        act
    );
}

// What is proposed has been overtaken by what was played since.
bool is_outdated(Decision& decision, const Matter& matter) {
    const auto& proposal = matter.proposal;
    const bool outdated = proposal && proposal->corrected &&
        !corrected_position(decision.state(), *proposal->corrected);
    if (outdated) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.played_on");
        look_at_scores(decision);
    }
    return outdated;
}

void carry_out(Decision& decision, const Proposal& proposal) {
    switch (proposal.kind) {
    case ProposalKind::none: return;
    case ProposalKind::correct_board: correct(decision, proposal); return;
    case ProposalKind::restore:
        restore_with_clocks(decision, proposal.ply, proposal.is_new_game.value_or(false));
        return;
    case ProposalKind::result:
        end_game(decision, {.score = *proposal.score, .termination = *proposal.termination}, {});
        return;
    case ProposalKind::act: // a ruling of its own: see accept_suggestion
        return;
    }
}

// 4.3: the move is taken back, and made with the piece that was touched; 9.5.3: the one that was
// intended.
void rule_touched(Decision& decision, const Matter& matter) {
    const auto& alerts = decision.state().alerts;
    const auto alert = std::ranges::find(alerts, matter.alert.value_or(0), &OpenAlert::id);
    const chess::SquareSet squares = alert == alerts.end() ? chess::SquareSet{} : alert->squares;
    begin_ruling(decision, matter.number);
    restore(decision, matter.ply - 1);
    oblige(decision, *matter.about, squares);
    end_ruling(decision, MatterState::undone);
}

void accept_proposal(Decision& decision, const Matter& matter) {
    if (is_outdated(decision, matter)) return;
    begin_ruling(decision, matter.number);
    end_proposal(decision, matter, true);
    carry_out(decision, *matter.proposal);
    end_ruling(decision, MatterState::ruled);
    if (matter.proposal->corrected) look_for_ending(decision);
}

// The suggestion is answered; what was agreed is done then as if an arbiter had said so.
void accept_suggestion(Decision& decision, const Matter& matter) {
    end_proposal(decision, matter, true);
    decision.emit(MatterChanged{.number = matter.number, .state = MatterState::ruled});
    carry_out(decision, *matter.proposal->act);
}

void accept_matter(Decision& decision, const Matter& matter) {
    if (matter.claim) {
        const bool is_wrong = matter.proposal && matter.proposal->kind == ProposalKind::none;
        rule_claim(decision, !is_wrong, matter.number);
    } else if (matter.kind == MatterKind::illegal_move || matter.kind == MatterKind::press_without_move) {
        rule_illegal(decision, *matter.about, matter.number);
    } else if (matter.kind == MatterKind::touched_piece) {
        rule_touched(decision, matter);
    } else if (matter.proposal && matter.proposal->act) {
        accept_suggestion(decision, matter);
    } else if (matter.proposal) {
        accept_proposal(decision, matter);
    } else {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.no_proposal");
    }
}

// The open matter of that number; without one, the newest that has a proposal. Absent if refused.
std::optional<Matter> answered(Decision& decision, std::optional<MatterNumber> number) {
    if (number) return open_matter(decision, *number);
    if (const Matter* const newest = newest_proposed(decision.state())) return *newest;
    bring_ending(decision); // and he hears first what he would accept
    if (newest_proposed(decision.state()) == nullptr)
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.no_proposal");
    return std::nullopt;
}

// One of two answers excludes the other, and which counts is for him to say (principle 10).
bool is_unclear(Decision& decision) {
    if (!excludes_another(decision.state())) return false;
    decision.refuse(Refusal::not_allowed, std::nullopt, "refused.which_result");
    return true;
}

} // namespace

void accept(Decision& decision, std::optional<MatterNumber> number) {
    if (!number && is_unclear(decision)) return;
    if (const std::optional<Matter> matter = answered(decision, number))
        accept_matter(decision, *matter);
}

namespace {

void leave_as_it_is(Decision& decision, const Matter& matter) {
    begin_ruling(decision, matter.number);
    end_proposal(decision, matter, false);
    end_ruling(decision, MatterState::stands);
}

} // namespace

// A claim stays open when what the record says of it is not followed: it has to be ruled on.
void reject(Decision& decision, std::optional<MatterNumber> number) {
    const std::optional<Matter> matter = answered(decision, number);
    if (!matter) return;
    // Players who do not agree on an offence have not ruled on it (first principle 9).
    const bool is_disputed = decision.setup().mode != Mode::tournament &&
        (matter->kind == MatterKind::illegal_move ||
         matter->kind == MatterKind::press_without_move ||
         matter->kind == MatterKind::touched_piece || matter->claim);
    if (is_disputed || (matter->claim && matter->proposal)) {
        decision.emit(ProposalEnded{.accepted = false, .matter = matter->number});
    } else leave_as_it_is(decision, *matter);
}

void let_stand(Decision& decision, std::optional<MatterNumber> number) {
    const Matter* const newest = newest_open(
        decision.state(),
        {MatterKind::illegal_move, MatterKind::press_without_move, MatterKind::touched_piece}
    );
    const std::optional<Matter> matter = number ? open_matter(decision, *number)
        : newest == nullptr                     ? std::nullopt
                                                : std::optional{*newest};
    if (matter) leave_as_it_is(decision, *matter);
    else if (!number) keep_move(decision);
}

std::optional<laws::Ending> ending_if_right(const State& state, const Claimed& claim) {
    using laws::Termination;
    switch (claim.kind) {
    case ClaimKind::threefold: return laws::Ending{laws::Score::draw, Termination::threefold};
    case ClaimKind::fifty: return laws::Ending{laws::Score::draw, Termination::fifty_moves};
    case ClaimKind::quickplay: // Guidelines III
        return laws::Ending{laws::Score::draw, Termination::arbiter};
    case ClaimKind::flag:
        return laws::flag_ending(state.position(), !claim.seat, state.setup->edition);
    case ClaimKind::illegal:
    case ClaimKind::touch:
    case ClaimKind::extra_time: return std::nullopt;
    }
    return std::nullopt;
}

namespace {

// What the program saw of it, too: the newest of the opponent that is open, and of no later move
// than the claim. Null if there is none.
const Matter*
seen_of(const State& state, const Matter& claim, std::initializer_list<MatterKind> kinds) {
    const auto found =
        std::find_if(state.agenda.rbegin(), state.agenda.rend(), [&](const Matter& matter) {
            return matter.state == MatterState::open && matter.about == !claim.claim->seat &&
                matter.ply <= claim.ply && std::ranges::count(kinds, matter.kind) != 0;
        });
    return found == state.agenda.rend() ? nullptr : &*found;
}

// What was claimed is a matter of its own, where the program saw it, too. Of what it did not see,
// the arbiter sees to the move himself once others have been made (4.3, 7.5.1).
void follow(Decision& decision, const Matter& matter) {
    const State& state = decision.state();
    const Claimed claim = *matter.claim;
    if (claim.kind == ClaimKind::illegal) {
        const Matter* const seen =
            seen_of(state, matter, {MatterKind::illegal_move, MatterKind::press_without_move});
        const Matter* const newest = newest_open(
            state, {MatterKind::illegal_move, MatterKind::press_without_move}, !claim.seat
        );
        if (seen != nullptr) rule_illegal(decision, !claim.seat, seen->number);
        else if (newest == nullptr) rule_illegal(decision, !claim.seat, {});
    } else if (claim.kind == ClaimKind::touch) {
        const Matter* const seen = seen_of(state, matter, {MatterKind::touched_piece});
        if (seen != nullptr) rule_touched(decision, Matter{*seen});
    } else if (claim.kind == ClaimKind::extra_time) { // Guidelines III.4
        give_extra_time(decision, claim.seat);
    }
}

void rule_right(Decision& decision, const Matter& matter) {
    const Claimed claim = *matter.claim;
    const bool proposed = matter.proposal && matter.proposal->kind == ProposalKind::result;
    const auto ending = proposed
        ? std::optional{laws::Ending{*matter.proposal->score, *matter.proposal->termination}}
        : ending_if_right(decision.state(), claim);
    if (ending) end_game(decision, *ending, {});
    end_ruling(decision, MatterState::ruled);
    if (!ending) follow(decision, matter);
}

void rule_wrong(Decision& decision, const Matter& matter) {
    const Claimed claim = *matter.claim;
    add_time(decision, !claim.seat, still_added_for_wrong(decision.state(), matter));
    tell_if_claim_not_printed(decision, claim.kind);
    const bool binds = claim.with && decision.state().to_move() == claim.seat &&
        decision.state().position().is_legal(*claim.with);
    if (binds) { // 9.5.3: the intended move is made
        const chess::SquareSet squares{claim.with->from()};
        decision.emit(Obliged{.seat = claim.seat, .squares = squares, .move = claim.with});
    }
    end_ruling(decision, MatterState::ruled);
}

// The claim of that number, or the newest open one. Absent if refused.
std::optional<Matter> answered_claim(Decision& decision, std::optional<MatterNumber> number) {
    const Matter* const newest = newest_open(decision.state(), {MatterKind::claim});
    std::optional<Matter> matter = number ? open_matter(decision, *number)
        : newest == nullptr               ? std::nullopt
                                          : std::optional{*newest};
    if (number && !matter) return std::nullopt; // and it was said why
    if (!matter || !matter->claim) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.no_claim");
        return std::nullopt;
    }
    return matter;
}

} // namespace

void rule_claim(Decision& decision, bool correct, std::optional<MatterNumber> number) {
    const std::optional<Matter> matter = answered_claim(decision, number);
    if (!matter) return;
    const Claimed claim = *matter->claim;
    if (correct && claim.kind == ClaimKind::illegal && has_lapsed(decision.state(), !claim.seat)) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.lapsed");
        return;
    }
    if (!correct && refuse_rejection(decision, claim.kind)) return;
    begin_ruling(decision, matter->number);
    decision.emit(ClaimEnded{.correct = correct, .matter = matter->number});
    const bool followed =
        matter->proposal && (matter->proposal->kind != ProposalKind::none) == correct;
    end_proposal(decision, *matter, followed);
    if (correct) rule_right(decision, *matter);
    else rule_wrong(decision, *matter);
}

} // namespace ansage::table
