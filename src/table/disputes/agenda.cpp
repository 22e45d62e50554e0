// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/disputes/agenda.hpp"

#include "table/disputes/dispute.hpp"
#include "table/disputes/rulings.hpp"

#include <algorithm>
#include <utility>

namespace ansage::table {

using chess::Color;

namespace {

std::optional<MatterKind> kind_of(AlertKind kind) {
    switch (kind) {
    case AlertKind::illegal_move_completed: return MatterKind::illegal_move;
    case AlertKind::pressed_before_made: return MatterKind::press_without_move;
    case AlertKind::touched_piece_not_moved:
    case AlertKind::intended_move_not_played: return MatterKind::touched_piece;
    case AlertKind::flag_fallen: return MatterKind::flag;
    case AlertKind::announcement_differs_from_board:
    case AlertKind::repetition_differs:
    case AlertKind::opponent_board_differs:
    case AlertKind::boards_differ:
    case AlertKind::pressed_before_announced:
    case AlertKind::promotion_not_announced:
    case AlertKind::correction_not_immediate:
    case AlertKind::piece_displaced:
    case AlertKind::scores_differ:
    case AlertKind::sensor_unclear:
    case AlertKind::board_not_kept:
    case AlertKind::board_lost:
    case AlertKind::board_back:
    case AlertKind::sensor_flutters:
    case AlertKind::move_not_heard: return std::nullopt;
    }
    return std::nullopt;
}

bool is_offence(const Matter& matter) {
    return matter.kind == MatterKind::illegal_move || matter.kind == MatterKind::press_without_move;
}

void raise_for(Decision& decision, const Alerted& alerted) {
    const std::optional<MatterKind> kind = kind_of(alerted.kind);
    if (!kind || decision.setup().is_clock_alone()) return;
    raise(
        decision, {.matter = *kind, .about = alerted.about, .ply = alerted.ply, .alert = alerted.id}
    );
    propose_ruling(decision, Matter{decision.state().agenda.back()});
}

// Whatever is open besides the matter that is being ruled on; a copy, for events change the agenda.
std::vector<Matter> others_open(const Decision& decision) {
    std::vector<Matter> open;
    std::ranges::copy_if(
        decision.state().agenda,
        std::back_inserter(open),
        [&](const Matter& matter) {
            return matter.state == MatterState::open && matter.number != decision.ruling();
        }
    );
    return open;
}

void close_alert_of(Decision& decision, const Matter& matter) {
    const auto& alerts = decision.state().alerts;
    const auto alert = std::ranges::find_if(alerts, [&](const OpenAlert& open) {
        return open.open && open.id == matter.alert;
    });
    if (alert != alerts.end()) decision.emit(AlertClosed{.id = alert->id, .kind = alert->kind});
}

// A.5.2: once the opponent has made his next move, an illegal one stands.
void lapse(Decision& decision, const Made& made) {
    if (illegal_rule(decision.state()).until != laws::IllegalUntil::opponents_next_move) return;
    for (const Matter& matter : others_open(decision)) {
        if (is_offence(matter) && matter.ply < made.ply &&
            matter.about == decision.state().to_move())
            close_matter(decision, matter, MatterState::lapsed);
    }
}

// It tells of a board and its line, whatever is played on it.
bool is_of_board(AlertKind kind) {
    return speaks_of_board(kind) || kind == AlertKind::board_lost ||
        kind == AlertKind::board_back || kind == AlertKind::sensor_flutters;
}

// Where no arbiter is, boards that agree again leave nothing to answer.
void leave_mended_moot(Decision& decision) {
    if (decision.setup().mode == Mode::tournament || do_boards_differ(decision.state())) return;
    for (const Matter& matter : others_open(decision))
        if (matter.kind == MatterKind::boards) close_matter(decision, matter, MatterState::moot);
}

bool has_pawn_on_last_rank(const chess::Position& position) {
    return std::ranges::any_of(position.of(chess::Role::pawn), [](chess::Square square) {
        return square.rank() == chess::Rank::first || square.rank() == chess::Rank::eighth;
    });
}

bool are_both_in_check(const chess::Position& position) {
    const Color turn = position.turn();
    return position.is_check() && !position.attackers(position.king(!turn), turn).empty();
}

// A.5.4 is for unsupervised rapid and blitz.
bool is_draw_if_it_stands(const TableSetup& setup) {
    return !is_supervised(setup) && time_class_of(setup) != clock::TimeClass::standard &&
        setup.edition.illegal_position_that_stood_draws;
}

void propose_draw_for_illegal_position(Decision& decision) {
    propose_ending(
        decision, {.score = laws::Score::draw, .termination = laws::Termination::illegal_position}
    );
}

// A.5.4: both kings in check, or a pawn on the last rank, and the same after one more completed
// move.
void look_for_illegal_position(Decision& decision, Ply ply) {
    if (!is_draw_if_it_stands(decision.setup()) || ply < 2 || ply != decision.state().made())
        return;
    const chess::Position& before = decision.state().positions.before(ply);
    const chess::Position& now = decision.state().positions.after(ply);
    const bool stood = (has_pawn_on_last_rank(before) && has_pawn_on_last_rank(now)) ||
        (are_both_in_check(before) && are_both_in_check(now));
    if (stood) propose_draw_for_illegal_position(decision);
}

// 9.5.3: a wrong claim that rested on an intended move binds to it.
void look_for_intended_move(Decision& decision, Ply number) {
    const PlyRecord& ply = decision.state().plies[number];
    const std::optional<IntendedMove> intended = decision.state().intended[ply.mover];
    if (intended && intended->ply == number && ply.move != intended->move) {
        decision.alert(
            AlertKind::intended_move_not_played,
            {.about = ply.mover, .ply = number, .squares = chess::SquareSet{intended->move.from()}}
        );
    }
}

// What a player of a club proposed about the moves he has left behind once he has moved on himself,
// and no answer takes back what was played since (first principle 9).
void leave_overtaken_moot(Decision& decision, Ply completed) {
    for (const Matter& matter : others_open(decision)) {
        const bool is_his = matter.kind == MatterKind::suggestion &&
            matter.about == decision.state().plies[completed].mover;
        const bool is_of_moves = matter.proposal && matter.proposal->act &&
            std::holds_alternative<ArbiterRestores>(*matter.proposal->act);
        if (!is_his || !is_of_moves || completed < matter.ply) continue;
        end_proposal(decision, matter, false);
        close_matter(decision, matter, MatterState::moot);
    }
}

// Whoever ends a game, its end can be taken back like any ruling (8.7, 11.10).
void begin_ending(Decision& decision, const Ended& ended) {
    raise_ending(decision, {.score = ended.score, .termination = ended.termination});
    begin_ruling(decision, decision.state().agenda.back().number);
}

// 6.2.1.1: the move that ends the game is completed with it.
void complete_with_end(Decision& decision, const Ended& ended) {
    const Ply made = decision.state().made();
    const bool waits = made > 0 && decision.state().plies[made].state == PlyState::made &&
        !decision.state().plies[made].in_doubt;
    if (waits && decision.setup().edition.completed_by_ending.contains(ended.termination))
        decision.emit(Completed{.ply = made, .san = decision.state().plies[made].san});
}

} // namespace

void leave_off_path(Decision& decision) {
    for (const Matter& matter : others_open(decision)) {
        if (!decision.state().is_on_path(matter.move))
            close_matter(decision, matter, MatterState::moot);
    }
    const std::vector<OpenAlert> alerts = decision.state().alerts;
    for (const OpenAlert& alert : alerts) {
        if (alert.open && !is_of_board(alert.kind) && !decision.state().is_on_path(alert.move) &&
            decision.state().find_open(alert.kind, alert.about) != nullptr)
            decision.emit(AlertClosed{.id = alert.id, .kind = alert.kind});
    }
}

void look_for_unseen_pawn(Decision& decision, Color mover) {
    const State& state = decision.state();
    const auto was_asked = std::ranges::any_of(state.agenda, [&](const Matter& matter) {
        return matter.kind == MatterKind::ending && matter.ply == state.made();
    });
    // Where no arbiter is nobody has seen the pawn, and nothing is declared.
    if (pressed_without_piece(state) == mover && !was_asked &&
        decision.setup().mode == Mode::tournament && is_draw_if_it_stands(decision.setup()))
        propose_draw_for_illegal_position(decision);
}

const Matter* newest_open(
    const State& state, std::initializer_list<MatterKind> kinds, std::optional<Color> about
) {
    const auto found =
        std::find_if(state.agenda.rbegin(), state.agenda.rend(), [&](const Matter& matter) {
            return matter.state == MatterState::open && (!about || matter.about == about) &&
                std::ranges::count(kinds, matter.kind) != 0;
        });
    return found == state.agenda.rend() ? nullptr : &*found;
}

const Matter* newest_proposed(const State& state) {
    const auto found =
        std::find_if(state.agenda.rbegin(), state.agenda.rend(), [](const Matter& matter) {
            return matter.state == MatterState::open && matter.proposal;
        });
    return found == state.agenda.rend() ? nullptr : &*found;
}

namespace {

bool ends_by_proposal(const Matter& matter) { return matter.proposal && matter.proposal->score; }

// An offence that was there before it, or the way back to an earlier position: what they lead to
// leaves nothing of what came later.
bool undoes(const State& state, const Matter& matter, const Matter& result) {
    const bool is_punished = matter.kind == MatterKind::illegal_move ||
        matter.kind == MatterKind::touched_piece ||
        (matter.kind == MatterKind::press_without_move &&
         state.setup->edition.press_without_move_is_illegal);
    const bool restores = matter.proposal && matter.proposal->kind == ProposalKind::restore &&
        matter.proposal->ply < result.ply;
    return restores || (is_punished && matter.number < result.number);
}

bool excludes(const State& state, const Matter& one, const Matter& other) {
    if (ends_by_proposal(one) && ends_by_proposal(other))
        return one.proposal->score != other.proposal->score;
    return (ends_by_proposal(one) && undoes(state, other, one)) ||
        (ends_by_proposal(other) && undoes(state, one, other));
}

} // namespace

bool excludes_another(const State& state) {
    const Matter* const newest = newest_proposed(state);
    return newest != nullptr && std::ranges::any_of(state.agenda, [&](const Matter& matter) {
               return matter.state == MatterState::open && excludes(state, *newest, matter);
           });
}

bool has_to_be_ruled(const State& state) {
    if (state.setup->mode == Mode::tournament) return true;
    Matter result;
    result.number = MatterNumber{state.agenda.size()} + 1;
    result.ply = state.made();
    return std::ranges::any_of(state.agenda, [&](const Matter& matter) {
        return matter.state == MatterState::open && undoes(state, matter, result);
    });
}

void raise(Decision& decision, Raised raised) { decision.emit(std::move(raised)); }

void propose_result(Decision& decision, laws::Ending ending) {
    Proposal proposal;
    proposal.kind = ProposalKind::result;
    proposal.ply = decision.state().made();
    proposal.score = ending.score;
    proposal.termination = ending.termination;
    decision.propose(std::move(proposal));
}

void DecisionOnAgenda::propose_ending(laws::Ending ending) { table::propose_ending(*this, ending); }

void DecisionOnAgenda::prepare(EventBody& body) {
    if (auto* const raised = std::get_if<Raised>(&body)) {
        if (raised->message.id.empty()) raised->message = words_of(state(), matter_of(*raised));
    } else if (const auto* const ended = std::get_if<Ended>(&body)) {
        is_ending_by_itself_ = !ruling();
        if (is_ending_by_itself_) begin_ending(*this, *ended);
        complete_with_end(*this, *ended);
    }
}

void DecisionOnAgenda::follow(const EventBody& body) {
    if (const auto* proposed = std::get_if<Proposed>(&body)) {
        tell_evidence(*this, Proposal{proposed->proposal});
    } else if (const auto* alerted = std::get_if<Alerted>(&body)) {
        raise_for(*this, Alerted{*alerted});
    } else if (const auto* made = std::get_if<Made>(&body)) {
        lapse(*this, Made{*made});
    } else if (std::holds_alternative<Restored>(body)) {
        leave_off_path(*this);
    } else if (const auto* completed = std::get_if<Completed>(&body)) {
        const Ply ply = completed->ply;
        look_for_intended_move(*this, ply);
        look_for_illegal_position(*this, ply);
        leave_overtaken_moot(*this, ply);
        const PlyRecord& done = state().plies[ply];
        if (!done.legal) tell_illegal(*this, done.mover, ply);
    } else if (std::holds_alternative<ClockHalted>(body)) {
        bring_ending(*this);
    } else if (std::holds_alternative<AlertClosed>(body)) {
        leave_mended_moot(*this);
    } else if (std::holds_alternative<Ended>(body)) {
        for (const Matter& matter : others_open(*this))
            close_matter(*this, matter, MatterState::moot);
        if (std::exchange(is_ending_by_itself_, false)) end_ruling(*this, MatterState::ruled);
        tell_of_doubt(*this);
    }
}

void begin_ruling(Decision& decision, MatterNumber number) {
    decision.rule_on(number);
    decision.emit(Ruled{number});
    const Matter matter = *decision.state().find_matter(number);
    close_alert_of(decision, matter);
}

void close_matter(Decision& decision, const Matter& matter, MatterState state) {
    close_alert_of(decision, matter);
    const bool is_moot = state == MatterState::moot;
    decision.emit(MatterChanged{
        .number = matter.number,
        .state = state,
        .by = is_moot ? decision.ruling() : std::nullopt,
    });
}

void leave_claims_moot(Decision& decision, Color claimant, ClaimKind kind) {
    for (const Matter& matter : others_open(decision)) {
        if (matter.claim && matter.claim->seat == claimant && matter.claim->kind == kind)
            close_matter(decision, matter, MatterState::moot);
    }
}

void lift_moot_flags(Decision& decision) {
    for (const Color color : chess::both_colors) {
        const auto& agenda = decision.state().agenda;
        const auto newest = std::find_if(agenda.rbegin(), agenda.rend(), [&](const Matter& matter) {
            return matter.kind == MatterKind::flag && matter.about == color;
        });
        const bool is_moot = newest != agenda.rend() && newest->state == MatterState::moot;
        const base::Millis left = decision.state().clocks.remaining(color, decision.at());
        // One with which the game ended stays down; an adjourned game goes on.
        const bool goes_on = decision.state().phase != Phase::ended;
        if (is_moot && decision.state().flagged[color] && goes_on)
            decision.emit(ClockAdjusted{.color = color, .remaining = left});
    }
}

void end_ruling(Decision& decision, MatterState state) {
    lift_moot_flags(decision);
    const Matter matter = *decision.state().find_matter(decision.ruling());
    close_matter(decision, matter, state);
    decision.rule_on({});
}

} // namespace ansage::table
