// SPDX-License-Identifier: GPL-3.0-or-later
// The table's clocks against real time, and alarms as a value.
#include "sitting.hpp"
#include "support/catch.hpp"
#include "table/model/alarms.hpp"

#include <chrono>
#include <random>

namespace ansage::tests {
namespace {

using base::Instant;
using base::Millis;
using chess::Color;
using std::chrono::microseconds;
using table::Alarms;

using namespace std::chrono_literals;

table::TableSetup clock_alone(std::string_view time, Alarms alarms = Alarms::none) {
    table::TableSetup setup;
    setup.edition = test_edition();
    setup.time = *clock::parse_time_control(time);
    setup.boards = 0;
    for (const Color color : chess::both_colors) {
        setup.seats[color] = {
            .vision = table::Vision::impaired, .board = table::BoardKind::none, .alarms = alarms};
    }
    return setup;
}

void starts(Sitting& sitting, Millis at) {
    sitting.submit(at, table::Arbiter{table::ArbiterAct::starts});
}

Millis used(const Sitting& sitting, Color color, Millis at) {
    const clock::Clocks& clocks = sitting.state().clocks;
    const clock::TimeControl& control = clocks.control();
    const Millis increments = control.periods.front().increment * clocks.completed(color);
    return clock::start_time(control) + increments - clocks.remaining(color, Instant{at});
}

// What was said of the clocks by themselves; the start was told to both.
std::vector<table::Said> said_by_time(const Sitting& sitting) {
    std::vector<table::Said> said = sitting.all<table::Said>();
    std::erase_if(said, [](const table::Said& words) {
        return words.message.id == "clock.white" || words.message.id == "clock.black";
    });
    return said;
}

// A stamp is what the shell gives: real time in whole milliseconds.
Millis stamp(microseconds real) { return std::chrono::floor<Millis>(real); }

// Six hours with 5,000 presses at any microsecond, a note every second, and now and then a pause of
// the arbiter, which is as long as its two stamps say.
class Evening {
public:
    explicit Evening(std::string_view time)
        : sitting_(clock_alone(time, Alarms::words)) {
        starts(sitting_, Millis{0});
    }

    void think_and_press() {
        think();
        submit(table::Presses{.seat = *sitting_.state().clocks.running()});
    }

    void pause() {
        const Millis from = stamp(now_);
        submit(table::Arbiter{table::ArbiterAct::pauses});
        think();
        submit(table::Arbiter{table::ArbiterAct::resumes});
        stood_ += stamp(now_) - from;
    }

    [[nodiscard]] microseconds now() const { return now_; }

    [[nodiscard]] unsigned completed() const {
        const clock::Clocks& clocks = sitting_.state().clocks;
        return clocks.completed(Color::white) + clocks.completed(Color::black);
    }

    // How far what both clocks have used is from the time that has passed.
    [[nodiscard]] microseconds error() const {
        const Millis at = stamp(now_);
        const Millis both = used(sitting_, Color::white, at) + used(sitting_, Color::black, at);
        return both + stood_ - now_;
    }

private:
    void think() {
        const microseconds until = now_ + microseconds{thinking_(dice_)};
        for (auto note = std::chrono::ceil<std::chrono::seconds>(now_); note < until; note += 1s)
            sitting_.submit(stamp(note), table::TimeNoted{});
        now_ = until;
    }

    void submit(table::InputBody body) { sitting_.submit(stamp(now_), std::move(body)); }

