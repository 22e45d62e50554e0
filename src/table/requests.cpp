// SPDX-License-Identifier: GPL-3.0-or-later
// What players ask, offer and claim.
#include "table/agenda.hpp"
#include "table/by_edition.hpp"

#include <algorithm>
#include <utility>

namespace ansage::table {

using chess::Color;

namespace {

bool is_over(Desk& desk, Color seat) {
    const bool over = desk.state().phase == Phase::ended || desk.state().phase == Phase::adjourned;
    if (over) {
        desk.refuse(Refusal::game_over, seat);
    }
    return over;
}

// A player ends the game with his word, unless something is open by which it had ended before, and
// otherwise: then the arbiter says which was first (first principle 10).
void end_by_word(Desk& desk, laws::Ending ending) {
    const auto& agenda = desk.state().agenda;
    const bool is_disputed = std::ranges::any_of(agenda, [&](const Matter& matter) {
        const bool is_result = matter.state == MatterState::open && matter.proposal &&
            matter.proposal->kind == ProposalKind::result;
        return is_result &&
            (matter.kind == MatterKind::ending || matter.proposal->score != ending.score);
    });
    if (is_disputed) {
        propose_ending(desk, ending);
    } else {
        end_game(desk, ending, {});
    }
}

void accept_draw(Desk& desk, Color seat) {
    const State& state = desk.state();
    const unsigned needed = desk.setup().edition.moves_before_agreement; // 5.2.3
    const bool early = std::ranges::any_of(chess::both_colors, [&](Color color) {
        const auto made = std::ranges::count_if(state.plies, [&](const Ply& ply) {
            return ply.mover == color && ply.state != PlyState::open;
        });
        return static_cast<unsigned>(made) < needed;
    });
    const bool is_offered = state.draw_offer == !seat;
    if (!is_offered || early) {
        desk.refuse(
            Refusal::not_allowed,
            seat,
            is_offered ? "refused.draw_too_early" : "refused.no_draw_offered"
        );
        return;
    }
    end_by_word(desk, {.score = laws::Score::draw, .termination = laws::Termination::agreement});
}

// Where only the opponent may claim, he must have time left himself (A.4c of 2014).
bool has_no_time_to_claim(const Desk& desk, Color seat) {
    return only_opponent_claims_flag(desk.setup()) &&
        desk.state().clocks.remaining(seat, desk.at()) <= base::Millis{0};
}

// A clock alone does not know the position, so that the arbiter rules without a proposal.
bool flag_claim_is_right(const Desk& desk, Color seat) {
    return desk.state().flagged[!seat] && !has_no_time_to_claim(desk, seat) &&
        !desk.setup().is_clock_alone();
}

bool repetition_or_fifty(ClaimKind kind) {
    return kind == ClaimKind::threefold || kind == ClaimKind::fifty;
}

// 9.2.1, 9.3.1: with a move that the player intends; 9.2.2, 9.3.2: as it stands.
bool claim_is_right(const State& state, const Claims& input) {
    chess::Position position = state.position();
    std::vector<chess::PositionKey> keys = state.keys;
    if (input.with) {
        if (!input.with->move || !position.is_legal(*input.with->move)) {
            return false;
        }
        position.play(*input.with->move);
        keys.push_back(position.repetition_key());
    }
    const laws::Edition& edition = state.setup->edition;
    return input.kind == ClaimKind::threefold
        ? laws::threefold_claim_is_right(laws::repetitions(keys), edition)
        : laws::fifty_moves_claim_is_right(position, edition);
}

// What the record says of it; absent where it has nothing to say.
std::optional<laws::Ending> right_claim(const Desk& desk, const Claims& input) {
    if (repetition_or_fifty(input.kind)) {
        const auto termination = input.kind == ClaimKind::threefold
            ? laws::Termination::threefold
            : laws::Termination::fifty_moves;
        return claim_is_right(desk.state(), input)
            ? std::optional{laws::Ending{laws::Score::draw, termination}}
            : std::nullopt;
    }
    return input.kind == ClaimKind::flag && flag_claim_is_right(desk, input.seat)
        ? std::optional{laws::flag_ending(
              desk.state().position(), !input.seat, desk.setup().edition
          )}
        : std::nullopt;
}

void propose_for_claim(Desk& desk, const Claims& input, const std::optional<laws::Ending>& ending) {
    if (ending) {
        propose_result(desk, *ending);
    } else if (repetition_or_fifty(input.kind) ||
               (input.kind == ClaimKind::flag && has_no_time_to_claim(desk, input.seat))) {
        Proposal proposal;
        proposal.kind = ProposalKind::none;
        proposal.message.id = "proposal.claim_not_right";
        proposal.ply = desk.state().made();
        desk.propose(std::move(proposal));
    }
}

// 4.8: whoever has touched a piece himself protests no more; of the move before his own he does not
// either.
bool protest_refused(Desk& desk, const Claims& input) {
    const State& state = desk.state();
    const bool by_touch = desk.setup().edition.protest_lost_by == laws::LostBy::touch;
    const bool touched = by_touch && !state.touches[input.seat].empty();
    if (touched && state.to_move() == input.seat) {
        desk.refuse(Refusal::claim_lost, input.seat, "refused.protest_lost");
        return true;
    }
    return false;
}

// The same claim, at the same move, waits for a ruling already.
bool waits_for_ruling(Desk& desk, const Claims& input) {
    const auto& agenda = desk.state().agenda;
    const bool waits = std::ranges::any_of(agenda, [&](const Matter& matter) {
        return matter.state == MatterState::open && matter.claim &&
            matter.ply == desk.state().made() + 1 && matter.claim->seat == input.seat &&
            matter.claim->kind == input.kind;
    });
    if (waits) {
        desk.refuse(Refusal::not_allowed, input.seat, "refused.claim_open");
    }
    return waits;
}

bool claim_refused(Desk& desk, const Claims& input) {
    if (waits_for_ruling(desk, input)) {
        return true;
    }
    if (input.kind == ClaimKind::touch) {
        return protest_refused(desk, input);
    }
    if (!repetition_or_fifty(input.kind)) {
        return false;
    }
    const bool by_touch = desk.setup().edition.claim_lost_by == laws::LostBy::touch;
    const bool touched = by_touch && !desk.state().touches[input.seat].empty();
    const unsigned made = desk.state().made();
    const bool on_move = desk.state().to_move() == input.seat;
    const bool has_moved =
        !on_move && made > 0 && desk.state().plies[made - 1].state == PlyState::made;
    if (!on_move && !has_moved) {
        desk.refuse(Refusal::not_your_turn, input.seat);
        return true;
    }
    if (touched || has_moved) {
        desk.refuse(Refusal::claim_lost, input.seat); // 9.4
    }
    return touched || has_moved;
}

} // namespace

// Legal or not, the same words come back (first principle 3); a device's own announcement has no
// words but its move.
Message same_announcement(const State& state, unsigned number) {
    const Ply& ply = state.plies[number - 1];
    const HeardMove& heard = ply.newest(Witness::announcement)->move;
    Message message{.id = "announcement", .arguments = {}, .words = {}};
    message.arguments.player = ply.mover;
    message.arguments.ply = number;
    message.arguments.name = heard.text;
    message.arguments.said = heard.said;
    const bool is_seen = heard.text.empty() && state.seat(ply.mover).board != BoardKind::none;
    if (is_seen) {
        message.arguments.said.reset();
        message.arguments.move = meant_move(state.positions[number - 1], heard);
    }
    return message;
}

void say_of_alarms(Desk& desk, Color seat, std::string id) {
    Message message{.id = std::move(id), .arguments = {}, .words = {}};
    desk.say(ear_of(seat), Priority::message, Cause::standing_request, std::move(message));
}

// In a tournament the arbiter answers first; elsewhere there is none.
void on_requests_alarms(Desk& desk, const RequestsAlarms& input) {
    if (desk.state().seat(input.seat).vision == Vision::sighted) {
        desk.refuse(Refusal::not_allowed, input.seat, "refused.no_alarms_for_sighted");
        return;
    }
    if (input.alarms == Alarms::none || desk.setup().mode != Mode::tournament) {
        desk.emit(AlarmsSet{.seat = input.seat, .alarms = input.alarms});
        const bool ends = input.alarms == Alarms::none;
        say_of_alarms(desk, input.seat, ends ? "alarms.ended" : "alarms.accepted");
        return;
    }
    desk.emit(AlarmsRequested{.seat = input.seat, .alarms = input.alarms});
    Message message{.id = "alarms.requested", .arguments = {}, .words = {}};
    message.arguments.player = input.seat;
    message.arguments.name = chess::to_string(input.seat);
    desk.say(Audience::arbiter, Priority::message, Cause::request, std::move(message));
    say_of_alarms(desk, input.seat, "alarms.asked");
}

namespace {

// 9.1.2.1, 11.5: one offer is an offer; the same again without a move in between disturbs. The
// arbiter hears of it once.
bool offer_refused(Desk& desk, Color seat) {
    const std::optional<unsigned> again = desk.state().offered_again[seat];
    if (!again) {
        return false;
    }
    desk.refuse(Refusal::offered_before, seat);
    if (again == 0U && desk.setup().mode == Mode::tournament) {
        Message message{.id = "draw.offered_again", .arguments = {}, .words = {}};
        message.arguments.player = seat;
        desk.say(Audience::arbiter, Priority::message, Cause::table, std::move(message));
    }
    return true;
}

// Principle 9: "accepts" alone, where no draw is offered, and two players have one proposal before
// them.
bool answers_the_proposal(const Desk& desk, const Draws& input) {
    const State& state = desk.state();
    return input.act != DrawAct::offer && state.draw_offer != !input.seat &&
        state.setup->mode != Mode::tournament && state.newest_answerable() != nullptr &&
        std::ranges::count_if(state.agenda, is_answerable) == 1;
}

} // namespace

void on_draws(Desk& desk, const Draws& input) {
    if (answers_the_proposal(desk, input)) {
        on_answers_proposal(
            desk,
            {.seat = input.seat, .accepts = input.act == DrawAct::accept, .matter = std::nullopt}
        );
        return;
    }
    // Guidelines I.4 and I.6: an adjourned game may be offered and agreed drawn.
    if (desk.state().phase != Phase::adjourned && is_over(desk, input.seat)) {
        return;
    }
    switch (input.act) {
    case DrawAct::offer:
        if (!offer_refused(desk, input.seat)) {
            desk.emit(DrawOffered{.seat = input.seat});
        }
        return;
    case DrawAct::accept:
        accept_draw(desk, input.seat);
        return;
    case DrawAct::decline:
        if (desk.state().draw_offer != !input.seat) {
            desk.refuse(Refusal::not_allowed, input.seat, "refused.no_draw_offered");
            return;
        }
        desk.emit(DrawOfferEnded{});
        return;
    }
}

void on_claims(Desk& desk, const Claims& input) {
    if (is_over(desk, input.seat) || claim_refused(desk, input)) {
        return;
    }
    const std::optional<laws::Ending> ending = right_claim(desk, input);
    const Claimed claimed{
        .seat = input.seat,
        .kind = input.kind,
        .with = input.with ? input.with->move : std::nullopt,
        .matter = static_cast<unsigned>(desk.state().agenda.size()) + 1,
        .is_offer = repetition_or_fifty(input.kind) ? std::optional{true} : std::nullopt,
    };
    raise(
        desk,
        {.matter = MatterKind::claim,
         .about = input.seat,
         .ply = desk.state().made() + 1,
         .alert = {},
         .message = words_of_claim(desk.state(), claimed, ending)}
    );
    desk.emit(claimed);
    if (ending && desk.setup().mode != Mode::tournament) {
        end_game(desk, *ending, {}); // nobody is there to rule on it
    } else {
        propose_for_claim(desk, input, ending);
    }
    tell_of_last_period(desk, input);
}

void on_resigns(Desk& desk, const Resigns& input) {
    if (!is_over(desk, input.seat)) {
        end_by_word(
            desk,
            laws::resignation_ending(desk.state().position(), input.seat, desk.setup().edition)
        );
    }
}

// 6.7.1: whoever comes later than the edition lets him loses, unless the arbiter decides otherwise.
// Whoever has moved was there.
void on_arrives(Desk& desk, const Arrives& input) {
    const State& state = desk.state();
    const bool was_there = state.arrived[input.seat] || state.clocks.completed(input.seat) > 0;
    const std::optional<base::Instant> started = state.started_at;
    desk.emit(Arrived{.seat = input.seat});
    const bool counts = !was_there && started && state.phase == Phase::playing &&
        desk.setup().mode == Mode::tournament;
    const base::Millis late = counts ? desk.at() - *started : base::Millis{0};
    const laws::Edition& edition = desk.setup().edition;
    const laws::Lateness lateness = laws::lateness(edition, desk.setup().late_after, late);
    if (lateness == laws::Lateness::in_time) {
        return;
    }
    raise(
        desk,
        {.matter = MatterKind::late_arrival,
         .about = input.seat,
         .ply = state.made() + 1,
         .alert = {},
         .message = words_of_arrival(desk.state(), input.seat, late)}
    );
    if (lateness == laws::Lateness::loses) { // else the arbiter knows what was announced
        propose_result(
            desk, {.score = laws::win_for(!input.seat), .termination = laws::Termination::default_}
        );
    }
}

// 8.7: at the end, for a signature says that the result is right.
void on_signs(Desk& desk, const Signs& input) {
    if (!desk.state().result) {
        desk.refuse(Refusal::not_allowed, input.seat, "refused.not_ended");
        return;
    }
    desk.emit(Signed{.seat = input.seat, .name = input.name});
}

} // namespace ansage::table
