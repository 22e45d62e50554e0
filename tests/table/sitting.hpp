// SPDX-License-Identifier: GPL-3.0-or-later
// A table with one hand and one voice at it, for tests: inputs come in the order of their stamps,
// and time comes before each, as the shell does it.
#pragma once

#include "table/decide/decide.hpp"

#include <string>
#include <variant>
#include <vector>

namespace ansage::tests {

using base::Instant;
using base::Millis;

// The times of Appendix D as the default profile has them; what else an edition says does not
// matter here.
inline laws::Edition test_edition() {
    laws::Edition edition;
    edition.name = "test";
    edition.appendix_d = {
        .announcement_due = Millis{3000},
        .repetition_mending = Millis{3000},
        .settle_occupancy = Millis{60},
        .settle_identity = Millis{300},
        .touch_debounce = Millis{150},
        .correction_immediate = Millis{3000},
    };
    edition.fivefold = laws::AutomaticRepetition{.times = 5};
    edition.seventyfive_moves = 75;
    edition.moves_before_agreement = 1;
    for (auto& rules : edition.class_rules) {
        rules.fill({
            .illegal_move = {.added = Millis{120'000}, .loses_at = 2},
            .wrong_claim_added = Millis{120'000},
        });
    }
    return edition;
}

class Sitting {
public:
    explicit Sitting(table::TableSetup setup)
        : state_(table::open_table(std::move(setup))) {}

    void submit(Millis at, table::InputBody body) {
        reach(at);
        add(table::step(state_, {Instant{at}, std::move(body)}));
    }

    void reach(Millis at) { add(table::step(state_, {Instant{at}, table::TimeReached{}})); }

    [[nodiscard]] const table::State& state() const { return state_; }

    [[nodiscard]] const std::vector<table::Event>& events() const { return events_; }

    template <class Body>
    [[nodiscard]] std::vector<Body> all() const {
        std::vector<Body> result;
        for (const table::Event& event : events_)
            if (const auto* body = std::get_if<Body>(&event.body)) result.push_back(*body);
        return result;
    }

private:
    void add(std::vector<table::Event> events) {
        events_.insert(events_.end(), events.begin(), events.end());
    }

    table::State state_;
    std::vector<table::Event> events_;
};

// For its effect on the state alone.
inline void decide_and_forget(table::State& state, const table::Input& input) {
    static_cast<void>(table::step(state, input));
}

inline table::HeardMove heard(const chess::Position& before, chess::Move move) {
    return {
        .text = "as in the test",
        .move = move,
        .error = {},
        .said = table::spoken(move, before.at(move.from())->role)};
}

} // namespace ansage::tests
