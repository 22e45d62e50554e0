// SPDX-License-Identifier: GPL-3.0-or-later
// The agenda on sessions that nobody would plan (first principle 10): nothing open is ever lost,
// and every ruling can be taken back.
#include "any_session.hpp"
#include "support/catch.hpp"
#include "table/apply/apply.hpp"
#include "text_of.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::tests {
namespace {

using table::Matter;
using table::MatterState;

constexpr std::size_t acts_of_a_walk = 200;
// No act takes more.
constexpr std::size_t numbers_of_an_act = 8;

template <class Look>
void walk(Look look) {
    const auto numbers = *rc::gen::container<std::vector<std::uint32_t>>(
        acts_of_a_walk * numbers_of_an_act, rc::gen::arbitrary<std::uint32_t>()
    );
    std::size_t acts = 0;
    play_session(Choices{numbers}, [&](State& state, const table::Input& input) {
        const bool passes = std::holds_alternative<table::TimeReached>(input.body);
        acts += passes ? 0 : 1;
        if (acts > acts_of_a_walk) decide_and_forget(state, input);
        else look(state, input);
    });
}

bool was_changed(const std::vector<table::Event>& events, table::MatterNumber number) {
    return std::ranges::any_of(events, [&](const table::Event& event) {
        const auto* changed = std::get_if<table::MatterChanged>(&event.body);
        return changed != nullptr && changed->number == number;
    });
}

// Whatever became of it, an event says so.
void check_nothing_is_lost(
    const State& before, const State& after, const std::vector<table::Event>& events
) {
    RC_ASSERT(after.agenda.size() >= before.agenda.size());
    for (const Matter& matter : before.agenda) {
        const Matter& now = *after.find_matter(matter.number);
        RC_ASSERT(now.number == matter.number);
        RC_ASSERT(now.kind == matter.kind);
        RC_ASSERT(now.about == matter.about);
        if (now.state != matter.state) {
            const bool was_taken_back = std::ranges::any_of(events, [](const table::Event& event) {
                return std::holds_alternative<table::TakenBack>(event.body);
            });
            RC_ASSERT(was_changed(events, matter.number) || was_taken_back);
        }
        if (matter.state == MatterState::open && now.state == MatterState::open)
            RC_ASSERT(matter.claim.has_value() <= now.claim.has_value());
    }
}

// What an arbiter has to answer is on the agenda as soon as he is told of it.
void check_everything_is_on_it(const State& after, const std::vector<table::Event>& events) {
    for (const table::Event& event : events) {
        if (const auto* proposed = std::get_if<table::Proposed>(&event.body))
            RC_ASSERT(after.find_matter(proposed->matter) != nullptr);
        const auto* alerted = std::get_if<table::Alerted>(&event.body);
        const bool is_offence = alerted != nullptr &&
            (alerted->kind == table::AlertKind::illegal_move_completed ||
             alerted->kind == table::AlertKind::pressed_before_made ||
             alerted->kind == table::AlertKind::touched_piece_not_moved ||
             alerted->kind == table::AlertKind::flag_fallen);
        if (is_offence)
            RC_ASSERT(std::ranges::count(after.agenda, alerted->id, &Matter::alert) == 1);
    }
}

// What a ruling can change, as text. Which side's clock is at work, not whether both were halted:
// after a result that was taken back the arbiter starts them.
std::string record_of(const State& state, base::Instant at) {
    std::string text = fmt::format(
        "end {} result {} offer {}\n",
        state.end_noted ? state.end_noted->ply.value() : 0,
        state.result ? laws::to_string(state.result->score) : "-",
        state.draw_offer ? chess::to_string(*state.draw_offer) : "-"
    );
    for (const table::PlyRecord& ply : state.plies) text += text_of(ply) + '\n';
    for (const Position& position : state.positions) text += chess::to_fen(position) + '\n';
    for (const Color color : chess::both_colors) {
        text += fmt::format(
            "illegal {} clock {} moves {} flagged {} touched {} intended {}\n",
            state.illegal_moves[color],
            state.clocks.remaining(color, at).count(),
            state.clocks.completed(color),
            state.flagged[color],
            state.touches[color].size(),
            state.intended[color].has_value()
        );
    }
    return text;
}

std::string agenda_of(const State& state, table::MatterNumber without) {
    std::string text;
    for (const Matter& matter : state.agenda) {
        if (matter.number != without) {
            text += fmt::format(
                "{} {} {} {}\n",
                matter.number.value(),
                table::to_string(matter.state),
                matter.proposal.has_value(),
                state.is_on_path(matter.move)
            );
        }
    }
    for (const table::OpenAlert& alert : state.alerts)
        text += fmt::format("alert {} {} {}\n", alert.id, alert.open, state.is_on_path(alert.move));
    return text;
}

// As the ruling in these events found it.
State as_ruled_on(State state, const std::vector<table::Event>& events) {
    const auto ruled = std::find_if(events.rbegin(), events.rend(), [](const table::Event& event) {
        return std::holds_alternative<table::Ruled>(event.body);
    });
    std::for_each(events.begin(), std::prev(ruled.base()), [&](const table::Event& event) {
        table::apply(state, event);
    });
    return state;
}

void check_way_back(const State& before, const State& after, base::Instant at) {
    const table::MatterNumber ruled = after.rulings.back().matter;
    State again = after;
    const table::Arbiter act{.act = table::ArbiterAct::takes_back, .reason = {}, .matter = ruled};
    decide_and_forget(again, {at, act});
    // A flag that fell before that input ended the game, and the clocks, at its own instant.
    RC_ASSERT(record_of(again, at) == record_of(before, after.rulings.back().at));
    RC_ASSERT(agenda_of(again, ruled) == agenda_of(before, ruled));
    RC_ASSERT(again.phase == before.phase);
    const auto ran = before.clocks.running();
    RC_ASSERT(!ran || !again.clocks.running() || again.clocks.running() == ran);
    RC_ASSERT(again.rulings.size() + 1 == after.rulings.size());
}

} // namespace

