// SPDX-License-Identifier: GPL-3.0-or-later
// What the table does by its edition beside moves and rulings: what the arbiter is told at the
// start, the last period, colours that were reversed.
#include "table/disputes/by_edition.hpp"

#include "table/disputes/articles.hpp"
#include "table/disputes/rulings.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;

namespace {

// ... or the players, where no arbiter is. The article may be empty, where nothing is printed.
void tell_arbiter(
    Decision& decision, std::string id, std::string_view key, MessageArguments arguments = {}
) {
    Message message{std::move(id), std::move(arguments)};
    message.arguments.where = article_of(decision.setup(), key, decision.setup().arbiter_language);
    message.arguments.name = decision.setup().edition.title;
    if (decision.setup().mode == Mode::tournament) {
        decision.say(Audience::arbiter, Priority::message, Cause::table, std::move(message));
        return;
    }
    for (const Color color : chess::both_colors)
        decision.say(ear_of(color), Priority::message, Cause::table, message);
}

// 6.2.6, 8.1.6: an assistant who keeps score also starts the opponent's clock (D.2.10.3).
void tell_of_time_for_help(Decision& decision) {
    const laws::TimeDeducted& deducted = decision.setup().edition.disabled_lose_time;
    for (const Color color : chess::both_colors) {
        const Seat& seat = decision.state().seat(color);
        if (seat.vision != Vision::impaired || !seat.assistant_duties.contains(3)) continue;
        tell_arbiter(
            decision,
            deducted.for_score ? "edition.time_for_score" : "edition.no_time_for_score",
            "score_assistant",
            {.player = color}
        );
        if (deducted.for_clock)
            tell_arbiter(decision, "edition.time_for_clock", "clock_assistant", {.player = color});
    }
}

// A.4, B.2: supervision that was declared, and is none.
void tell_of_watch(Decision& decision) {
    const TableSetup& setup = decision.setup();
    const laws::Watch watch = watch_of(setup);
    const auto fault = laws::watch_fault(setup.edition, time_class_of(setup), watch);
    if (!fault) return;
    const bool is_rapid = time_class_of(setup) == clock::TimeClass::rapid;
    tell_arbiter(
        decision,
        "edition.watch_" + std::string{laws::to_string(*fault)},
        is_rapid ? "rapid_supervised" : "blitz_supervised",
        {.count = watch.games}
    );
}

laws::LastPeriodFacts last_period_facts(const State& state, Color color) {
    const TableSetup& setup = *state.setup;
    const clock::Clocks& clocks = state.clocks;
    const auto& periods = setup.time.periods;
    return {
        .announced = setup.quickplay_announced,
        .has_increment = std::ranges::any_of(
            periods,
            [](const clock::Period& period) { return period.kind != clock::IncrementKind::none; }
        ),
        .in_last_period = !clocks.moves_to_period_end(color),
        .time_class = clock::time_class(setup.time, setup.edition.class_limits)};
}

laws::QuickplayFacts quickplay_facts(const Decision& decision, Color seat) {
    const State& state = decision.state();
    return {
        .period = last_period_facts(state, seat),
        .remaining = state.clocks.remaining(seat, decision.at()),
        .on_move = state.to_move() == seat};
}

// The draw is what both would agree to; where no arbiter is present the claim ends the game, and
// whoever is appointed decides afterwards (Guidelines III.6; G.6).
void end_without_arbiter(Decision& decision) {
    if (decision.state().clocks.running()) decision.emit(ClockHalted{});
    propose_result(
        decision, {.score = laws::Score::draw, .termination = laws::Termination::arbiter}
    );
}

} // namespace

bool is_offence_now(const State& state, Color offender) {
    // With nothing begun since, the arbiter means what he saw before.
    const PlyRecord* const open = state.open_ply();
    const bool begun = open != nullptr || !state.boards[offender].trace.empty();
    const bool was_pressed = open != nullptr && open->mover == offender && open->pressed_at;
    const bool pressed = state.to_move() != offender || !begun || was_pressed;
    return laws::is_offence(
        class_rules(*state.setup).illegal_move, illegal_facts(state, offender, pressed)
    );
}

