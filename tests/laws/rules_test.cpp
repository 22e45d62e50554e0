// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/rules.hpp"
#include "laws/shipped.hpp"
#include "support/catch.hpp"

namespace ansage::laws {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

const IllegalMoveRule& illegal_rule(
    const Edition& edition, TimeClass time_class, Supervision supervision = Supervision::supervised
) {
    return edition.rules_for(time_class, supervision).illegal_move;
}

} // namespace

TEST_CASE("An illegal move counts from its press, in 2001 from its release") {
    const auto fide = tests::shipped_edition("fide-2023");
    const auto nl = tests::shipped_edition("nl-2001");
    const IllegalFacts made{};
    const IllegalFacts pressed{.pressed = true};
    CHECK(!is_offence(illegal_rule(fide, TimeClass::standard), made));
    CHECK(is_offence(illegal_rule(fide, TimeClass::standard), pressed));
    CHECK(is_offence(illegal_rule(nl, TimeClass::standard), made));
}

TEST_CASE("What an edition does not print has no penalty") {
    const auto nl = tests::shipped_edition("nl-2001");
    const IllegalFacts pressed{.pressed = true};
    CHECK(penalty_is_printed(illegal_rule(nl, TimeClass::standard), pressed));
    CHECK(!penalty_is_printed(illegal_rule(nl, TimeClass::rapid), pressed));
    IllegalMoveRule as_ordered = illegal_rule(nl, TimeClass::standard);
    as_ordered.scope = PenaltyScope::last_period;
    CHECK(!penalty_is_printed(as_ordered, {.pressed = true, .in_last_period = false}));
    CHECK(penalty_is_printed(as_ordered, pressed));
}

TEST_CASE("Two hands are an illegal move by edition") {
    CHECK(two_hands_are_illegal(tests::shipped_edition("nb-2023"), false));
    CHECK(!two_hands_are_illegal(tests::shipped_edition("da-2023"), false));
    CHECK(two_hands_are_illegal(tests::shipped_edition("da-2023"), true));
    CHECK(!two_hands_are_illegal(tests::shipped_edition("sv-2014"), true));
}

TEST_CASE("A draw is claimed with little time left, where the edition lets it") {
    const auto fide = tests::shipped_edition("fide-2023");
    const auto nl = tests::shipped_edition("nl-2001");
    const QuickplayFacts facts{.period = {.announced = true}, .remaining = seconds{119}};
    CHECK(!quickplay_refusal(fide, facts));
    QuickplayFacts other = facts;
    other.remaining = minutes{2};
    CHECK(quickplay_refusal(fide, other) == NotApplicable::too_early);
    other.remaining = Millis{0};
    CHECK(quickplay_refusal(fide, other) == NotApplicable::too_early);
    other = facts;
    other.period.announced = false;
    CHECK(quickplay_refusal(fide, other) == NotApplicable::not_announced);
    CHECK(!quickplay_refusal(nl, other));
    other = facts;
    other.period.has_increment = true;
    CHECK(quickplay_refusal(fide, other) == NotApplicable::increment);
    other = facts;
    other.period.time_class = TimeClass::blitz;
    CHECK(quickplay_refusal(fide, other) == NotApplicable::blitz);
    other = facts;
    other.on_move = false;
    CHECK(quickplay_refusal(fide, other) == NotApplicable::not_on_move);
    CHECK(!quickplay_refusal(nl, other));
    CHECK(!extra_time_refusal(fide, facts));
    CHECK(extra_time_refusal(nl, facts) == NotApplicable::not_printed);
}

TEST_CASE("Both flags down") {
    const auto fide = tests::shipped_edition("fide-2023");
    const auto de = tests::shipped_edition("de-2014");
    CHECK(both_flags_down(fide, {.announced = true}) == BothFlags::draw);
    CHECK(!both_flags_down(fide, {}));
    CHECK(!both_flags_down(fide, {.announced = true, .has_increment = true}));
    CHECK(both_flags_down(de, {}) == BothFlags::draw);
    CHECK(both_flags_down(de, {.in_last_period = false}) == BothFlags::continue_game);
}

TEST_CASE("Late arrival") {
    const auto fide = tests::shipped_edition("fide-2023");
    const auto de = tests::shipped_edition("de-2014");
    const auto nl = tests::shipped_edition("nl-2001");
    CHECK(lateness(fide, {}, Millis{0}) == Lateness::in_time);
    CHECK(lateness(fide, {}, Millis{1}) == Lateness::loses);
    CHECK(lateness(fide, minutes{30}, minutes{30}) == Lateness::in_time);
    CHECK(lateness(nl, {}, minutes{60}) == Lateness::in_time);
    CHECK(lateness(nl, {}, minutes{61}) == Lateness::loses);
    CHECK(lateness(de, {}, minutes{1}) == Lateness::not_printed);
    CHECK(lateness(de, minutes{15}, minutes{16}) == Lateness::loses);
}

TEST_CASE("Colours reversed") {
    CHECK(colours_are_restarted(tests::shipped_edition("fide-2023"), 9));
    CHECK(!colours_are_restarted(tests::shipped_edition("fide-2023"), 10));
    CHECK(!colours_are_restarted(tests::shipped_edition("de-2014"), 1));
}

TEST_CASE("When a score need not be kept") {
    const auto fide = tests::shipped_edition("fide-2023");
    const auto excuse = [&](TimeClass time_class, Millis remaining, Millis increment) {
        const auto& rules = fide.rules_for(time_class, Supervision::supervised);
        return score_excuse(fide, rules, remaining, increment);
    };
    CHECK(!excuse(TimeClass::standard, minutes{60}, {}));
    CHECK(excuse(TimeClass::standard, minutes{4}, {}) == ScoreExcuse::little_time);
    CHECK(!excuse(TimeClass::standard, minutes{4}, seconds{30}));
    CHECK(excuse(TimeClass::rapid, minutes{15}, {}) == ScoreExcuse::not_asked);
}

TEST_CASE("The words of an edition, and what may stand for them") {
    const auto nb = tests::shipped_edition("nb-2023");
    CHECK(vocabulary_for(nb, "nb", "de") == "nb-german");
    CHECK(vocabulary_for(nb, "nb", "sv") == "nb");
    CHECK(!needs_arbiter(nb, "nb", "nb", "da"));
    CHECK(needs_arbiter(nb, "nb", "nb", "en"));
    CHECK(needs_arbiter(nb, "nato", "nb", "nb"));
    CHECK(!needs_arbiter(nb, "fide", "en", "en"));
    CHECK(!needs_arbiter(tests::shipped_edition("sv-2014"), "nato", "sv", "sv"));
}

} // namespace ansage::laws
