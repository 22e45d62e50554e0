// SPDX-License-Identifier: GPL-3.0-or-later
// What every table does whoever takes part: time is kept, what was not heard is said again, an act
// silences the answer before it, and an error ends the session.
#include "acts/script.hpp"
#include "acts/table_setup.hpp"
#include "session/participants.hpp"
#include "session/session.hpp"
#include "speech/spy_speaker.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/model/state.hpp"
#include "telling/voice.hpp"

#include <algorithm>
#include <functional>

namespace ansage::session {

namespace {

using base::Error;
using base::Instant;
using base::Millis;
using namespace std::chrono_literals;

// Acts at its times, keeps what it is told, and ends the session after the last act.
class Somebody final : public Participant {
public:
    struct Step {
        Instant at;
        std::function<void(Table&, Participant*)> act;
    };

    struct Noted {
        std::size_t times = 0; // TimeNoted
        std::vector<std::string> said; // the words of each utterance, in order
        std::vector<std::string> kinds; // "said", "resumed"
    };

    Somebody(std::vector<Step> steps, Noted& noted)
        : steps_(std::move(steps)),
          noted_(noted) {}

    bool take_turn(Table& table) override {
        if (at_ == steps_.size()) {
            table.stop();
            return false;
        }
        if (steps_[at_].at > table.now()) return false;
        steps_[at_++].act(table, this);
        return true;
    }

    void note(const Happened& happened) override {
        noted_.times += std::holds_alternative<table::TimeNoted>(happened.input) ? 1U : 0U;
        if (std::holds_alternative<table::Resumed>(happened.input))
            noted_.kinds.emplace_back("resumed");
        for (const table::Event& event : happened.events) {
            if (const auto* said = std::get_if<table::Said>(&event.body)) {
                noted_.said.push_back(said->message.words);
                noted_.kinds.emplace_back("said " + said->message.id);
            }
        }
    }

    std::optional<Instant> next_deadline(Instant /*now*/) const override {
        return at_ == steps_.size() ? std::nullopt : std::optional{steps_[at_].at};
    }

private:
    std::vector<Step> steps_;
    Noted& noted_;
    std::size_t at_ = 0;
};

std::function<void(Table&, Participant*)> act(const std::string& text) {
    return [text](Table& table, Participant* self) {
        const auto parsed = acts::parse_act(text);
        REQUIRE(parsed);
        REQUIRE(table.submit(self, acts::input_of(*parsed, table.state())));
    };
}

acts::TableKit a_table() {
    auto kit = acts::load_table(acts::default_header(), tests::share());
    REQUIRE(kit);
    return *std::move(kit);
}

struct Ran {
    base::Result<End, Error> end;
    Somebody::Noted noted;
    table::State state;
};

Ran run_session(
    std::vector<Somebody::Step> steps,
    std::optional<table::State> before = {},
    std::vector<ParticipantPtr> others = {}
) {
    acts::TableKit kit = a_table();
    Ran ran{.end = End::over, .noted = {}, .state = table::open_table(kit.setup)};
    const bool goes_on = before.has_value();
    std::vector<ParticipantPtr> seats = std::move(others);
    seats.push_back(std::make_unique<Somebody>(std::move(steps), ran.noted));
    Session session{{
        .shell = Shell{before ? *std::move(before) : ran.state, kit.words, nullptr},
        .pacer = make_virtual_pacer({}),
        .participants = std::move(seats),
        .resumed = goes_on ? std::optional{Session::Resumed{Millis{500}}} : std::nullopt,
        .note_every = Millis{1000},
    }};
    ran.end = session.run();
    ran.state = session.state();
    return ran;
}

} // namespace

TEST_CASE(
    "While a clock runs it is stored every second how far it is, and at the end", "[session]"
) {
    const Ran ran = run_session(
        {{.at = Instant{} + 1s, .act = act("arbiter starts")},
         {.at = Instant{} + 11s, .act = act("arbiter pauses")},
         {.at = Instant{} + 60s, .act = act("arbiter resumes")}}
    );
    CHECK(ran.end);
    CHECK(ran.noted.times >= 10);
    CHECK(ran.noted.times <= 12); // none while both clocks stand
}

TEST_CASE(
    "After a crash what matters and was not heard is said again, before all else", "[session]"
) {
    acts::TableKit kit = a_table();
    table::State state = table::open_table(kit.setup);
    const auto say = [&](std::uint64_t id, table::Priority priority, std::string message) {
        state.unfinished.emplace(
            id,
            table::Said{
                .id = id,
                .audience = table::Audience::ear_white,
                .priority = priority,
                .cause = table::Cause::announcement,
                .message = {.id = std::move(message), .arguments = {}, .words = {}}}
        );
    };
    state.next_id = 4;
    say(1, table::Priority::text, "not.again");
    say(2, table::Priority::important, "again.important");
    say(3, table::Priority::message, "again.message");
    const Ran ran = run_session({{.at = {}, .act = act("arbiter starts")}}, state);
    CHECK(ran.end);
    REQUIRE(ran.noted.kinds.size() >= 3);
    CHECK(ran.noted.kinds[0] == "said again.important");
    CHECK(ran.noted.kinds[1] == "said again.message");
    CHECK(std::ranges::count(ran.noted.kinds, "resumed") == 1);
    CHECK(std::ranges::count(ran.noted.kinds, "said not.again") == 0);
}

TEST_CASE("What a participant cannot go on without ends the session with its error", "[session]") {
    const Ran ran = run_session(
        {{.at = {},
          .act =
              [](Table& table, Participant*) {
                  table.fail({base::as_it_is(std::string{"the first"}), {}, {}});
                  table.fail({base::as_it_is(std::string{"the second"}), {}, {}});
              }},
         {.at = {}, .act = act("arbiter starts")}}
    );
    REQUIRE_FALSE(ran.end);
    CHECK(ran.end.error().what == "the first");
    CHECK(ran.state.phase == table::Phase::not_started);
}

TEST_CASE("Whoever acts has heard enough of the answer before", "[session]") {
    auto spy = std::make_unique<speech::SpySpeaker>();
    speech::SpySpeaker& heard = *spy;
    telling::Voice voice = telling::Voice::open(std::move(spy), {});
    std::vector<ParticipantPtr> seats;
    seats.push_back(make_voice_participant(voice));
    const Ran ran = run_session(
        {{.at = {}, .act = act("arbiter starts")},
         {.at = Instant{} + 1s, .act = act("white asks time")},
         {.at = Instant{} + 2s, .act = act("white announces Eva zwei Eva vier")},
         {.at = Instant{} + 3s, .act = act("white button time")}},
        {},
        std::move(seats)
    );
    CHECK(ran.end);
    const auto stops = std::ranges::count_if(heard.lines(), [](const std::string& line) {
        return line == "ear-white stop text";
    });
    CHECK(stops == 3);
    CHECK(std::ranges::count(heard.lines(), "ear-black stop text") == 0);
}

} // namespace ansage::session
