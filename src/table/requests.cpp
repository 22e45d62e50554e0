// What players ask, offer and claim.
#include "table/desk.hpp"

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
    end_game(desk, {.score = laws::Score::draw, .termination = laws::Termination::agreement}, {});
}

// Where only the opponent may claim, he must have time left himself (A.4c of 2014). A clock alone
// does not know the position, so that the arbiter rules without a proposal.
bool flag_claim_is_right(const Desk& desk, Color seat) {
    const State& state = desk.state();
    const bool too_late = only_opponent_claims_flag(desk.setup()) &&
        state.clocks.remaining(seat, desk.at()) <= base::Millis{0};
    return state.flagged[!seat] && !too_late && !desk.setup().is_clock_alone();
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

void propose_for_draw_claim(Desk& desk, const Claims& input) {
    if (claim_is_right(desk.state(), input)) {
        const auto termination = input.kind == ClaimKind::threefold
            ? laws::Termination::threefold
            : laws::Termination::fifty_moves;
        propose_ending(desk, {.score = laws::Score::draw, .termination = termination});
        return;
    }
    Proposal proposal;
    proposal.kind = ProposalKind::none;
    proposal.message.id = "proposal.claim_not_right";
    proposal.ply = desk.state().made();
    desk.propose(std::move(proposal));
}

bool claim_refused(Desk& desk, const Claims& input) {
    if (!repetition_or_fifty(input.kind)) {
        return false;
    }
    const bool by_touch = desk.setup().edition.claim_lost_by == laws::LostBy::touch;
    const bool touched = by_touch && !desk.state().touches[input.seat].empty();
    if (desk.state().to_move() != input.seat) {
        desk.refuse(Refusal::not_your_turn, input.seat);
        return true;
    }
    if (touched) {
        desk.refuse(Refusal::claim_lost, input.seat); // 9.4
    }
    return touched;
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

void on_draws(Desk& desk, const Draws& input) {
    if (is_over(desk, input.seat)) {
        return;
    }
    switch (input.act) {
    case DrawAct::offer:
        desk.emit(DrawOffered{.seat = input.seat});
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
    desk.emit(Claimed{
        .seat = input.seat,
        .kind = input.kind,
        .with = input.with ? input.with->move : std::nullopt,
    });
    if (repetition_or_fifty(input.kind)) {
        propose_for_draw_claim(desk, input);
    } else if (input.kind == ClaimKind::flag && flag_claim_is_right(desk, input.seat)) {
        propose_ending(
            desk, laws::flag_ending(desk.state().position(), !input.seat, desk.setup().edition)
        );
    }
}

void on_resigns(Desk& desk, const Resigns& input) {
    if (!is_over(desk, input.seat)) {
        end_game(
            desk,
            laws::resignation_ending(desk.state().position(), input.seat, desk.setup().edition),
            {}
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