    Sitting sitting_;
    std::mt19937 dice_{20'261'121};
    std::uniform_int_distribution<std::int64_t> thinking_{0, 2 * 6 * 3600 * 1'000'000LL / 5000};
    microseconds now_{0};
    Millis stood_{0};
};

TEST_CASE("Over six hours with 5,000 presses the two clocks and real time agree within 1 ms") {
    const std::string time = GENERATE("100h", "90h+30s");
    Evening evening{time};
    for (unsigned press = 1; press <= 5000; ++press) {
        evening.think_and_press();
        if (press % 100 == 50) evening.pause();
        REQUIRE(std::abs(evening.error().count()) <= 1000);
    }
    CHECK(evening.completed() == 5000);
    CHECK(evening.now() > 5h + 45min);
}

TEST_CASE("Speech that is late, cut or never reported does not change a clock") {
    Sitting prompt{clock_alone("10m", Alarms::words)};
    Sitting slow{clock_alone("10m", Alarms::words)};
    for (Sitting* sitting : {&prompt, &slow}) {
        starts(*sitting, Millis{0});
        sitting->submit(301s, table::Asks{.seat = Color::white, .question = table::Question::time});
    }
    for (const table::Said& said : prompt.all<table::Said>())
        prompt.submit(301s, table::UtteranceReported{.id = said.id});
    for (const table::Said& said : slow.all<table::Said>()) {
        slow.submit(
            320s, table::UtteranceReported{.id = said.id, .outcome = table::SpeechOutcome::failed}
        );
    }
    for (Sitting* sitting : {&prompt, &slow})
        sitting->submit(330s, table::Presses{.seat = Color::white});
    CHECK(prompt.state().clocks == slow.state().clocks);
}

TEST_CASE("What a suspend has overtaken is not said: only the newest alarm is") {
    Sitting sitting{clock_alone("11m", Alarms::words)};
    starts(sitting, Millis{0});
    sitting.reach(615s); // the machine slept: 45 seconds are left
    const auto said = said_by_time(sitting);
    REQUIRE(said.size() == 1);
    CHECK(said.front().message.arguments.time == Millis{60'000});
    CHECK(sitting.all<table::AlarmReached>().size() == 4);
}

TEST_CASE("After the flag nothing is counted") {
    Sitting sitting{clock_alone("11s", Alarms::words)};
    starts(sitting, Millis{0});
    sitting.reach(60s);
    CHECK(sitting.all<table::FlagFell>().size() == 1);
    for (const table::Said& said : said_by_time(sitting)) {
        CHECK(said.audience == table::Audience::ear_white);
        CHECK(said.cause == table::Cause::standing_request);
    }
}

// A.4c (2014): nobody supervises a blitz game, so that only the opponent may claim.
TEST_CASE("Where only the opponent may claim, nobody is told of a flag") {
    table::TableSetup setup = clock_alone("5m");
    setup.supervised = false;
    setup.mode = table::Mode::club;
    setup.edition.class_limits = {.blitz_at_most = 10min, .rapid_below = 60min};
    setup.edition.flag_unsupervised = laws::FlagEstablishedBy::claimant_with_time_left;
    setup.boards = GENERATE(0U, 1U);
    Sitting sitting{setup};
    starts(sitting, Millis{0});
    sitting.reach(301s);
    CHECK(sitting.all<table::FlagFell>().size() == 1);
    CHECK(said_by_time(sitting).empty());
    CHECK(sitting.all<table::Alerted>().empty());
    CHECK(sitting.all<table::Ended>().empty());
    sitting.submit(302s, table::Claims{.seat = Color::black, .kind = table::ClaimKind::flag});
    CHECK(sitting.all<table::Ended>().size() == setup.boards);
}

TEST_CASE("Which alarms are due again after a clock was given time") {
    struct Row {
        Millis remaining;
        std::optional<Millis> passed;
        std::optional<Millis> expected; // the next one that is due
    };

    const Row row = GENERATE(values<Row>({
        {5400s, {}, 600s},
        {600s, {}, 300s}, // a game of ten minutes does not begin with "ten minutes"
        {180s, {}, 120s},
        {59s, 60s, 30s},
        {79s, 60s, 30s}, // twenty seconds more are no reason to say "one minute" again
        {119s, 60s, 30s},
        {120s, 60s, 60s},
        {25s, 5s, 10s}, // but the last ten seconds are counted every time
        {12s, 7s, 10s},
        {10s, 7s, 9s},
        {8500ms, 7s, 7s + 1s},
        {7s, 7s, 6s},
        {500ms, 1s, {}},
        {1860s, 1s, 600s},
        {1199s, 1s, 300s},
    }));
    CAPTURE(row.remaining.count(), row.passed.value_or(Millis{0}).count());
    CHECK(table::next_alarm(table::alarms_passed(row.remaining, row.passed)) == row.expected);
}

} // namespace
} // namespace ansage::tests
