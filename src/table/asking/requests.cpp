// SPDX-License-Identifier: GPL-3.0-or-later
// What players ask, offer and claim.
#include "table/asking/asking.hpp"
#include "table/disputes/by_edition.hpp"
#include "table/disputes/rulings.hpp"
#include "table/witnesses/testimony.hpp"

#include <algorithm>
#include <utility>

namespace ansage::table {

using chess::Color;

namespace {

bool is_over(Decision& decision, Color seat) {
    const bool over =
        decision.state().phase == Phase::ended || decision.state().phase == Phase::adjourned;
    if (over) decision.refuse(Refusal::game_over, seat);
    return over;
}

// A player ends the game with his word, unless something is open by which it had ended before, and
// otherwise: then the arbiter says which was first (first principle 10). Where none is, his word
// holds.
void end_by_word(Decision& decision, laws::Ending ending) {
    bring_ending(decision);
    if (decision.state().phase == Phase::ended) return; // where nobody has to rule on it
    const auto& agenda = decision.state().agenda;
    const bool is_disputed = std::ranges::any_of(agenda, [&](const Matter& matter) {
        const bool is_result = matter.state == MatterState::open && matter.proposal &&
            matter.proposal->kind == ProposalKind::result;
        return is_result &&
            (matter.kind == MatterKind::ending || matter.proposal->score != ending.score);
    });
    const bool has_arbiter = decision.setup().mode == Mode::tournament;
    if (is_disputed && has_arbiter) propose_ending(decision, ending);
    else end_game(decision, ending, {});
}

void accept_draw(Decision& decision, Color seat) {
    const State& state = decision.state();
    const unsigned needed = decision.setup().edition.moves_before_agreement; // 5.2.3
    const bool early = std::ranges::any_of(chess::both_colors, [&](Color color) {
        const auto made = std::ranges::count_if(state.plies, [&](const PlyRecord& ply) {
            return ply.mover == color && ply.state != PlyState::open;
        });
        return static_cast<unsigned>(made) < needed;
    });
    const bool is_offered = state.draw_offer == !seat;
    if (!is_offered || early) {
        decision.refuse(
            Refusal::not_allowed,
            seat,
            is_offered ? "refused.draw_too_early" : "refused.no_draw_offered"
        );
        return;
    }
    end_by_word(
        decision, {.score = laws::Score::draw, .termination = laws::Termination::agreement}
    );
}

// Where only the opponent may claim, he must have time left himself (A.4c of 2014).
bool has_no_time_to_claim(const Decision& decision, Color seat) {
    return only_opponent_claims_flag(decision.setup()) &&
        decision.state().clocks.remaining(seat, decision.at()) <= base::Millis{0};
}

// A clock alone does not know the position, so that the arbiter rules without a proposal.
bool flag_claim_is_right(const Decision& decision, Color seat) {
    return decision.state().flagged[!seat] && !has_no_time_to_claim(decision, seat) &&
        !decision.setup().is_clock_alone();
}

bool repetition_or_fifty(ClaimKind kind) {
    return kind == ClaimKind::threefold || kind == ClaimKind::fifty;
}

// 9.2.1, 9.3.1: with a move that the player intends; 9.2.2, 9.3.2: as it stands.
bool claim_is_right(const State& state, const Claims& input) {
    chess::Position position = state.position();
    std::vector<chess::PositionKey> keys = state.keys;
    if (input.with) {
        if (!input.with->move || !position.is_legal(*input.with->move)) return false;
        position.play(*input.with->move);
        keys.push_back(position.repetition_key());
    }
    const laws::Edition& edition = state.setup->edition;
    return input.kind == ClaimKind::threefold
        ? laws::threefold_claim_is_right(laws::repetitions(keys), edition)
        : laws::fifty_moves_claim_is_right(position, edition);
}

// What the record says of it; absent where it has nothing to say.
std::optional<laws::Ending> right_claim(const Decision& decision, const Claims& input) {
    if (repetition_or_fifty(input.kind)) {
        const auto termination = input.kind == ClaimKind::threefold
            ? laws::Termination::threefold
            : laws::Termination::fifty_moves;
        return claim_is_right(decision.state(), input)
            ? std::optional{laws::Ending{laws::Score::draw, termination}}
            : std::nullopt;
    }
    return input.kind == ClaimKind::flag && flag_claim_is_right(decision, input.seat)
        ? std::optional{laws::flag_ending(
              decision.state().position(), !input.seat, decision.setup().edition
          )}
        : std::nullopt;
}

void propose_for_claim(
    Decision& decision, const Claims& input, const std::optional<laws::Ending>& ending
) {
    if (ending) {
        propose_result(decision, *ending);
    } else if (repetition_or_fifty(input.kind) ||
               (input.kind == ClaimKind::flag && has_no_time_to_claim(decision, input.seat))) {
        Proposal proposal;
        proposal.kind = ProposalKind::none;
        proposal.message.id = "proposal.claim_not_right";
        proposal.ply = decision.state().made();
        decision.propose(std::move(proposal));
    }
}

// 4.8: whoever has touched a piece himself protests no more; of the move before his own he does not
// either.
bool protest_refused(Decision& decision, const Claims& input) {
    const State& state = decision.state();
    const bool by_touch = decision.setup().edition.protest_lost_by == laws::LostBy::touch;
    const bool touched = by_touch && !state.touches[input.seat].empty();
    if (touched && state.to_move() == input.seat) {
        decision.refuse(Refusal::claim_lost, input.seat, "refused.protest_lost");
        return true;
    }
    return false;
}

// The same claim, at the same move, waits for a ruling already.
bool waits_for_ruling(Decision& decision, const Claims& input) {
    const auto& agenda = decision.state().agenda;
    const bool waits = std::ranges::any_of(agenda, [&](const Matter& matter) {
        return matter.state == MatterState::open && matter.claim &&
            matter.ply == decision.state().made() + 1 && matter.claim->seat == input.seat &&
            matter.claim->kind == input.kind;
    });
    if (waits) decision.refuse(Refusal::not_allowed, input.seat, "refused.claim_open");
    return waits;
}

bool claim_refused(Decision& decision, const Claims& input) {
    if (waits_for_ruling(decision, input)) return true;
    if (input.kind == ClaimKind::touch) return protest_refused(decision, input);
    if (!repetition_or_fifty(input.kind)) return false;
    const bool by_touch = decision.setup().edition.claim_lost_by == laws::LostBy::touch;
    const bool touched = by_touch && !decision.state().touches[input.seat].empty();
    const Ply made = decision.state().made();
    const bool on_move = decision.state().to_move() == input.seat;
    const bool has_moved =
        !on_move && made > 0 && decision.state().plies[made].state == PlyState::made;
    if (!on_move && !has_moved) {
        decision.refuse(Refusal::not_your_turn, input.seat);
        return true;
    }
    if (touched || has_moved) decision.refuse(Refusal::claim_lost, input.seat); // 9.4
    return touched || has_moved;
}

} // namespace

// Legal or not, the same words come back (first principle 3); a device's own announcement has no
// words but its move.
Message same_announcement(const State& state, Ply number) {
    const PlyRecord& ply = state.plies[number];
    const HeardMove& heard = ply.newest(Witness::announcement)->move;
    Message message{
        "announcement",
        {.player = ply.mover, .ply = number, .said = heard.said, .name = heard.text}};
    const bool is_seen = heard.text.empty() && state.seat(ply.mover).board != BoardKind::none;
    if (is_seen) {
        message.arguments.said.reset();
        message.arguments.move = meant_move(state.positions.before(number), heard);
    }
    return message;
}

namespace {

// What became of the request, to the ear of whoever made it.
void say_of_alarms(Decision& decision, Color seat, std::string id) {
    decision.say(ear_of(seat), Priority::message, Cause::standing_request, {std::move(id)});
}

} // namespace

// In a tournament the arbiter answers first; elsewhere there is none.
void on(Decision& decision, const RequestsAlarms& input) {
    if (decision.state().seat(input.seat).vision == Vision::sighted) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.no_alarms_for_sighted");
        return;
    }
    if (input.alarms == Alarms::none || decision.setup().mode != Mode::tournament) {
        decision.emit(AlarmsSet{.seat = input.seat, .alarms = input.alarms});
        const bool ends = input.alarms == Alarms::none;
        say_of_alarms(decision, input.seat, ends ? "alarms.ended" : "alarms.accepted");
        return;
    }
    decision.emit(AlarmsRequested{.seat = input.seat, .alarms = input.alarms});
    decision.say(
        Audience::arbiter,
        Priority::message,
        Cause::request,
        {"alarms.requested",
         {.player = input.seat, .name = std::string{chess::to_string(input.seat)}}}
    );
    say_of_alarms(decision, input.seat, "alarms.asked");
}