laws::IllegalFacts illegal_facts(const State& state, Color offender, bool pressed) {
    return {
        .pressed = pressed, .in_last_period = last_period_facts(state, offender).in_last_period};
}

// Whoever accepted it did so at set-up, where the edition lets him (11.3.2; D.1).
void tell_of_pages(Decision& decision) {
    const TableSetup& setup = decision.setup();
    if (setup.pages == Pages::none) return;
    std::string id = setup.pages == Pages::lan ? "pages.lan" : "pages.on";
    id += setup.edition.arbiter_accepts_devices ? "" : "_by_regulations";
    for (const Audience told : {Audience::ear_white, Audience::ear_black, Audience::arbiter})
        decision.say(told, Priority::message, Cause::table, Message{id});
}

void tell_of_edition(Decision& decision) {
    const TableSetup& setup = decision.setup();
    if (setup.mode != Mode::tournament || setup.is_clock_alone()) return;
    tell_of_pages(decision);
    const laws::Edition& edition = setup.edition;
    if (!edition.appendix_d.printed)
        tell_arbiter(decision, "edition.appendix_d_not_printed", "analogy");
    const bool other_words = laws::needs_arbiter(
        edition, setup.vocabulary, setup.seats.white.language, setup.seats.black.language
    );
    if (!setup.vocabulary.empty() && other_words)
        tell_arbiter(decision, "edition.other_words", "announcing");
    tell_of_time_for_help(decision);
    tell_of_watch(decision);
}

void tell_if_illegal_not_printed(Decision& decision, Color offender) {
    const laws::IllegalMoveRule& rule = class_rules(decision.setup()).illegal_move;
    if (!laws::penalty_is_printed(rule, illegal_facts(decision.state(), offender, true)))
        tell_arbiter(decision, "edition.illegal_not_printed", "illegal_moves");
}

void tell_if_claim_not_printed(Decision& decision, ClaimKind kind) {
    const bool draws = kind == ClaimKind::threefold || kind == ClaimKind::fifty;
    if (draws && !class_rules(decision.setup()).wrong_claim_added)
        tell_arbiter(decision, "edition.claim_not_printed", "wrong_claim");
}

namespace {

// Why that cannot be claimed now; absent: it can.
auto refusal_of_last_period(const Decision& decision, const Claims& claim) {
    const laws::Edition& edition = decision.setup().edition;
    const laws::QuickplayFacts facts = quickplay_facts(decision, claim.seat);
    return claim.kind == ClaimKind::extra_time ? laws::extra_time_refusal(edition, facts)
                                               : laws::quickplay_refusal(edition, facts);
}

} // namespace

bool is_barred(const Decision& decision, const Claims& claim) {
    return claim.kind == ClaimKind::quickplay &&
        refusal_of_last_period(decision, claim).has_value();
}

void tell_of_last_period(Decision& decision, const Claims& claim) {
    const bool extra = claim.kind == ClaimKind::extra_time;
    if (!extra && claim.kind != ClaimKind::quickplay) return;
    const laws::Edition& edition = decision.setup().edition;
    const auto reason = refusal_of_last_period(decision, claim);
    if (reason) {
        const std::string id = extra ? "edition.extra_time." : "edition.quickplay.";
        tell_arbiter(
            decision,
            id + std::string{laws::to_string(*reason)},
            extra ? "quickplay_extra_time" : "quickplay_finish",
            {.player = claim.seat}
        );
        return;
    }
    if (extra && edition.quickplay_finish->extra_time_offers_draw)
        decision.emit(DrawOffered{.seat = claim.seat});
    if (!extra && decision.setup().mode != Mode::tournament &&
        edition.quickplay_finish->ends_without_arbiter)
        end_without_arbiter(decision);
}

