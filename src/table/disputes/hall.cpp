// SPDX-License-Identifier: GPL-3.0-or-later
// Rulings of an arbiter of the hall, who was at the table and heard both: the table's own console
// confirms each, or nothing comes of it.
#include "table/disputes/hall.hpp"

#include "table/disputes/rulings.hpp"

#include <algorithm>

namespace ansage::table {

namespace {

bool is_blank(const std::string& text) {
    return std::ranges::all_of(text, [](char letter) { return letter == ' '; });
}

// The matter is open, and as the arbiter saw it.
bool still_fits(const State& state, const HallRulingAsked& asked) {
    const Matter* const matter = state.find_matter(asked.matter);
    return matter != nullptr && matter->state == MatterState::open &&
        matter->changed.since_open == asked.seen;
}

// Who rules, what follows, and what he says of himself.
Message message_of_hall(const State& state, const HallRulingAsked& asked, std::string id) {
    Message message{
        std::move(id),
        {.number = asked.matter.value(), .where = asked.statement, .name = asked.arbiter}};
    const Matter* const matter = state.find_matter(asked.matter);
    const auto follows = matter == nullptr
        ? std::nullopt
        : consequence_of(state, act_of_hall(*matter, asked.accepts));
    if (follows) message.arguments.parts = {*follows};
    return message;
}

void ask_console(Decision& decision, Priority priority) {
    const HallRulingAsked& asked = *decision.state().hall_asked;
    const std::string id = asked.accepts ? "hall.accepts" : "hall.rejects";
    decision.say(
        Audience::arbiter, priority, Cause::table, message_of_hall(decision.state(), asked, id)
    );
}

// It waits no longer, and the console hears why.
void end_asked_of_hall(
    Decision& decision, HallAnswer answer, Priority priority, Cause cause, std::string id
) {
    const HallRulingAsked asked = *decision.state().hall_asked;
    decision.emit(HallRulingEnded{.id = asked.id, .answer = answer});
    decision.say(
        Audience::arbiter, priority, cause, message_of_hall(decision.state(), asked, std::move(id))
    );
}

} // namespace

bool is_offered_to_hall(const Matter& matter) {
    return matter.claim || matter.proposal || matter.kind == MatterKind::illegal_move ||
        matter.kind == MatterKind::press_without_move || matter.kind == MatterKind::touched_piece;
}

Arbiter act_of_hall(const Matter& matter, bool accepts) {
    Arbiter act{
        .act = accepts ? ArbiterAct::accepts_proposal : ArbiterAct::rejects_proposal,
        .matter = matter.number};
    if (matter.claim) { // to reject what the record says of it would leave it open
        const bool looks_wrong = matter.proposal && matter.proposal->kind == ProposalKind::none;
        act.act = accepts != looks_wrong ? ArbiterAct::rules_correct : ArbiterAct::rules_incorrect;
    }
    return act;
}

std::optional<HallRefusal> refusal_of_hall(const State& state, const HallRules& ruling) {
    const bool is_known = state.hall_answers.contains(ruling.id) ||
        (state.hall_asked && state.hall_asked->id == ruling.id);
    const Matter* const matter = state.find_matter(ruling.matter);
    // In a club nobody at the table is the arbiter who could confirm it (first principle 9).
    if (!state.setup->hall_rulings || state.setup->mode != Mode::tournament)
        return HallRefusal::not_allowed;
    if (is_known || ruling.id.empty()) return HallRefusal::known;
    if (is_blank(ruling.statement) || is_blank(ruling.arbiter)) return HallRefusal::no_statement;
    if (matter == nullptr) return HallRefusal::no_such_matter;
    if (matter->state != MatterState::open) return HallRefusal::answered;
    if (matter->changed.since_open != ruling.seen) return HallRefusal::changed;
    if (!is_offered_to_hall(*matter)) return HallRefusal::nothing_offered;
    if (state.phase == Phase::ended || state.phase == Phase::adjourned)
        return HallRefusal::game_over;
    return state.hall_asked ? std::optional{HallRefusal::another_waits} : std::nullopt;
}

void on(Decision& decision, const HallRules& input) {
    if (refusal_of_hall(decision.state(), input)) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.hall");
        return;
    }
    decision.emit(HallRulingAsked{
        .id = input.id,
        .arbiter = input.arbiter,
        .matter = input.matter,
        .seen = input.seen,
        .accepts = input.accepts,
        .statement = input.statement});
    ask_console(decision, Priority::important);
}

void confirm_hall(Decision& decision) {
    end_outdated_of_hall(decision);
    if (!decision.state().hall_asked) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.no_hall_ruling");
        return;
    }
    const HallRulingAsked asked = *decision.state().hall_asked;
    const std::size_t before = decision.events().size();
    on(decision, act_of_hall(*decision.state().find_matter(asked.matter), asked.accepts));
    const bool is_refused =
        std::ranges::any_of(decision.events().subspan(before), [](const Event& event) {
            return std::holds_alternative<Refused>(event.body);
        });
    const HallAnswer answer = is_refused ? HallAnswer::outdated : HallAnswer::confirmed;
    decision.emit(HallRulingEnded{.id = asked.id, .answer = answer});
    if (!is_refused) decision.emit(Reasoned{.reason = asked.arbiter + ": " + asked.statement});
}

void decline_hall(Decision& decision) {
    if (!decision.state().hall_asked) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.no_hall_ruling");
        return;
    }
    end_asked_of_hall(
        decision, HallAnswer::declined, Priority::text, Cause::request, "hall.declined"
    );
}

void end_outdated_of_hall(Decision& decision) {
    const auto& asked = decision.state().hall_asked;
    if (asked && !still_fits(decision.state(), *asked)) {
        end_asked_of_hall(
            decision, HallAnswer::outdated, Priority::message, Cause::table, "hall.outdated"
        );
    }
}

void tell_hall(Decision& decision) {
    if (decision.state().hall_asked) ask_console(decision, Priority::text);
}

} // namespace ansage::table