TEST_CASE("Nothing open is ever lost, whatever 200 acts follow one another") {
    CHECK(rc::check([] {
        walk([](State& state, const table::Input& input) {
            const State before = state;
            const std::vector<table::Event> events = table::step(state, input);
            check_nothing_is_lost(before, state, events);
            check_everything_is_on_it(state, events);
        });
    }));
}

// A journal with an event before the clock's start is taken for an altered one.
TEST_CASE("Nothing happens before the clock started that runs, nor before the event before it") {
    CHECK(rc::check([] {
        walk([](State& state, const table::Input& input) {
            std::optional<base::Instant> since = state.clocks.running_since();
            State after = state;
            std::vector<table::Event> events = table::step(after, input);
            for (const table::Event& event : events) {
                RC_ASSERT(event.at <= input.at);
                RC_ASSERT(!since || event.at >= *since);
                table::apply(state, event);
                since = state.clocks.running_since();
            }
            state = std::move(after);
        });
    }));
}

TEST_CASE("A ruling taken back at once gives the state before it") {
    CHECK(rc::check([] {
        walk([](State& state, const table::Input& input) {
            const State before = state;
            const std::vector<table::Event> events = table::step(state, input);
            if (state.rulings.size() == before.rulings.size() + 1)
                check_way_back(as_ruled_on(before, events), state, input.at);
        });
    }));
}

namespace {

table::Announces announced(const State& state, std::string_view uci) {
    const Position& before = state.position();
    return {.seat = before.turn(), .by = {}, .move = heard(before, *chess::parse_uci(before, uci))};
}

} // namespace