bool refuse_rejection(Decision& decision, ClaimKind kind) {
    const auto& rule = decision.setup().edition.quickplay_finish;
    const bool refused = kind == ClaimKind::quickplay && rule && !rule->rejected_added;
    if (refused) // 10.2a of 2001
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.claim_not_rejected");
    return refused;
}

base::Millis added_for_wrong(const TableSetup& setup, ClaimKind kind) {
    switch (kind) {
    case ClaimKind::threefold:
    case ClaimKind::fifty:
        return class_rules(setup).wrong_claim_added.value_or(base::Millis{0}); // 9.5.3
    case ClaimKind::quickplay: { // III.5.3
        const auto& rule = setup.edition.quickplay_finish;
        return rule ? rule->rejected_added.value_or(base::Millis{0}) : base::Millis{0};
    }
    case ClaimKind::flag:
    case ClaimKind::illegal:
    case ClaimKind::touch:
    case ClaimKind::extra_time: return base::Millis{0};
    }
    return base::Millis{0};
}

// Guidelines III.4: both play on with it, and the opponent is given two minutes.
void give_extra_time(Decision& decision, Color claimant) {
    const auto& rule = decision.setup().edition.quickplay_finish;
    if (!rule || !rule->extra_time) return;
    decision.emit(ExtraTimeGiven{.each_move = *rule->extra_time});
    const Color opponent = !claimant;
    const base::Millis now = decision.state().clocks.remaining(opponent, decision.at());
    decision.emit(ClockAdjusted{
        .color = opponent, .remaining = now + rule->extra_time_added.value_or(base::Millis{0})});
}

// Nobody's order is known only where the clock was another's.
void on_both_flags(Decision& decision) {
    const State& state = decision.state();
    // The flag of a player who is in his last period is the game's last.
    laws::LastPeriodFacts facts = last_period_facts(state, Color::white);
    facts.in_last_period =
        facts.in_last_period && last_period_facts(state, Color::black).in_last_period;
    const auto rule = laws::both_flags_down(decision.setup().edition, facts);
    if (!rule) {
        tell_arbiter(decision, "edition.both_flags_not_printed", "both_flags");
        return;
    }
    if (*rule == laws::BothFlags::continue_game) {
        tell_arbiter(decision, "edition.both_flags_continue", "both_flags");
        return;
    }
    propose_ending(
        decision, {.score = laws::Score::draw, .termination = laws::Termination::both_flags}
    );
}

namespace {

// Made by the player who made more.
unsigned moves_made(const State& state) {
    const auto made_by = [&](Color color) {
        const auto made = std::ranges::count_if(state.plies, [&](const PlyRecord& ply) {
            return ply.mover == color && ply.state != PlyState::open;
        });
        return static_cast<unsigned>(made);
    };
    return std::max(made_by(Color::white), made_by(Color::black));
}

// Whether another game is played is one question, however often it is put (first principle 9).
const Matter* open_on_new_game(const State& state) {
    const auto open = std::ranges::find_if(state.agenda, [](const Matter& matter) {
        return matter.state == MatterState::open && matter.kind == MatterKind::restoration &&
            matter.proposal && matter.proposal->is_new_game;
    });
    return open == state.agenda.end() ? nullptr : &*open;
}

// The game does not count, and another one is played (7.2.1, 7.3).
void start_anew(Decision& decision, std::string proposal) {
    if (decision.setup().mode != Mode::tournament) { // both have agreed on it
        restore_with_clocks(decision, 0, true);
        return;
    }
    const Matter* const open = open_on_new_game(decision.state());
    const std::optional<MatterNumber> number =
        open != nullptr ? std::optional{open->number} : std::nullopt;
    if (!number) raise(decision, {.matter = MatterKind::restoration, .ply = 0});
    Proposal another{.kind = ProposalKind::restore, .ply = 0, .is_new_game = true};
    another.message.id = std::move(proposal);
    decision.propose(std::move(another), number);
}

// A.5.1: both have completed so many moves, and nobody may complain any more.
bool tell_that_it_stands(Decision& decision, std::string id, std::string_view key) {
    const laws::ClassRules& rules = class_rules(decision.setup());
    const clock::Clocks& clocks = decision.state().clocks;
    const unsigned moves = std::min(clocks.completed(Color::white), clocks.completed(Color::black));
    if (!laws::start_stands(rules, moves)) return false;
    tell_arbiter(decision, std::move(id), key, {.count = rules.start_stands_after});
    return true;
}

} // namespace