void on(Decision& decision, const ArbiterAnswersAlarms& input) {
    const std::optional<Alarms> asked = decision.state().alarms_asked[input.color];
    if (!asked) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.no_alarms_asked");
        return;
    }
    const Alarms before = decision.state().alarms[input.color];
    decision.emit(AlarmsSet{.seat = input.color, .alarms = input.accepted ? *asked : before});
    say_of_alarms(decision, input.color, input.accepted ? "alarms.accepted" : "alarms.rejected");
}

namespace {

// 9.1.2.1, 11.5: one offer is an offer; the same again without a move in between disturbs. The
// arbiter hears of it once.
bool offer_refused(Decision& decision, Color seat) {
    const std::optional<unsigned> again = decision.state().offered_again[seat];
    if (!again) return false;
    decision.refuse(Refusal::offered_before, seat);
    if (again == 0U && decision.setup().mode == Mode::tournament) {
        decision.say(
            Audience::arbiter,
            Priority::message,
            Cause::table,
            {"draw.offered_again", {.player = seat}}
        );
    }
    return true;
}

// Principle 9: "accepts" alone, where no draw is offered, and two players have one proposal before
// them.
bool answers_the_proposal(const Decision& decision, const Draws& input) {
    const State& state = decision.state();
    return input.act != DrawAct::offer && state.draw_offer != !input.seat &&
        state.setup->mode != Mode::tournament && state.newest_answerable() != nullptr &&
        std::ranges::count_if(state.agenda, is_answerable) == 1;
}

} // namespace

