// SPDX-License-Identifier: GPL-3.0-or-later
// Each matter as a sentence: which it is, what follows if the arbiter agrees, and the article.
#include "base/overloaded.hpp"
#include "table/disputes/arbiter_acts.hpp"
#include "table/disputes/articles.hpp"
#include "table/disputes/by_edition.hpp"
#include "table/disputes/dispute.hpp"
#include "table/disputes/hall.hpp"
#include "table/disputes/rulings.hpp"
#include "table/model/names.hpp"
#include "table/witnesses/testimony.hpp"
#include "table/witnesses/undone.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;

namespace {

Message message_of(std::string id, const Matter& matter) {
    return {std::move(id), {.player = matter.about, .number = matter.number.value()}};
}

void cite(const State& state, Message& message, std::string_view key) {
    message.arguments.article = article_of(*state.setup, key, state.setup->arbiter_language);
}

// The move of an offence, or, where it was no legal one, its words.
void name_move(const State& state, Ply number, Message& message) {
    if (!state.plies.has(number)) return;
    const PlyRecord& ply = state.plies[number];
    const Testimony* const announced = ply.newest(Witness::announcement);
    message.arguments.ply = number;
    if (!is_told_by_words(state, ply)) message.arguments.move = ply.move;
    if (announced != nullptr && !message.arguments.move)
        message.arguments.where = announced->move.text;
}

std::string_view consequence(const IllegalRuling& ruling) {
    if (ruling.ending) return "_ends";
    if (ruling.queen) return "_queen";
    return ruling.added == base::Millis{0} ? "_free" : "";
}

std::string_view article_of(const State& state, const Matter& matter, const IllegalRuling& ruling) {
    if (matter.kind == MatterKind::press_without_move) {
        const bool illegal = state.setup->edition.press_without_move_is_illegal;
        return illegal ? "press_without_move" : "pressed_before_made";
    }
    const bool is_pawn_left = ruling.queen || left_a_pawn(state, matter.ply);
    return is_pawn_left ? row_of(Undone::pawn_not_replaced).article : "illegal_moves";
}

void tell_punishment(const IllegalRuling& ruling, Message& message) {
    message.arguments.name = "ordinal." + std::to_string(std::min(ruling.offence, 9U));
    message.arguments.time = ruling.added;
    if (ruling.ending) message.arguments.score = ruling.ending->score;
}

Message words_of_offence(const State& state, const Matter& matter) {
    const Color offender = matter.about.value_or(Color::white);
    const IllegalRuling ruling = illegal_ruling(state, offender, matter.ply);
    std::string id = "matter." + std::string{to_string(matter.kind)};
    const bool is_offence = matter.kind == MatterKind::illegal_move ||
        state.setup->edition.press_without_move_is_illegal;
    id += is_offence ? consequence(ruling) : "_punished";
    Message message = message_of(std::move(id), matter);
    tell_punishment(ruling, message);
    name_move(state, matter.ply, message);
    cite(state, message, article_of(state, matter, ruling));
    return message;
}

Message words_of_touch(const State& state, const Matter& matter) {
    const auto alert = std::ranges::find(state.alerts, matter.alert.value_or(0), &OpenAlert::id);
    const bool is_intended =
        alert != state.alerts.end() && alert->kind == AlertKind::intended_move_not_played;
    Message message =
        message_of(is_intended ? "matter.intended_move" : "matter.touched_piece", matter);
    const auto square = alert == state.alerts.end() ? std::nullopt : touched_in_vain(state, *alert);
    if (square && state.positions.has_before(matter.ply)) {
        message.arguments.square = square;
        message.arguments.piece = state.positions.before(matter.ply).at(*square);
    }
    name_move(state, matter.ply, message);
    cite(state, message, is_intended ? "intended_move_not_played" : "touched_piece_not_moved");
    return message;
}

std::optional<laws::Ending> ending_in(const Matter& matter) {
    const auto& proposal = matter.proposal;
    return proposal && proposal->score && proposal->termination
        ? std::optional{laws::Ending{*proposal->score, *proposal->termination}}
        : std::nullopt;
}

// What was proposed when it fell: what has been played since changes nothing of it.
Message words_of_flag(const State& state, const Matter& matter) {
    const auto proposed = ending_in(matter);
    const laws::Ending ending = proposed
        ? *proposed
        : laws::flag_ending(
              state.position(), matter.about.value_or(Color::white), state.setup->edition
          );
    Message message = message_of("matter.flag", matter);
    message.arguments.score = ending.score;
    cite(state, message, laws::to_string(ending.termination));
    return message;
}

// The newest open flag: what ended the game on the board came after it.
const Matter* flag_before(const State& state) { return newest_open(state, {MatterKind::flag}); }

Message words_of_ending(const State& state, const Matter& matter, laws::Ending ending) {
    const Matter* const flag = flag_before(state);
    Message message =
        message_of(flag == nullptr ? "matter.ending" : "matter.ending_after_flag", matter);
    message.arguments.score = ending.score;
    message.arguments.name = laws::to_string(ending.termination);
    if (flag != nullptr) {
        message.arguments.player = flag->about;
        message.arguments.count = flag->number.value();
    }
    const bool stood = ending.termination == laws::Termination::illegal_position;
    cite(
        state, message, stood ? "illegal_position_that_stood" : laws::to_string(ending.termination)
    );
    return message;
}

std::string_view article_of(ClaimKind kind) {
    switch (kind) {
    case ClaimKind::threefold: return "threefold";
    case ClaimKind::fifty: return "fifty_moves";
    case ClaimKind::flag: return "flag";
    case ClaimKind::illegal: return "illegal_move_completed";
    case ClaimKind::touch: return "touched_piece_not_moved";
    case ClaimKind::quickplay: return "quickplay_finish";
    case ClaimKind::extra_time: return "quickplay_extra_time";
    }
    return {};
}

bool claims_draw_by_record(ClaimKind kind) {
    return kind == ClaimKind::threefold || kind == ClaimKind::fifty;
}

Message claim_words(
    const State& state,
    const Matter& matter,
    const Claimed& claim,
    const std::optional<laws::Ending>& right
) {
    // What a wrong one brings may not be printed: then the arbiter decides that, too.
    const bool is_wrong = !right && claims_draw_by_record(claim.kind) &&
        class_rules(*state.setup).wrong_claim_added.has_value();
    // Guidelines III.5.3: nothing but the arbiter's eyes decides it, and he hears what it
    // costs.
    const bool is_postponed =
        std::ranges::count(state.rulings, matter.number, &RulingKept::matter) > 0;
    const bool costs = !right && !is_postponed && claim.kind == ClaimKind::quickplay &&
        !claim.is_barred.value_or(false) &&
        added_for_wrong(*state.setup, claim.kind) > base::Millis{0};
    Message message = message_of(
        right              ? "matter.claim_right"
            : is_wrong     ? "matter.claim_wrong"
            : costs        ? "matter.claim_costs"
            : is_postponed ? "matter.claim_postponed"
                           : "matter.claim",
        matter
    );
    message.arguments.player = claim.seat;
    message.arguments.name = "claim." + std::string{to_string(claim.kind)};
    if (right) message.arguments.score = right->score;
    if (is_wrong || costs) message.arguments.time = added_for_wrong(*state.setup, claim.kind);
    cite(
        state,
        message,
        is_wrong    ? "wrong_claim"
            : costs ? "quickplay_rejected"
                    : article_of(claim.kind)
    );
    return message;
}

// The number of the next that is raised.
Matter next_matter(const State& state, MatterKind kind, Color about) {
    Matter matter;
    matter.number = MatterNumber{state.agenda.size()} + 1;
    matter.kind = kind;
    matter.about = about;
    matter.ply = state.made() + 1;
    return matter;
}

Message words_of_late(const State& state, const Matter& matter, std::optional<base::Millis> late) {
    const bool is_default =
        state.setup->late_after.has_value() || state.setup->edition.late_after.has_value();
    Message message =
        message_of(is_default ? "matter.late_arrival" : "matter.late_arrival_announced", matter);
    message.arguments.time = late.value_or(base::Millis{0});
    message.arguments.score = laws::win_for(!matter.about.value_or(Color::white));
    cite(state, message, "default");
    return message;
}

} // namespace