void on_colours_reversed(Decision& decision) {
    if (!laws::colours_are_restarted(decision.setup().edition, moves_made(decision.state()))) {
        tell_arbiter(decision, "edition.colours_continue", "colours_reversed");
        return;
    }
    start_anew(decision, "proposal.colours_restart");
}

void on_wrong_start(Decision& decision) {
    if (!tell_that_it_stands(decision, "edition.start_stands", "start_stands"))
        start_anew(decision, "proposal.start_anew");
}

void on_setting(Decision& decision) {
    tell_that_it_stands(decision, "edition.setting_stands", "setting_stands");
}

void on_turned_board(Decision& decision) {
    if (!tell_that_it_stands(decision, "edition.board_stands", "start_stands")) {
        tell_arbiter(decision, "edition.board_turned", "board_turned");
        repair_both(decision);
    }
}

namespace {

bool is_quickplay(const Matter* matter) {
    return matter != nullptr && matter->state == MatterState::open && matter->claim &&
        matter->claim->kind == ClaimKind::quickplay;
}

// What the ruling on that claim has given its opponent so far: it is given once.
base::Millis left_of(const State& state, const Matter& matter, base::Millis whole) {
    const auto kept = std::ranges::find(state.rulings, matter.number, &RulingKept::matter);
    const base::Millis given =
        kept == state.rulings.end() ? base::Millis{0} : kept->given[!matter.claim->seat];
    return std::max(whole - given, base::Millis{0});
}

} // namespace

base::Millis still_added_for_wrong(const State& state, const Matter& matter) {
    if (matter.claim->is_barred.value_or(false)) return base::Millis{0};
    return left_of(state, matter, added_for_wrong(*state.setup, matter.claim->kind));
}

base::Millis still_added_if_postponed(const State& state, const Matter& matter) {
    const auto& rule = state.setup->edition.quickplay_finish;
    const bool gives = is_quickplay(&matter) && rule && rule->postponed_added &&
        !matter.claim->is_barred.value_or(false); // III.2.2
    return gives ? left_of(state, matter, *rule->postponed_added) : base::Millis{0};
}

void on_postpones(Decision& decision, std::optional<MatterNumber> number, bool adds_time) {
    const State& state = decision.state();
    const Matter* const matter =
        number ? state.find_matter(*number) : newest_open(state, {MatterKind::claim});
    if (!is_quickplay(matter)) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "refused.no_claim");
        return;
    }
    const Color opponent = !matter->claim->seat;
    const base::Millis added =
        adds_time ? still_added_if_postponed(state, *matter) : base::Millis{0};
    begin_ruling(decision, matter->number);
    for (const Color color : chess::both_colors)
        decision.say(ear_of(color), Priority::message, Cause::claim, {"console.claim_postponed"});
    add_time(decision, opponent, added);
    end_ruling(decision, MatterState::open);
}

std::optional<MatterNumber> claim_paid_by_hand(const State& state, Color color, base::Millis time) {
    const Matter* const matter = newest_open(state, {MatterKind::claim}, !color);
    const bool pays = is_quickplay(matter) && time > base::Millis{0} &&
        time == still_added_if_postponed(state, *matter);
    return pays ? std::optional{matter->number} : std::nullopt;
}

} // namespace ansage::table
