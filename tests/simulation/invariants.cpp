// SPDX-License-Identifier: GPL-3.0-or-later
#include "invariants.hpp"

#include "chess/fen.hpp"
#include "support/catch.hpp"
#include "table/apply/apply.hpp"
#include "table/disputes/agenda.hpp"
#include "table/in_words.hpp"
#include "table/model/names.hpp"
#include "table/text_of.hpp"
#include "table/whole.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ansage::tests {

using chess::Color;
using table::ArbiterAct;
using table::Matter;
using table::MatterState;
using table::State;

namespace {

bool is_told(const table::InputBody& body) {
    return !std::holds_alternative<table::TimeReached>(body) &&
        !std::holds_alternative<table::UtteranceReported>(body);
}

} // namespace

Invariants::Invariants(const Plan& plan, const State& state)
    : plan_(plan),
      state_(state),
      replayed_(state) {}

void Invariants::expect(bool holds, std::string_view what) const {
    if (holds) return;
    FAIL(fmt::format("{}\n{}\n{}\n{}", what, to_string(plan_), told_setup(), fmt::join(told_, "\n"))
    );
}

std::string Invariants::told_setup() const {
    const table::TableSetup& setup = *state_.setup;
    std::string start = chess::to_fen(setup.start);
    std::ranges::replace(start, ' ', '_');
    std::string text = fmt::format(
        "{} {} {} supervised {} start {}",
        setup.edition.name,
        table::to_string(setup.mode),
        clock::to_string(setup.time),
        setup.supervised ? "yes" : "no",
        start
    );
    for (const Color color : chess::both_colors) {
        text += fmt::format(
            " | {} {} {}",
            chess::to_string(color),
            table::to_string(setup.seats[color].vision),
            table::to_string(setup.seats[color].board)
        );
    }
    return text;
}

void Invariants::look(const table::Input& input, const std::vector<table::Event>& events) {
    if (is_told(input.body)) {
        told_.push_back(fmt::format("{}  {}", in_words(input.at.since_open), in_words(input.body)));
    }
    for (const table::Event& event : events) {
        table::apply(replayed_, event);
        const bool gives_time = std::holds_alternative<table::ClockAdjusted>(event.body);
        expect(is_ruling_ || !gives_time, "a clock is set and nobody has ruled");
    }
    const bool is_idle = events.empty() || !is_told(input.body);
    if (!is_idle) {
        const std::vector<std::string> faults = faults_of(state_);
        expect(faults.empty(), faults.empty() ? "" : faults.front());
        check_agenda();
        check_counts();
        check_order_of_ends(input.at);
        check_path();
        expect(text_of(replayed_) == text_of(state_), "the events give another state");
    }
}

void Invariants::check_agenda() const {
    for (const Matter& matter : state_.agenda) {
        expect(
            matter.state != MatterState::open || state_.is_on_path(matter.move),
            "an open matter names a move that does not stand"
        );
    }
}

// What the rulings in force have counted after moves that stand, and no more.
void Invariants::check_counts() const {
    for (const Color color : chess::both_colors) {
        unsigned counted = 0;
        for (const table::RulingKept& ruling : state_.rulings)
            counted += state_.is_on_path(ruling.tip) ? ruling.counted[color] : 0;
        expect(state_.illegal_moves[color] == counted, "an offence is counted off the path");
    }
}

// Of two results that exclude each other none is taken unless it is named.
void Invariants::check_order_of_ends(base::Instant at) const {
    if (plan_.mode != table::Mode::tournament || state_.phase == table::Phase::ended ||
        !table::excludes_another(state_))
        return;
    const auto events = table::decide(
        state_, {at, table::Arbiter{.act = ArbiterAct::accepts_proposal, .reason = {}}}
    );
    expect(
        !events.empty() && std::holds_alternative<table::Refused>(events.front().body),
        "two endings stand open, and one is taken unnamed"
    );
}

// The moves of the path alone, at a table that has seen nothing else.
void Invariants::check_path() const {
    State fresh = table::open_table(*state_.setup);
    for (table::Ply number = 1; number <= state_.made(); ++number) {
        const table::PlyRecord& ply = state_.plies[number];
        const table::Made made{
            .ply = number, .move = *ply.move, .san = ply.san, .legal = ply.legal};
        table::apply(fresh, {ply.made_at.value_or(base::Instant{}), made});
    }
    expect(
        std::ranges::equal(fresh.positions, state_.positions) && fresh.keys == state_.keys,
        "the moves of the path give other positions"
    );
}

} // namespace ansage::tests
