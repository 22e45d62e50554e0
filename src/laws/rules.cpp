// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/rules.hpp"

#include <algorithm>

namespace ansage::laws {

// 7.5.1 speaks of completed moves, 7.4 and 10.3 of 2001 of made ones.
bool is_offence(const IllegalMoveRule& rule, const IllegalFacts& facts) {
    return rule.moment == IllegalMoment::made || facts.pressed;
}

bool penalty_is_printed(const IllegalMoveRule& rule, const IllegalFacts& facts) {
    const bool applies = rule.scope == PenaltyScope::game || facts.in_last_period;
    return applies && (rule.added || rule.loses_at);
}

bool two_hands_are_illegal(const Edition& edition, bool pressed) {
    return edition.two_hands == TwoHands::illegal_when_made ||
        (edition.two_hands == TwoHands::illegal_when_pressed && pressed);
}

std::optional<NotApplicable> outside(const LastPeriodScope& scope, const LastPeriodFacts& facts) {
    if (!scope.in_blitz && facts.time_class == TimeClass::blitz) return NotApplicable::blitz;
    if (scope.only_without_increment && facts.has_increment) return NotApplicable::increment;
    if (scope.only_if_announced && !facts.announced) return NotApplicable::not_announced;
    return std::nullopt;
}

std::optional<NotApplicable>
quickplay_refusal(const Edition& edition, const QuickplayFacts& facts) {
    if (!edition.quickplay_finish) return NotApplicable::not_printed;
    const QuickplayFinish& rule = *edition.quickplay_finish;
    if (const auto reason = outside(rule.scope, facts.period)) return reason;
    const bool flag_is_up = facts.remaining > Millis{0};
    if (!facts.period.in_last_period || facts.remaining >= rule.claim_below || !flag_is_up)
        return NotApplicable::too_early;
    return rule.only_on_move && !facts.on_move ? std::optional{NotApplicable::not_on_move}
                                               : std::nullopt;
}

std::optional<NotApplicable>
extra_time_refusal(const Edition& edition, const QuickplayFacts& facts) {
    const bool printed = edition.quickplay_finish && edition.quickplay_finish->extra_time;
    return printed ? quickplay_refusal(edition, facts) : std::optional{NotApplicable::not_printed};
}

std::optional<BothFlags> both_flags_down(const Edition& edition, const LastPeriodFacts& facts) {
    const BothFlagsRule& rule = edition.both_flags;
    if (outside(rule.scope, facts)) return std::nullopt;
    return facts.in_last_period ? rule.in_last_period : rule.before_last_period;
}

Lateness lateness(const Edition& edition, std::optional<Millis> announced, Millis after_start) {
    const std::optional<Millis> allowed = announced ? announced : edition.late_after;
    if (!allowed) return after_start > Millis{0} ? Lateness::not_printed : Lateness::in_time;
    return after_start > *allowed ? Lateness::loses : Lateness::in_time;
}

std::string_view to_string(WatchFault fault) {
    return fault == WatchFault::too_many_games ? "games" : "record";
}

std::optional<WatchFault>
watch_fault(const Edition& edition, TimeClass time_class, const Watch& watch) {
    const ClassRules& rules = edition.rules_for(time_class, Supervision::supervised);
    if (!watch.declared) return std::nullopt;
    if (rules.games_at_most && watch.games > *rules.games_at_most)
        return WatchFault::too_many_games;
    return rules.must_be_recorded && !watch.recorded ? std::optional{WatchFault::not_recorded}
                                                     : std::nullopt;
}

Supervision supervision(const Edition& edition, TimeClass time_class, const Watch& watch) {
    return watch.declared && !watch_fault(edition, time_class, watch) ? Supervision::supervised
                                                                      : Supervision::unsupervised;
}

bool start_stands(const ClassRules& rules, unsigned moves) {
    return rules.start_stands_after && moves >= *rules.start_stands_after;
}

bool colours_are_restarted(const Edition& edition, unsigned moves) {
    return edition.colours_restart_below && moves < *edition.colours_restart_below;
}

std::optional<ScoreExcuse>
score_excuse(const Edition& edition, const ClassRules& rules, Millis remaining, Millis increment) {
    if (!rules.score_must_be_kept) return ScoreExcuse::not_asked;
    const bool little =
        remaining < edition.score_relief_below && increment < edition.score_relief_increment;
    return little ? std::optional{ScoreExcuse::little_time} : std::nullopt;
}

const std::string&
vocabulary_for(const Edition& edition, std::string_view white, std::string_view black) {
    const auto found =
        std::ranges::find_if(edition.announcing.shared, [&](const SharedVocabulary& shared) {
            return shared.languages.contains(white) && shared.languages.contains(black);
        });
    return found == edition.announcing.shared.end() ? edition.announcing.vocabulary
                                                    : found->vocabulary;
}

bool needs_arbiter(
    const Edition& edition,
    std::string_view vocabulary,
    std::string_view white,
    std::string_view black
) {
    const Announcing& announcing = edition.announcing;
    const bool binds =
        announcing.names == Firmness::binding || announcing.ranks == Firmness::binding;
    const bool printed = vocabulary == vocabulary_for(edition, white, black) ||
        std::ranges::count(announcing.alternatives, vocabulary) != 0;
    return binds && !printed;
}

} // namespace ansage::laws
