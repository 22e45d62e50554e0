// SPDX-License-Identifier: GPL-3.0-or-later
// One history with branches: whatever is played, claimed, ruled, undone and restored, what is open
// rests on a move that stands, and nothing is counted that the path does not hold.
#include "any_session.hpp"
#include "support/catch.hpp"
#include "table/apply/apply.hpp"
#include "table/disputes/agenda.hpp"

#include <algorithm>
#include <random>

namespace ansage::tests {
namespace {

using table::MatterState;

// Words alone make the moves, so that a game gets on.
table::TableSetup spoken_setup(Choices& choices) {
    constexpr std::array controls{"90m+30s", "1m", "2/1m,1m"};
    table::TableSetup setup;
    setup.edition = test_edition();
    setup.edition.press_without_move_is_illegal = choices.below(2) == 0;
    setup.time = *clock::parse_time_control(controls[choices.below(controls.size())]);
    for (const Color color : chess::both_colors)
        setup.seats[color] = {.vision = table::Vision::impaired, .board = table::BoardKind::none};
    return setup;
}

InputBody any_ruling(Choices& choices, const State& state) {
    constexpr std::array acts{
        table::ArbiterAct::accepts_proposal,
        table::ArbiterAct::rules_illegal,
        table::ArbiterAct::rules_incorrect,
        table::ArbiterAct::rules_stands,
        table::ArbiterAct::takes_back,
        table::ArbiterAct::takes_back};
    switch (choices.below(6)) {
    case 0:
        return table::ArbiterRestores{.ply = table::Ply{choices.below(state.made().value() + 1)}};
    case 1:
        return table::ArbiterRulesIllegal{
            .color = any_color(choices), .two_hands = choices.below(2) == 0};
    default: {
        const auto act = acts[choices.below(acts.size())];
        return table::Arbiter{.act = act, .reason = {}, .matter = any_matter(choices, state)};
    }
    }
}

InputBody any_act_of_history(Choices& choices, const State& state) {
    const Color mover = state.to_move();
    switch (choices.below(16)) {
    case 0: return table::Resigns{.seat = any_color(choices)};
    case 1:
        return table::Draws{
            .seat = any_color(choices), .act = static_cast<table::DrawAct>(choices.below(2))};
    case 2:
        return table::Claims{
            .seat = any_color(choices),
            .kind = static_cast<table::ClaimKind>(choices.below(6)),
            .with = {}};
    case 3: return table::ArbiterSets{.color = any_color(choices), .remaining = Millis{60'000}};
    case 4: return table::Arbiter{.act = table::ArbiterAct::resumes, .reason = {}};
    case 5:
    case 6:
    case 7: return any_ruling(choices, state);
    case 8:
    case 9:
    case 10:
    case 11:
        return table::Announces{
            .seat = mover, .by = {}, .move = any_words(choices, state.position())};
    default: return table::Presses{.seat = state.clocks.running().value_or(mover), .by = {}};
    }
}

// What the path alone gives: its moves, one after the other, at a table that has seen nothing else.
void check_path(const State& state) {
    State fresh = table::open_table(*state.setup);
    for (table::Ply number = 1; number <= state.made(); ++number) {
        const table::PlyRecord& ply = state.plies[number];
        const Instant at = ply.made_at.value_or(Instant{});
        table::apply(
            fresh,
            {at, table::Made{.ply = number, .move = *ply.move, .san = ply.san, .legal = ply.legal}}
        );
    }
    RC_ASSERT(std::ranges::equal(fresh.positions, state.positions));
    RC_ASSERT(fresh.keys == state.keys);
}

void check_counts(const State& state) {
    for (const Color color : chess::both_colors) {
        unsigned counted = 0;
        for (const table::RulingKept& ruling : state.rulings)
            counted += state.is_on_path(ruling.tip) ? ruling.counted[color] : 0;
        RC_ASSERT(state.illegal_moves[color] == counted);
    }
}

// Of two results that exclude each other none is taken unless it is named.
void check_order_of_ends(const State& state, Instant at) {
    if (!table::excludes_another(state) || state.phase == table::Phase::ended) return;
    const auto events = table::decide(
        state, {at, table::Arbiter{.act = table::ArbiterAct::accepts_proposal, .reason = {}}}
    );
    RC_ASSERT(!events.empty());
    RC_ASSERT(std::holds_alternative<table::Refused>(events.front().body));
}

void check_history(const State& state, Instant at) {
    for (const table::Matter& matter : state.agenda)
        RC_ASSERT(matter.state != MatterState::open || state.is_on_path(matter.move));
    check_counts(state);
    check_path(state);
    check_order_of_ends(state, at);
}

void play_history(Choices choices) {
    State state = table::open_table(spoken_setup(choices));
    Instant now{};
    decide_and_forget(state, {now, table::Arbiter{table::ArbiterAct::starts}});
    while (!choices.is_empty()) {
        constexpr std::array waits{0, 40, 350, 3100, 20'000};
        now = now + Millis{waits[choices.below(waits.size())]};
        decide_and_forget(state, {now, table::TimeReached{}});
        decide_and_forget(state, {now, any_act_of_history(choices, state)});
        check_history(state, now);
    }
}

std::vector<std::uint32_t> numbers(std::mt19937& random, std::size_t count) {
    std::vector<std::uint32_t> numbers(count);
    std::ranges::generate(numbers, [&] { return static_cast<std::uint32_t>(random()); });
    return numbers;
}

} // namespace

TEST_CASE("What is open rests on a move that stands, and what is counted too") {
    CHECK(rc::check([] {
        const auto seed = *rc::gen::arbitrary<std::uint32_t>();
        std::mt19937 random{seed};
        play_history(Choices{numbers(random, 500)});
    }));
}

// About four numbers a step.
TEST_CASE("The same over a million steps", "[.long]") {
    CHECK(rc::check([] {
        const auto seed = *rc::gen::arbitrary<std::uint32_t>();
        std::mt19937 random{seed};
        for (unsigned game = 0; game < 100; ++game) play_history(Choices{numbers(random, 400)});
    }));
}

namespace {

table::Announces said(const State& state, std::string_view uci) {
    const Position& before = state.position();
    return {.seat = before.turn(), .by = {}, .move = heard(before, *chess::parse_uci(before, uci))};
}

void play(Sitting& sitting, std::string_view uci, Millis at) {
    const Color mover = sitting.state().to_move();
    sitting.submit(at, said(sitting.state(), uci));
    sitting.submit(at, table::Presses{.seat = mover, .by = {}});
}

table::TableSetup without_boards() {
    Choices none{{}};
    return spoken_setup(none);
}

} // namespace

TEST_CASE("Before a ruling is taken back the arbiter hears which moves are lost (12.9)") {
    Sitting sitting{without_boards()};
    sitting.submit(Millis{0}, table::Arbiter{.act = table::ArbiterAct::starts});
    play(sitting, "e2e4", Millis{1000});
    sitting.submit(Millis{2000}, table::ArbiterRestores{.ply = 0});
    const InputBody back = table::Arbiter{.act = table::ArbiterAct::takes_back};
    const auto nothing = table::consequence_of(sitting.state(), back);
    REQUIRE(nothing);
    CHECK(nothing->id == "consequence.taken_back");
    for (const Color color : chess::both_colors)
        sitting.submit(Millis{2500}, table::Confirms{.seat = color});
    play(sitting, "d2d4", Millis{3000});
    play(sitting, "d7d5", Millis{4000});
    const auto told = table::consequence_of(sitting.state(), back);
    REQUIRE(told);
    REQUIRE(told->arguments.parts);
    REQUIRE(told->arguments.parts->size() == 2);
    const table::MessageArguments& lost = told->arguments.parts->back().arguments;
    CHECK(lost.count == 2U);
    CHECK(lost.number == 1U);
    CHECK(lost.player == Color::white);
    CHECK(told->arguments.number == nothing->arguments.number);
}

TEST_CASE("What a restoration cuts is left, under numbers that are never used again") {
    Sitting sitting{without_boards()};
    sitting.submit(Millis{0}, table::Arbiter{.act = table::ArbiterAct::starts});
    play(sitting, "e2e4", Millis{1000});
    play(sitting, "e7e5", Millis{2000});
    const table::MoveId white = sitting.state().move_at(1);
    const table::MoveId black = sitting.state().move_at(2);
    CHECK(sitting.state().plies[2].parent == white);
    sitting.submit(Millis{3000}, table::ArbiterRestores{.ply = 1});
    CHECK(sitting.state().is_on_path(white));
    CHECK_FALSE(sitting.state().is_on_path(black));
    REQUIRE(sitting.state().left.size() == 1);
    CHECK(sitting.state().left.front().san == "e5");
    for (const Color color : chess::both_colors)
        sitting.submit(Millis{3500}, table::Confirms{.seat = color});
    play(sitting, "c7c5", Millis{4000});
    CHECK(sitting.state().move_at(2) != black);
    sitting.submit(Millis{5000}, table::Arbiter{.act = table::ArbiterAct::takes_back});
    CHECK(sitting.state().move_at(2) == black);
    REQUIRE(sitting.state().left.size() == 1);
    CHECK(sitting.state().left.front().san == "c5");
}

} // namespace ansage::tests