Message words_of(const State& state, const Matter& matter) {
    switch (matter.kind) {
    case MatterKind::illegal_move:
    case MatterKind::press_without_move: return words_of_offence(state, matter);
    case MatterKind::touched_piece: return words_of_touch(state, matter);
    case MatterKind::flag: return words_of_flag(state, matter);
    case MatterKind::claim:
        if (matter.claim) return claim_words(state, matter, *matter.claim, ending_in(matter));
        break;
    case MatterKind::ending:
        if (const auto ending = ending_in(matter)) return words_of_ending(state, matter, *ending);
        break;
    case MatterKind::late_arrival: return words_of_late(state, matter, std::nullopt);
    case MatterKind::boards:
    case MatterKind::restoration:
    case MatterKind::suggestion: break;
    }
    Message message = message_of("matter." + std::string{to_string(matter.kind)}, matter);
    if (matter.kind == MatterKind::boards) cite(state, message, "boards_differ");
    else if (matter.kind != MatterKind::suggestion) message.id = "matter.own_ruling";
    return message;
}

Message
words_of_claim(const State& state, const Claimed& claim, const std::optional<laws::Ending>& right) {
    return claim_words(state, next_matter(state, MatterKind::claim, claim.seat), claim, right);
}

Message words_of_two_hands(const State& state, Color color) {
    Matter matter = next_matter(state, MatterKind::illegal_move, color);
    matter.ply = newest_ply_of(state, color);
    IllegalRuling ruling = illegal_ruling(state, color, matter.ply);
    ruling.queen.reset();
    Message message = message_of("matter.two_hands" + std::string{consequence(ruling)}, matter);
    tell_punishment(ruling, message);
    name_move(state, matter.ply, message);
    cite(state, message, "two_hands");
    return message;
}

