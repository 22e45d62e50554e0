// SPDX-License-Identifier: GPL-3.0-or-later
// What the arbiter answers: what was proposed, claimed, or is open (first principle 6).
#include "base/overloaded.hpp"
#include "table/agenda.hpp"
#include "table/by_edition.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;

void end_proposal(Desk& desk, const Matter& matter, bool accepted) {
    if (matter.proposal) {
        desk.emit(ProposalEnded{.accepted = accepted, .matter = matter.number});
    }
}

// D.2.9, 6.10.2: the clocks as they were recorded there. The arbiter may still set other times, and
// has to where nothing was recorded.
void restore_with_clocks(Desk& desk, unsigned ply, bool is_new_game) {
    const std::optional<PerColor<base::Millis>> clocks = clocks_after(desk.state(), ply);
    restore(desk, ply, is_new_game);
    for (const Color color : chess::both_colors) {
        if (clocks) {
            desk.emit(ClockAdjusted{.color = color, .remaining = (*clocks)[color]});
        }
    }
}

std::optional<Matter> open_matter(Desk& desk, unsigned number, std::optional<Color> seat) {
    const Matter* const matter = desk.state().find_matter(number);
    if (matter != nullptr && matter->state == MatterState::open) {
        return *matter;
    }
    const bool lapsed = matter != nullptr && matter->state == MatterState::lapsed;
    desk.refuse(
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

// What is proposed has been overtaken by what was played since.
bool is_outdated(Desk& desk, const Matter& matter) {
    const auto& proposal = matter.proposal;
    const bool outdated =
        proposal && proposal->corrected && !corrected_position(desk.state(), *proposal->corrected);
    if (outdated) {
        desk.refuse(Refusal::not_allowed, std::nullopt, "refused.played_on");
        look_at_scores(desk);
    }
    return outdated;
}

void carry_out(Desk& desk, const Proposal& proposal) {
    switch (proposal.kind) {
    case ProposalKind::none:
        return;
    case ProposalKind::correct_board:
        correct(desk, proposal);
        return;
    case ProposalKind::restore:
        restore_with_clocks(desk, proposal.ply, proposal.is_new_game.value_or(false));
        return;
    case ProposalKind::result:
        end_game(desk, {.score = *proposal.score, .termination = *proposal.termination}, {});
        return;
    case ProposalKind::act: // a ruling of its own: see accept_suggestion
        return;
    }
}

// 4.3: the move is taken back, and made with the piece that was touched; 9.5.3: the one that was
// intended.
void rule_touched(Desk& desk, const Matter& matter) {
    const auto& alerts = desk.state().alerts;
    const auto alert = std::ranges::find(alerts, matter.alert.value_or(0), &OpenAlert::id);
    const chess::SquareSet squares = alert == alerts.end() ? chess::SquareSet{} : alert->squares;
    begin_ruling(desk, matter.number);
    restore(desk, matter.ply - 1);
    oblige(desk, *matter.about, squares);
    end_ruling(desk, MatterState::undone);
}

void accept_proposal(Desk& desk, const Matter& matter) {
    if (is_outdated(desk, matter)) {
        return;
    }
    begin_ruling(desk, matter.number);
    end_proposal(desk, matter, true);
    carry_out(desk, *matter.proposal);
    end_ruling(desk, MatterState::ruled);
}

// The suggestion is answered; what was agreed is done then as if an arbiter had said so.
void accept_suggestion(Desk& desk, const Matter& matter) {
    end_proposal(desk, matter, true);
    desk.emit(MatterChanged{.number = matter.number, .state = MatterState::ruled, .by = {}});
    carry_out(desk, *matter.proposal->act);
}

void accept_matter(Desk& desk, const Matter& matter) {
    if (matter.claim) {
        const bool is_wrong = matter.proposal && matter.proposal->kind == ProposalKind::none;
        rule_claim(desk, !is_wrong, matter.number);
    } else if (matter.kind == MatterKind::illegal_move || matter.kind == MatterKind::press_without_move) {
        rule_illegal(desk, *matter.about, matter.number);
    } else if (matter.kind == MatterKind::touched_piece) {
        rule_touched(desk, matter);
    } else if (matter.proposal && matter.proposal->act) {
        accept_suggestion(desk, matter);
    } else if (matter.proposal) {
        accept_proposal(desk, matter);
    } else {
        desk.refuse(Refusal::not_allowed, std::nullopt, "refused.no_proposal");
    }
}

// The open matter of that number; without one, the newest that has a proposal. Absent if refused.
std::optional<Matter> answered(Desk& desk, std::optional<unsigned> number) {
    if (number) {
        return open_matter(desk, *number);
    }
    const std::vector<Matter>& agenda = desk.state().agenda;
    const auto found = std::find_if(agenda.rbegin(), agenda.rend(), [](const Matter& matter) {
        return matter.state == MatterState::open && matter.proposal;
    });
    if (found == agenda.rend()) {
        desk.refuse(Refusal::not_allowed, std::nullopt, "refused.no_proposal");
        return std::nullopt;
    }
    return *found;
}

} // namespace

void accept(Desk& desk, std::optional<unsigned> number) {
    if (const std::optional<Matter> matter = answered(desk, number)) {
        accept_matter(desk, *matter);
    }
}

namespace {

void leave_as_it_is(Desk& desk, const Matter& matter) {
    begin_ruling(desk, matter.number);
    end_proposal(desk, matter, false);
    end_ruling(desk, MatterState::stands);
}

} // namespace

// A claim stays open when what the record says of it is not followed: it has to be ruled on.
void reject(Desk& desk, std::optional<unsigned> number) {
    const std::optional<Matter> matter = answered(desk, number);
    if (!matter) {
        return;
    }
    // Players who do not agree on an offence have not ruled on it (first principle 9).
    const bool is_disputed = desk.setup().mode != Mode::tournament &&
        (matter->kind == MatterKind::illegal_move ||
         matter->kind == MatterKind::press_without_move ||
         matter->kind == MatterKind::touched_piece || matter->claim);
    if (is_disputed || (matter->claim && matter->proposal)) {
        desk.emit(ProposalEnded{.accepted = false, .matter = matter->number});
    } else {
        leave_as_it_is(desk, *matter);
    }
}

void let_stand(Desk& desk, std::optional<unsigned> number) {
    const Matter* const newest = newest_open(
        desk.state(),
        {MatterKind::illegal_move, MatterKind::press_without_move, MatterKind::touched_piece}
    );
    const std::optional<Matter> matter = number ? open_matter(desk, *number)
        : newest == nullptr                     ? std::nullopt
                                                : std::optional{*newest};
    if (matter) {
        leave_as_it_is(desk, *matter);
    }
}

std::optional<laws::Ending> ending_if_right(const State& state, const Claimed& claim) {
    using laws::Termination;
    switch (claim.kind) {
    case ClaimKind::threefold:
        return laws::Ending{laws::Score::draw, Termination::threefold};
    case ClaimKind::fifty:
        return laws::Ending{laws::Score::draw, Termination::fifty_moves};
    case ClaimKind::quickplay: // Guidelines III
        return laws::Ending{laws::Score::draw, Termination::arbiter};
    case ClaimKind::flag:
        return laws::flag_ending(state.position(), !claim.seat, state.setup->edition);
    case ClaimKind::illegal:
    case ClaimKind::touch:
    case ClaimKind::extra_time:
        return std::nullopt;
    }
    return std::nullopt;
}

namespace {

// What was claimed is a matter of its own, where the program saw it, too.
void follow(Desk& desk, const Claimed& claim) {
    if (claim.kind == ClaimKind::illegal) {
        rule_illegal(desk, !claim.seat, {});
    } else if (claim.kind == ClaimKind::touch) { // else the arbiter sees to the move himself (4.3)
        const Matter* seen = newest_open(desk.state(), {MatterKind::touched_piece}, !claim.seat);
        if (seen != nullptr) {
            rule_touched(desk, Matter{*seen});
        }
    } else if (claim.kind == ClaimKind::extra_time) { // Guidelines III.4
        give_extra_time(desk, claim.seat);
    }
}

void rule_right(Desk& desk, const Matter& matter) {
    const Claimed claim = *matter.claim;
    const bool proposed = matter.proposal && matter.proposal->kind == ProposalKind::result;
    const auto ending = proposed
        ? std::optional{laws::Ending{*matter.proposal->score, *matter.proposal->termination}}
        : ending_if_right(desk.state(), claim);
    if (ending) {
        end_game(desk, *ending, {});
    }
    end_ruling(desk, MatterState::ruled);
    if (!ending) {
        follow(desk, claim);
    }
}

void rule_wrong(Desk& desk, const Matter& matter) {
    const Claimed claim = *matter.claim;
    add_time(desk, !claim.seat, still_added_for_wrong(desk.state(), matter));
    tell_if_claim_not_printed(desk, claim.kind);
    const bool binds = claim.with && desk.state().to_move() == claim.seat &&
        desk.state().position().is_legal(*claim.with);
    if (binds) { // 9.5.3: the intended move is made
        const chess::SquareSet squares{claim.with->from()};
        desk.emit(Obliged{.seat = claim.seat, .squares = squares, .move = claim.with});
    }
    end_ruling(desk, MatterState::ruled);
}

// The claim of that number, or the newest open one. Absent if refused.
std::optional<Matter> answered_claim(Desk& desk, std::optional<unsigned> number) {
    const Matter* const newest = newest_open(desk.state(), {MatterKind::claim});
    std::optional<Matter> matter = number ? open_matter(desk, *number)
        : newest == nullptr               ? std::nullopt
                                          : std::optional{*newest};
    if (number && !matter) {
        return std::nullopt; // and it was said why
    }
    if (!matter || !matter->claim) {
        desk.refuse(Refusal::not_allowed, std::nullopt, "refused.no_claim");
        return std::nullopt;
    }
    return matter;
}

} // namespace

void rule_claim(Desk& desk, bool correct, std::optional<unsigned> number) {
    const std::optional<Matter> matter = answered_claim(desk, number);
    if (!matter) {
        return;
    }
    const Claimed claim = *matter->claim;
    if (correct && claim.kind == ClaimKind::illegal && has_lapsed(desk.state(), !claim.seat)) {
        desk.refuse(Refusal::not_allowed, std::nullopt, "refused.lapsed");
        return;
    }
    if (!correct && refuse_rejection(desk, claim.kind)) {
        return;
    }
    begin_ruling(desk, matter->number);
    desk.emit(ClaimEnded{.correct = correct, .matter = matter->number});
    const bool followed =
        matter->proposal && (matter->proposal->kind != ProposalKind::none) == correct;
    end_proposal(desk, *matter, followed);
    if (correct) {
        rule_right(desk, *matter);
    } else {
        rule_wrong(desk, *matter);
    }
}

} // namespace ansage::table