// In random walks that takes too many: a board that is put right while the clocks stand.
TEST_CASE("What a ruling closed beside its own matter is open again when it is taken back (D.2.9)"
) {
    table::TableSetup setup;
    setup.edition = test_edition();
    setup.time = *clock::parse_time_control("90m");
    setup.seats.white.board = table::BoardKind::none;
    Sitting sitting{setup};
    const auto shows = [&](Millis at, const Position& position) {
        sitting.submit(at, table::Shows{.board = Color::black, .reading = position.reading()});
    };
    sitting.submit(Millis{0}, table::Arbiter{table::ArbiterAct::starts});
    sitting.submit(Millis{1000}, announced(sitting.state(), "e2e4"));
    sitting.submit(Millis{2000}, table::Presses{.seat = Color::white, .by = {}});
    sitting.submit(Millis{3000}, announced(sitting.state(), "e7e5"));
    // Black's board shows his own move, and not White's.
    chess::Setup wrong = chess::Position{}.setup();
    wrong.board[chess::parse_square("e5")->index()] =
        std::exchange(wrong.board[chess::parse_square("e7")->index()], std::nullopt);
    shows(Millis{4000}, *Position::from_setup(wrong, chess::Strictness::stood));
    sitting.submit(Millis{5000}, table::Presses{.seat = Color::black, .by = {}});
    sitting.reach(Millis{5500});
    const auto differs = [&] {
        return sitting.state().find_open(table::AlertKind::opponent_board_differs, Color::black);
    };
    REQUIRE(differs() != nullptr);
    sitting.submit(Millis{6000}, table::Arbiter{table::ArbiterAct::pauses});
    shows(Millis{7000}, sitting.state().position());
    sitting.reach(Millis{8000});
    REQUIRE(differs() != nullptr); // nobody judges while the clocks stand
    sitting.submit(Millis{9000}, table::Arbiter{table::ArbiterAct::accepts_proposal});
    REQUIRE(sitting.state().rulings.size() == 1);
    CHECK(differs() == nullptr);
    sitting.submit(Millis{10'000}, table::Arbiter{table::ArbiterAct::takes_back});
    CHECK(differs() != nullptr);
}

namespace {

// Blitz in two periods, White in the second by the arbiter's count.
Sitting counted_sitting() {
    table::TableSetup setup;
    setup.edition = test_edition();
    setup.time = *clock::parse_time_control("2/10m,10m");
    Sitting sitting{setup};
    sitting.submit(Millis{0}, table::Arbiter{table::ArbiterAct::starts});
    sitting.submit(Millis{1000}, table::ArbiterSetsMoves{.color = Color::white, .moves = 2});
    return sitting;
}

} // namespace

// In random walks both take too many steps: periods, a count that was set, and then a ruling.
TEST_CASE("A count that a ruling changed comes back, and no time of a period with it (7.1)") {
    Sitting sitting = counted_sitting();
    const chess::Position start;
    const chess::Move move = *chess::parse_uci(start, "e2e4");
    sitting.submit(
        Millis{1500}, table::Shows{.board = Color::white, .reading = start.after(move).reading()}
    );
    sitting.submit(Millis{2000}, table::Presses{.seat = Color::white, .by = {}});
    const State before = sitting.state();
    REQUIRE(before.clocks.completed(Color::white) == 3);
    sitting.submit(Millis{3000}, table::ArbiterRestores{.ply = 0, .reason = {}});
    REQUIRE(sitting.state().rulings.size() == 1);
    CHECK(sitting.state().clocks.completed(Color::white) == 2); // as the arbiter had counted
    sitting.submit(Millis{3000}, table::Arbiter{table::ArbiterAct::takes_back});
    const Instant at{Millis{3000}};
    CHECK(record_of(sitting.state(), at) == record_of(before, at));
}

TEST_CASE("The clock that a ruling on a press stopped runs again when it is taken back (7.5.3)") {
    Sitting sitting = counted_sitting();
    sitting.submit(Millis{2000}, table::Presses{.seat = Color::white, .by = {}});
    sitting.reach(Millis{3000}); // the press is judged
    const State before = sitting.state();
    REQUIRE(before.agenda.size() == 1);
    sitting.submit(Millis{3000}, table::Arbiter{table::ArbiterAct::rules_illegal});
    REQUIRE(sitting.state().rulings.size() == 1);
    sitting.submit(Millis{3000}, table::Arbiter{table::ArbiterAct::takes_back});
    const State& again = sitting.state();
    CHECK(record_of(again, Instant{Millis{3000}}) == record_of(before, Instant{Millis{3000}}));
    CHECK(again.clocks.running() == Color::black); // White had pressed
}

} // namespace ansage::tests