void on(Decision& decision, const Draws& input) {
    if (answers_the_proposal(decision, input)) {
        on(decision,
           AnswersProposal{
               .seat = input.seat, .accepts = input.act == DrawAct::accept, .matter = std::nullopt}
        );
        return;
    }
    // Guidelines I.4 and I.6: an adjourned game may be offered and agreed drawn.
    if (decision.state().phase != Phase::adjourned && is_over(decision, input.seat)) return;
    switch (input.act) {
    case DrawAct::offer:
        if (!offer_refused(decision, input.seat)) decision.emit(DrawOffered{.seat = input.seat});
        return;
    case DrawAct::accept: accept_draw(decision, input.seat); return;
    case DrawAct::decline:
        if (decision.state().draw_offer != !input.seat) {
            decision.refuse(Refusal::not_allowed, input.seat, "refused.no_draw_offered");
            return;
        }
        decision.emit(DrawOfferEnded{});
        return;
    }
}

namespace {

// 9.2.1, 9.3.1: words that are no move, or two, are asked for again before anybody hears of the
// claim. Without its move a right claim would be a wrong one.
bool intention_refused(Decision& decision, const Claims& input) {
    const auto error = input.with ? input.with->error : std::nullopt;
    if (error == chess::MoveError::not_a_move) decision.refuse(Refusal::not_a_move, input.seat);
    else if (error == chess::MoveError::ambiguous) decision.refuse(Refusal::ambiguous, input.seat);
    return error == chess::MoveError::not_a_move || error == chess::MoveError::ambiguous;
}

} // namespace

void on(Decision& decision, const Claims& input) {
    if (is_over(decision, input.seat) || claim_refused(decision, input) ||
        intention_refused(decision, input))
        return;
    bring_ending(decision);
    if (decision.state().phase == Phase::ended) return;
    const std::optional<laws::Ending> ending = right_claim(decision, input);
    const Claimed claimed{
        .seat = input.seat,
        .kind = input.kind,
        // Told alike whether it is legal or not (first principle 3).
        .with = input.with ? shaped_move(decision.state().position(), *input.with) : std::nullopt,
        .matter = MatterNumber{decision.state().agenda.size()} + 1,
        .is_offer = repetition_or_fifty(input.kind) ? std::optional{true} : std::nullopt,
        .is_barred = is_barred(decision, input) ? std::optional{true} : std::nullopt,
    };
    raise(
        decision,
        {.matter = MatterKind::claim,
         .about = input.seat,
         .ply = decision.state().made() + 1,
         .message = words_of_claim(decision.state(), claimed, ending)}
    );
    decision.emit(claimed);
    if (ending && !has_to_be_ruled(decision.state())) {
        end_by_newest(decision, *ending); // nobody is there to rule on it
    } else propose_for_claim(decision, input, ending);
    tell_of_last_period(decision, input);
}

void on(Decision& decision, const Resigns& input) {
    if (!is_over(decision, input.seat)) {
        end_by_word(
            decision,
            laws::resignation_ending(
                decision.state().position(), input.seat, decision.setup().edition
            )
        );
    }
}

// 6.7.1: whoever comes later than the edition lets him loses, unless the arbiter decides otherwise.
// Whoever has moved was there.
void on(Decision& decision, const Arrives& input) {
    const State& state = decision.state();
    const bool was_there = state.arrived[input.seat] || state.clocks.completed(input.seat) > 0;
    const std::optional<base::Instant> started = state.started_at;
    decision.emit(Arrived{.seat = input.seat});
    const bool counts = !was_there && started && state.phase == Phase::playing &&
        decision.setup().mode == Mode::tournament;
    const base::Millis late = counts ? decision.at() - *started : base::Millis{0};
    const laws::Edition& edition = decision.setup().edition;
    const laws::Lateness lateness = laws::lateness(edition, decision.setup().late_after, late);
    if (lateness == laws::Lateness::in_time) return;
    raise(
        decision,
        {.matter = MatterKind::late_arrival,
         .about = input.seat,
         .ply = state.made() + 1,
         .message = words_of_arrival(decision.state(), input.seat, late)}
    );
    if (lateness == laws::Lateness::loses) { // else the arbiter knows what was announced
        propose_result(
            decision,
            {.score = laws::win_for(!input.seat), .termination = laws::Termination::default_}
        );
    }
}

// 8.7: at the end, for a signature says that the result is right.
void on(Decision& decision, const Signs& input) {
    if (!decision.state().result) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.not_ended");
        return;
    }
    decision.emit(Signed{.seat = input.seat, .name = input.name});
}

} // namespace ansage::table