Message words_of_arrival(const State& state, Color seat, base::Millis late) {
    return words_of_late(state, next_matter(state, MatterKind::late_arrival, seat), late);
}

void raise_ending(Decision& decision, laws::Ending ending) {
    Matter matter = next_matter(decision.state(), MatterKind::ending, Color::white);
    matter.about.reset();
    raise(
        decision,
        {.matter = MatterKind::ending,
         .ply = decision.state().made(),
         .message = words_of_ending(decision.state(), matter, ending)}
    );
}

namespace {

// What else waits where two players answer: who has accepted it already.
std::optional<Message> words_of_agreement(const Matter& matter) {
    if (!matter.agreed.white && !matter.agreed.black) return std::nullopt;
    Message message = message_of("console.agreed_on", matter);
    message.arguments.player = matter.agreed.white ? Color::white : Color::black;
    return message;
}

// Each open matter, with what is proposed and who has accepted it.
std::vector<Message> words_of_agenda(const State& state) {
    std::vector<Message> messages;
    for (const Matter& matter : state.agenda) {
        if (matter.state != MatterState::open) continue;
        messages.push_back(words_of(state, matter));
        const bool adds = matter.proposal &&
            (matter.kind == MatterKind::boards || matter.kind == MatterKind::suggestion ||
             matter.kind == MatterKind::restoration);
        if (adds) messages.push_back(matter.proposal->message);
        if (auto agreement = words_of_agreement(matter)) messages.push_back(*std::move(agreement));
    }
    return messages;
}

} // namespace

// The arbiter reads a line each; to a player's ear it is one answer, for of several only the newest
// would be heard.
void tell_agenda(Decision& decision, Audience audience) {
    std::vector<Message> messages = words_of_agenda(decision.state());
    const bool is_arbiters = audience == Audience::arbiter;
    if (decision.state().draw_offer && !is_arbiters) // who answers it by himself
        messages.push_back({"console.draw_offered", {.player = decision.state().draw_offer}});
    if (messages.empty()) messages.push_back({"matter.none"});
    if (!is_arbiters) {
        Message one = as_one(std::move(messages));
        messages.clear();
        messages.push_back(std::move(one));
    }
    for (Message& message : messages)
        decision.say(audience, Priority::text, Cause::request, std::move(message));
    tell_hall(decision);
}

namespace {

const Matter* meant_by(const State& state, const Arbiter& act) {
    if (act.matter) return state.find_matter(*act.matter);
    switch (row_of(act.act).meant) {
    case Meant::nothing: return nullptr;
    case Meant::claim: return newest_open(state, {MatterKind::claim});
    case Meant::offence:
        return newest_open(state, {MatterKind::illegal_move, MatterKind::press_without_move});
    case Meant::irregularity:
        return newest_open(
            state,
            {MatterKind::illegal_move, MatterKind::press_without_move, MatterKind::touched_piece}
        );
    case Meant::ruling:
        return state.rulings.empty() ? nullptr : state.find_matter(state.rulings.back().matter);
    case Meant::proposal: break;
    }
    const bool is_unclear = act.act == ArbiterAct::accepts_proposal && excludes_another(state);
    return is_unclear ? nullptr : newest_proposed(state);
}

// What is answered is open; what is taken back was ruled.
bool fits(const State& state, const Matter& matter, ArbiterAct act) {
    if (act == ArbiterAct::takes_back)
        return std::ranges::count(state.rulings, matter.number, &RulingKept::matter) != 0;
    return matter.state == MatterState::open;
}

Message words_if_accepted(const State& state, const Matter& matter) {
    const bool tells_position =
        matter.kind == MatterKind::boards || matter.kind == MatterKind::restoration;
    return tells_position && matter.proposal ? matter.proposal->message : words_of(state, matter);
}

Message words_if_wrong(const State& state, const Matter& matter) {
    const auto& claim = matter.claim;
    const base::Millis added = claim ? still_added_for_wrong(state, matter) : base::Millis{0};
    Message message = message_of(
        added == base::Millis{0} ? "consequence.claim_wrong_free" : "consequence.claim_wrong",
        matter
    );
    message.arguments.time = added;
    const bool quickplay = claim && claim->kind == ClaimKind::quickplay;
    cite(state, message, quickplay ? "quickplay_rejected" : "wrong_claim");
    return message;
}

Message words_if_postponed(const State& state, const Matter& matter) {
    Message message = message_of("consequence.claim_postponed", matter);
    message.arguments.time = still_added_if_postponed(state, matter);
    cite(state, message, "quickplay_postponed");
    return message;
}

} // namespace

