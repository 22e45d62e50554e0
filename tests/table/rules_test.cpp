// SPDX-License-Identifier: GPL-3.0-or-later
// The one rule of change, on sessions that nobody would plan: whatever happens at the table, its
// events give its next state, and time is decided once.
#include "any_session.hpp"
#include "support/catch.hpp"
#include "table/apply/apply.hpp"
#include "table/decide/decide.hpp"
#include "text_of.hpp"

namespace ansage::tests {

TEST_CASE("Applying the events of a decision gives the state that the decision left") {
    CHECK(rc::check([] {
        play_any_session([](State& state, const table::Input& input) {
            State copy = state;
            for (const table::Event& event : table::step(state, input)) table::apply(copy, event);
            RC_ASSERT(text_of(copy) == text_of(state));
        });
    }));
}

TEST_CASE("decide() gives what step() gives and leaves its argument alone") {
    CHECK(rc::check([] {
        play_any_session([](State& state, const table::Input& input) {
            const std::string before = text_of(state);
            const std::string decided = text_of(table::decide(state, input));
            RC_ASSERT(text_of(state) == before);
            RC_ASSERT(text_of(table::step(state, input)) == decided);
        });
    }));
}

TEST_CASE("A press always switches a clock that runs, unless an interlock holds it (6.2.2)") {
    CHECK(rc::check([] {
        play_any_session([](State& state, const table::Input& input) {
            const auto* press = std::get_if<table::Presses>(&input.body);
            const bool runs =
                press != nullptr && state.in_play() && state.clocks.running() == press->seat;
            // In a club it waits until a blind opponent has heard the move.
            const bool may_hold = press != nullptr &&
                (state.seat(press->seat).interlock || state.setup->mode != table::Mode::tournament);
            decide_and_forget(state, input);
            if (runs && !may_hold && state.phase == table::Phase::playing)
                RC_ASSERT(state.clocks.running() == !press->seat);
        });
    }));
}

TEST_CASE("Time that was reached once changes nothing when it is reached again") {
    CHECK(rc::check([] {
        play_any_session([](State& state, const table::Input& input) {
            decide_and_forget(state, input);
            decide_and_forget(state, {input.at, table::TimeReached{}});
            RC_ASSERT(table::step(state, {input.at, table::TimeReached{}}).empty());
            const auto next = table::next_deadline(state);
            RC_ASSERT(!next || *next > input.at);
        });
    }));
}

TEST_CASE("A refusal changes nothing else") {
    CHECK(rc::check([] {
        play_any_session([](State& state, const table::Input& input) {
            const std::string before = text_of(state);
            const std::vector<table::Event> events = table::step(state, input);
            const bool refused =
                events.size() == 1 && std::holds_alternative<table::Refused>(events.front().body);
            if (refused) RC_ASSERT(text_of(state) == before);
        });
    }));
}

} // namespace ansage::tests
