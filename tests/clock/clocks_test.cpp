// SPDX-License-Identifier: GPL-3.0-or-later
#include "clock/clocks.hpp"
#include "clock/ticking.hpp"
#include "support/catch.hpp"

#include <array>
#include <rapidcheck.h>
#include <utility>

namespace ansage::clock {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr auto white = Color::white;
constexpr auto black = Color::black;

Clocks clocks_for(std::string_view text) { return Clocks{parse_time_control(text).value()}; }

Clocks running(std::string_view text) {
    auto clocks = clocks_for(text);
    clocks.start(white, {});
    return clocks;
}

constexpr Instant at(Millis since_open) { return {since_open}; }

// A turn of the running side that ends after `used`.
Instant turn(Clocks& clocks, Instant now, Millis used) {
    const auto color = clocks.running().value();
    now = now + used;
    clocks.complete_move(color, now);
    clocks.press(color, now);
    return now;
}

TimeControl any_control() {
    Period period;
    period.base = Millis{*rc::gen::inRange(1, 500)};
    period.kind = *rc::gen::element(
        IncrementKind::none, IncrementKind::fischer, IncrementKind::delay, IncrementKind::bronstein
    );
    period.increment =
        period.kind == IncrementKind::none ? Millis{0} : Millis{*rc::gen::inRange(1, 50)};
    const bool hourglass = period.kind == IncrementKind::none && *rc::gen::arbitrary<bool>();
    return {{period}, hourglass};
}

enum class Act { wait, press, halt, resume, add, set };

void act(Clocks& clocks, TickingClocks& model, Instant now) {
    const auto color = *rc::gen::element(white, black);
    const Millis amount{*rc::gen::inRange(-100, 100)};
    switch (*rc::gen::weightedElement<Act>(
        {{5, Act::wait},
         {8, Act::press},
         {2, Act::halt},
         {4, Act::resume},
         {1, Act::add},
         {1, Act::set}}
    )) {
    case Act::wait: return;
    case Act::press: clocks.press(color, now); return model.press(color);
    case Act::halt: clocks.halt(now); return model.halt();
    case Act::resume: clocks.resume(now); return model.resume();
    case Act::add: clocks.add(color, amount, now); return model.add(color, amount);
    case Act::set: clocks.set(color, amount, now); return model.set(color, amount);
    }
}

void ten_thousand_presses() {
    const Millis increment{seconds{*rc::gen::inRange(1, 60)}};
    TimeControl control{{Period{}}};
    control.periods[0].base = hours{90};
    control.periods[0].increment = increment;
    control.periods[0].kind = IncrementKind::fischer;
    Clocks clocks{control};
    Instant now{Millis{*rc::gen::inRange(0, 100'000)}};
    const Instant begin = now;
    clocks.start(white, now);
    for (int press = 0; press < 10'000; ++press)
        now = turn(clocks, now, Millis{(press * 7919) % 20'011});
    const auto together = clocks.remaining(white, now) + clocks.remaining(black, now);
    RC_ASSERT(together == 2 * hours{90} + 10'002 * increment - (now - begin));
}

void any_acts_agree_with_ticks() {
    const auto control = any_control();
    Clocks clocks{control};
    TickingClocks model{control};
    Instant now;
    clocks.start(white, now);
    model.start(white);
    const int acts = *rc::gen::inRange(0, 40);
    for (int count = 0; count < acts; ++count) {
        act(clocks, model, now);
        for (int wait = *rc::gen::inRange(0, 60); wait > 0; --wait) {
            now = now + Millis{1};
            model.tick();
        }
        RC_ASSERT(clocks.running() == model.running());
        RC_ASSERT(clocks.remaining(white, now) == model.left(white));
        RC_ASSERT(clocks.remaining(black, now) == model.left(black));
    }
}

// Clocks that run, some acts after the start, and the instant of it.
std::pair<Clocks, Instant> running_clocks() {
    const auto control = any_control();
    Clocks clocks{control};
    TickingClocks model{control};
    Instant now;
    clocks.start(white, now);
    model.start(white);
    for (int count = *rc::gen::inRange(0, 12); count > 0; --count) {
        act(clocks, model, now);
        now = now + Millis{*rc::gen::inRange(0, 40)};
    }
    clocks.resume(now);
    return {clocks, now};
}

void flag_instant_is_the_first() {
    const auto [clocks, now] = running_clocks();
    const auto flag = clocks.flag_at();
    RC_ASSERT(flag.has_value());
    RC_ASSERT(clocks.remaining(*clocks.running(), *flag) <= Millis{0});
    const Instant before = *flag + Millis{-1};
    const bool earlier_is_known = before >= now;
    RC_ASSERT(!earlier_is_known || clocks.remaining(*clocks.running(), before) > Millis{0});
}

void shown_instant_is_the_first() {
    const auto [clocks, now] = running_clocks();
    const Color color = clocks.running().value();
    const Instant since = clocks.running_since().value();
    const Millis shown = clocks.remaining(color, since) - Millis{*rc::gen::inRange(-2, 60)};
    RC_ASSERT(!clocks.shows_at(!color, shown).has_value());
    const auto first = clocks.shows_at(color, shown);
    RC_ASSERT(first.has_value() == (clocks.remaining(color, since) >= shown));
    if (!first) return;
    RC_ASSERT(clocks.remaining(color, *first) == shown);
    RC_ASSERT(*first == since || clocks.remaining(color, *first + Millis{-1}) > shown);
}

} // namespace

TEST_CASE("Before the start both clocks stand and show the first increment (6.6)") {
    const auto clocks = clocks_for("90m+30s");
    CHECK_FALSE(clocks.running());
    CHECK_FALSE(clocks.halted());
    CHECK_FALSE(clocks.flag_at());
    for (const auto color : chess::both_colors)
        CHECK(clocks.remaining(color, at(hours{5})) == hours{1} + minutes{30} + seconds{30});
}

TEST_CASE("A press stops the presser's clock and starts the opponent's (6.2.1)") {
    auto clocks = running("60m");
    CHECK(clocks.press(white, at(seconds{10})));
    CHECK(clocks.running() == black);
    CHECK(clocks.remaining(white, at(seconds{25})) == minutes{60} - seconds{10});
    CHECK(clocks.remaining(black, at(seconds{25})) == minutes{60} - seconds{15});
}

TEST_CASE("A press by the player whose clock stands changes nothing") {
    auto clocks = running("60m+5s");
    const auto before = clocks;
    CHECK_FALSE(clocks.press(black, at(seconds{10})));
    CHECK(clocks == before);
    clocks.halt(at(seconds{11}));
    const auto halted = clocks;
    CHECK_FALSE(clocks.press(white, at(seconds{12})));
    CHECK(clocks == halted);
}

TEST_CASE("A Fischer increment is given whole at the press") {
    auto clocks = running("5m+3s");
    clocks.press(white, at(seconds{1}));
    CHECK(clocks.remaining(white, at(seconds{1})) == minutes{5} + seconds{5});
}

TEST_CASE("A delay runs before the main time and is never saved (6.3.2)") {
    auto clocks = running("5m d5s");
    CHECK(clocks.delay_left(white, at(seconds{2})) == seconds{3});
    CHECK(clocks.remaining(white, at(seconds{5})) == minutes{5});
    CHECK(clocks.remaining(white, at(Millis{5001})) == minutes{5} - Millis{1});
    clocks.press(white, at(seconds{3}));
    CHECK(clocks.remaining(white, at(seconds{3})) == minutes{5});
    CHECK(clocks.delay_left(black, at(seconds{3})) == seconds{5});
}

TEST_CASE("A delay goes on where a halt stopped it") {
    auto clocks = running("5m d5s");
    clocks.halt(at(seconds{3}));
    clocks.resume(at(seconds{100}));
    CHECK(clocks.delay_left(white, at(seconds{100})) == seconds{2});
    CHECK(clocks.remaining(white, at(seconds{104})) == minutes{5} - seconds{2});
    CHECK(clocks.flag_at() == at(minutes{5} + seconds{102}));
}

TEST_CASE("Bronstein gives back what the move used, up to its time") {
    auto clocks = running("5m b5s");
    clocks.press(white, at(seconds{3}));
    CHECK(clocks.remaining(white, at(seconds{3})) == minutes{5});
    clocks.press(black, at(seconds{13}));
    CHECK(clocks.remaining(black, at(seconds{13})) == minutes{5} - seconds{5});
}

TEST_CASE("Bronstein lets a flag fall within its time, a delay does not") {
    auto clocks = running("1s b5s");
    CHECK(clocks.flag_at() == at(seconds{1}));
    CHECK(running("1s d5s").flag_at() == at(seconds{6}));
}

TEST_CASE("The time of an hourglass wanders from one side to the other") {
    auto clocks = running("hourglass 1m");
    clocks.press(white, at(seconds{20}));
    CHECK(clocks.remaining(white, at(seconds{20})) == seconds{40});
    CHECK(clocks.remaining(black, at(seconds{20})) == seconds{80});
    CHECK(clocks.remaining(white, at(seconds{50})) == seconds{70});
    CHECK(clocks.flag_at() == at(seconds{100}));
}

TEST_CASE("The flag falls in the first millisecond with nothing left") {
    const auto clocks = running("1m");
    CHECK(clocks.remaining(white, at(Millis{59'999})) == Millis{1});
    CHECK(clocks.flag_at() == at(minutes{1}));
    CHECK(clocks.remaining(white, at(minutes{1})) == Millis{0});
    CHECK(clocks.remaining(white, at(minutes{2})) == -minutes{1});
}

TEST_CASE("A noted flag stays fallen, and falls no second time, until the clock is set (6.8)") {
    auto clocks = running("1m");
    clocks.note_flag(white);
    CHECK(clocks.flag_fallen(white));
    CHECK_FALSE(clocks.flag_fallen(black));
    CHECK_FALSE(clocks.flag_at());
    clocks.set(white, minutes{2}, at(minutes{1}));
    CHECK_FALSE(clocks.flag_fallen(white));
    CHECK(clocks.flag_at() == at(minutes{3}));
}

TEST_CASE("The time of the next period is added when the count of moves is reached (6.3.2)") {
    auto clocks = running("2/1m,30s");
    CHECK(clocks.moves_to_period_end(white) == 2U);
    Instant now;
    now = turn(clocks, now, seconds{10});
    now = turn(clocks, now, seconds{20});
    CHECK(clocks.period_of(white) == 0);
    CHECK(clocks.moves_to_period_end(white) == 1U);
    now = turn(clocks, now, seconds{10});
    CHECK(clocks.period_of(white) == 1);
    CHECK_FALSE(clocks.moves_to_period_end(white));
    CHECK(clocks.remaining(white, now) == seconds{40} + seconds{30});
    CHECK(clocks.period_of(black) == 0);
    CHECK(clocks.completed(white) == 2);
}

TEST_CASE("The press that ends a period gives the increment of the next one") {
    auto clocks = running("1/1m,1m+30s");
    turn(clocks, {}, seconds{10});
    CHECK(clocks.remaining(white, at(seconds{10})) == seconds{50} + minutes{1} + seconds{30});
}

TEST_CASE("A last period with a count of moves comes again") {
    auto clocks = running("2/1m,1/30s");
    clocks.set_completed(white, 5, {});
    CHECK(clocks.period_of(white) == 4);
    CHECK(clocks.moves_to_period_end(white) == 1U);
    CHECK(clocks.remaining(white, {}) == minutes{1} + 4 * seconds{30});
}

TEST_CASE("Each of several periods gives its own time") {
    auto clocks = running("2/1m,3/10m,30s");
    const std::array<Millis, 7> given{
        minutes{1},
        minutes{1},
        minutes{11},
        minutes{11},
        minutes{11},
        minutes{11} + seconds{30},
        minutes{11} + seconds{30}};
    for (unsigned moves = 0; moves < given.size(); ++moves) {
        clocks.set_completed(white, moves, {});
        CHECK(clocks.remaining(white, {}) == given[moves]);
    }
}

TEST_CASE("Moves that the arbiter takes back take back the period they had brought (7.1)") {
    auto clocks = running("2/1m,30s");
    clocks.set_completed(white, 2, {});
    CHECK(clocks.remaining(white, {}) == seconds{90});
    clocks.set_completed(white, 1, {});
    CHECK(clocks.remaining(white, {}) == minutes{1});
    clocks.complete_move(white, {});
    CHECK(clocks.remaining(white, {}) == seconds{90});
}

TEST_CASE("A completed move in mid-turn does not change what the old period's delay has spent") {
    auto clocks = running("1/1m d5s,1m d30s");
    clocks.complete_move(white, at(seconds{20}));
    CHECK(clocks.remaining(white, at(seconds{20})) == seconds{45} + minutes{1});
}

TEST_CASE("A halt stops both clocks and the same one goes on (6.11)") {
    auto clocks = running("60m");
    clocks.press(white, at(seconds{10}));
    clocks.halt(at(seconds{15}));
    CHECK(clocks.halted());
    CHECK(clocks.suspended() == black);
    CHECK_FALSE(clocks.running());
    CHECK_FALSE(clocks.flag_at());
    CHECK(clocks.remaining(black, at(hours{9})) == minutes{60} - seconds{5});
    clocks.resume(at(hours{9}));
    CHECK(clocks.running() == black);
    CHECK_FALSE(clocks.halted());
    CHECK(clocks.remaining(black, at(hours{9} + seconds{1})) == minutes{60} - seconds{6});
}

TEST_CASE("The arbiter gives the move to a side: no increment, a fresh delay, no halt any more") {
    auto clocks = running("5m d5s");
    clocks.halt(at(seconds{3}));
    clocks.start_for(white, at(seconds{10}));
    CHECK(clocks.running() == white);
    CHECK_FALSE(clocks.halted());
    CHECK(clocks.delay_left(white, at(seconds{10})) == seconds{5});
    clocks.start_for(black, at(seconds{16}));
    CHECK(clocks.running() == black);
    CHECK(clocks.remaining(white, at(seconds{16})) == minutes{5} - seconds{1});
    const auto before = clocks;
    clocks.start_for(black, at(seconds{17}));
    CHECK(clocks == before);
}

TEST_CASE("A penalty is added to a clock that runs as to one that stands (7.5.5)") {
    auto clocks = running("60m");
    clocks.add(white, minutes{2}, at(seconds{30}));
    clocks.add(black, minutes{2}, at(seconds{30}));
    CHECK(clocks.remaining(white, at(seconds{40})) == minutes{62} - seconds{40});
    CHECK(clocks.remaining(black, at(seconds{40})) == minutes{62});
}

TEST_CASE("Ten thousand presses lose and gain no millisecond") {
    CHECK(rc::check(ten_thousand_presses));
}

TEST_CASE("Whatever happens, the clocks agree with ones that tick every millisecond") {
    CHECK(rc::check(any_acts_agree_with_ticks));
}

TEST_CASE("The flag's instant is the first one at which nothing is left") {
    CHECK(rc::check(flag_instant_is_the_first));
}

TEST_CASE("The instant at which a clock shows a time is the first one, and no other clock has one"
) {
    CHECK(rc::check(shown_instant_is_the_first));
    CHECK_FALSE(clocks_for("1m").shows_at(white, seconds{30}));
}

TEST_CASE("A delay that the arbiter gives holds from now on, in every period (Guidelines III.4)") {
    auto clocks = running("1/5m,1m+2s");
    clocks.press(white, at(seconds{10}));
    clocks.give_delay(seconds{5}, at(seconds{30}));
    // What this turn has used is paid, and the whole delay comes after it.
    CHECK(clocks.remaining(black, at(seconds{30})) == minutes{5} - seconds{20});
    CHECK(clocks.delay_left(black, at(seconds{30})) == seconds{5});
    CHECK(clocks.remaining(black, at(seconds{37})) == minutes{5} - seconds{22});
    clocks.complete_move(black, at(seconds{37}));
    CHECK(clocks.press(black, at(seconds{37})));
    CHECK(clocks.remaining(black, at(seconds{37})) == minutes{6} - seconds{22}); // no increment
    CHECK(clocks.delay_left(white, at(seconds{38})) == seconds{4});
    clocks.press(white, at(seconds{39}));
    CHECK(clocks.delay_left(black, at(seconds{39})) == seconds{5});
}

TEST_CASE("A running clock tells since when its time is settled") {
    auto clocks = clocks_for("1m d5s");
    CHECK_FALSE(clocks.running_since());
    clocks.start(white, at(seconds{1}));
    CHECK(clocks.running_since() == at(seconds{1}));
    clocks.add(black, seconds{1}, at(seconds{3}));
    CHECK(clocks.running_since() == at(seconds{3}));
    clocks.press(white, at(seconds{4}));
    CHECK(clocks.running_since() == at(seconds{4}));
    clocks.halt(at(seconds{5}));
    CHECK_FALSE(clocks.running_since());
    clocks.resume(at(seconds{9}));
    CHECK(clocks.running_since() == at(seconds{9}));
}

TEST_CASE("A copy is equal until one of the two goes on") {
    auto clocks = running("60m+5s");
    auto copy = clocks;
    CHECK(copy == clocks);
    copy.press(white, at(seconds{1}));
    CHECK_FALSE(copy == clocks);
}

} // namespace ansage::clock