Ply plies_until(const State& state, MoveId tip) {
    Ply ply = state.made();
    while (ply > 0 && state.move_at(ply) != tip) --ply;
    return ply;
}

namespace {

// What has been played since the ruling goes with it.
Message words_of_lost_moves(const State& state, Ply first) {
    return {
        "consequence.moves_lost",
        {.player = state.plies[first].mover,
         .ply = first,
         .move = state.plies[first].move,
         .count = state.made() - first + 1,
         .number = state.positions.before(first).fullmove_number().value()}};
}

Message words_if_taken_back(const State& state, const Matter& matter) {
    Message message = message_of("consequence.taken_back", matter);
    const auto ruling = std::ranges::find(state.rulings, matter.number, &RulingKept::matter);
    if (ruling == state.rulings.end() || !ruling->changes_record) return message;
    const Ply kept = plies_until(state, ruling->tip);
    if (kept == state.made()) return message;
    Message both = as_one({std::move(message), words_of_lost_moves(state, kept + 1)});
    both.arguments.number = matter.number.value();
    return both;
}

// Also where the record says that the claim is wrong.
Message words_if_right(const State& state, const Matter& matter) {
    const auto proposed = ending_in(matter);
    return matter.claim ? claim_words(
                              state,
                              matter,
                              *matter.claim,
                              proposed ? proposed : ending_if_right(state, *matter.claim)
                          )
                        : words_if_accepted(state, matter);
}

std::optional<Message> consequence_of_act(const State& state, const Arbiter& act) {
    const Matter* const matter = meant_by(state, act);
    if (matter == nullptr || !fits(state, *matter, act.act)) return std::nullopt;
    switch (row_of(act.act).leads) {
    case Leads::nowhere: return std::nullopt;
    case Leads::to_what_is_proposed:
        return act.act == ArbiterAct::rules_correct ? words_if_right(state, *matter)
                                                    : words_if_accepted(state, *matter);
    case Leads::to_wrong_claim: return words_if_wrong(state, *matter);
    case Leads::to_postponed:
        return still_added_if_postponed(state, *matter) == base::Millis{0}
            ? std::nullopt
            : std::optional{words_if_postponed(state, *matter)};
    case Leads::to_stand: return message_of("consequence.stands", *matter);
    case Leads::back: return words_if_taken_back(state, *matter);
    }
    return std::nullopt;
}

Message consequence_of_illegal(const State& state, Color color) {
    const Matter* const open =
        newest_open(state, {MatterKind::illegal_move, MatterKind::press_without_move}, color);
    return words_of(
        state, open != nullptr ? *open : next_matter(state, MatterKind::illegal_move, color)
    );
}

std::optional<Message> consequence_of_two_hands(const State& state, Color color) {
    const Matter* const open = newest_open(state, {MatterKind::illegal_move}, color);
    if (!are_two_hands_punished(state, color)) return std::nullopt;
    return open != nullptr && open->ply == newest_ply_of(state, color)
        ? words_of(state, *open)
        : words_of_two_hands(state, color);
}

} // namespace

void name_matter(const State& state, Arbiter& act) {
    const Matter* const matter = meant_by(state, act);
    if (matter != nullptr && fits(state, *matter, act.act)) act.matter = matter->number;
}

std::optional<Message> consequence_of(const State& state, const InputBody& body) {
    return std::visit(
        base::Overloaded{
            [&](const Arbiter& act) { return consequence_of_act(state, act); },
            [&](const ArbiterRulesIllegal& act) -> std::optional<Message> {
                return act.two_hands.value_or(false) ? consequence_of_two_hands(state, act.color)
                                                     : consequence_of_illegal(state, act.color);
            },
            [](const auto&) -> std::optional<Message> { return std::nullopt; },
        },
        body
    );
}

} // namespace ansage::table
