// SPDX-License-Identifier: GPL-3.0-or-later
// The check of the whole state finds what is broken, one member at a time.
#include "chess/uci.hpp"
#include "sitting.hpp"
#include "support/catch.hpp"
#include "whole.hpp"

#include <functional>

namespace ansage::tests {
namespace {

using chess::Color;
using std::chrono_literals::operator""s;
using table::Matter;
using table::State;

void play(Sitting& sitting, Color seat, std::string_view move, Millis at) {
    const chess::Position before = sitting.state().position();
    sitting.submit(
        at,
        table::Announces{
            .seat = seat, .by = {}, .move = heard(before, *chess::parse_uci(before, move))}
    );
    sitting.submit(at, table::Presses{.seat = seat, .by = {}});
}

// A move that Black's board does not show, which lies open; an illegal move that was ruled on; a
// claim.
State played() {
    table::TableSetup setup;
    setup.edition = test_edition();
    setup.time = *clock::parse_time_control("90m+30s");
    for (const Color color : chess::both_colors)
        setup.seats[color] = {.vision = table::Vision::impaired, .board = table::BoardKind::none};
    setup.seats.black.board = table::BoardKind::occupancy;
    Sitting sitting{setup};
    sitting.submit(1s, table::Arbiter{.act = table::ArbiterAct::starts});
    play(sitting, Color::white, "e2e4", 2s);
    sitting.submit(3s, table::Presses{.seat = Color::black, .by = {}});
    sitting.submit(5s, table::ArbiterRulesIllegal{.color = Color::black});
    sitting.submit(6s, table::Presses{.seat = Color::black, .by = {}});
    sitting.submit(
        8s, table::Claims{.seat = Color::white, .kind = table::ClaimKind::touch, .with = {}}
    );
    return sitting.state();
}

struct Broken {
    std::string_view sentence; // a part of what is told
    std::function<void(State&)> breaks;
};

// NOLINTNEXTLINE(readability-function-size): a table
const std::vector<Broken>& broken() {
    static const std::vector<Broken> rows{
        {"keys of repetition", [](State& state) { state.keys.pop_back(); }},
        {"there is no start", [](State& state) { state.positions = {}; }},
        {"plies for",
         [](State& state) {
             while (state.plies.size() < 7) state.plies.push_back({});
         }},
        {"does not begin at the start",
         [](State& state) { *state.positions.begin() = state.positions.after(1); }},
        {"the key after ply 1", [](State& state) { state.keys[1] = state.keys[0]; }},
        {"has a position and is open",
         [](State& state) { state.plies[1].state = table::PlyState::open; }},
        {"has no move", [](State& state) { state.plies[1].move.reset(); }},
        {"made at no time", [](State& state) { state.plies[1].made_at.reset(); }},
        {"has no SAN", [](State& state) { state.plies[1].san.clear(); }},
        {"but not both", [](State& state) { state.plies[1].completed_at.reset(); }},
        {"completed before it was made",
         [](State& state) { state.plies[1].made_at = Instant{9s}; }},
        {"called legal and is not",
         [](State& state) {
             state.plies[1].move =
                 chess::Move::ordinary(*chess::parse_square("e2"), *chess::parse_square("e5"));
         }},
        {"does not come of its move",
         [](State& state) {
             state.plies[1].move =
                 chess::Move::ordinary(*chess::parse_square("e2"), *chess::parse_square("e3"));
         }},
        {"the wrong player", [](State& state) { state.plies[1].mover = Color::black; }},
        {"both a move and an error",
         [](State& state) { state.plies[1].testimonies[0].move.move.reset(); }},
        {"testifies of itself",
         [](State& state) {
             state.plies[1].testimonies[0].derived_from = state.plies[1].testimonies[0].witness;
         }},
        {"being played has been made",
         [](State& state) {
             state.plies.keep(1);
             state.plies.push_back(state.plies[1]);
         }},
        {"a result, or the end, alone",
         [](State& state) { state.result = table::Ended{.reason = {}}; }},
        {"a clock runs although", [](State& state) { state.phase = table::Phase::adjourned; }},
        {"never began", [](State& state) { state.started_at.reset(); }},
        {"no clock runs or waits",
         [](State& state) { state.clocks = clock::Clocks{state.setup->time}; }},
        {"has begun has not started",
         [](State& state) { state.phase = table::Phase::not_started; }},
        {"offered after the end",
         [](State& state) {
             state.phase = table::Phase::ended;
             state.draw_offer = Color::white;
         }},
        {"is open while one runs", [](State& state) { state.resume_for = Color::white; }},
        {"the end was noted at ply 3", [](State& state) { state.end_noted = {.ply = 3}; }},
        {"flag is down for", [](State& state) { state.flagged.white = true; }},
        {"illegal moves of black", [](State& state) { state.illegal_moves.black = 2; }},
        {"must play a move",
         [](State& state) {
             state.intended.black = table::IntendedMove{
                 .ply = state.made() + 1,
                 .move =
                     chess::Move::ordinary(*chess::parse_square("e2"), *chess::parse_square("e3"))};
         }},
        {"was told is not in the order",
         [](State& state) { std::swap(state.told.white.front(), state.told.white.back()); }},
        {"has shown ply 4", [](State& state) { state.boards.white.matched = 4; }},
        {"is guided to nothing",
         [](State& state) {
             state.boards.white.repairing = false;
             state.boards.white.guided = table::Message{};
         }},
        {"has sensors and is said", [](State& state) { state.boards.black.is_said = true; }},
        {"hand is not in the order",
         [](State& state) {
             state.boards.black.trace = {{.at = Instant{2s}}, {.at = Instant{1s}}};
         }},
        {"held for two reasons",
         [](State& state) {
             state.boards.white.press_after = 1;
             state.boards.white.unacknowledged = true;
         }},
        {"words that nobody says", [](State& state) { state.boards.white.press_after = 99; }},
        {"has id", [](State& state) { state.alerts[0].id = state.next_id; }},
        {"which does not stand",
         [](State& state) {
             state.alerts.push_back({.id = state.next_id, .kind = table::AlertKind::flag_fallen});
             state.alerts.back().move = table::MoveId{99};
         }},
        {"is open twice",
         [](State& state) {
             state.alerts[0].open = true;
             state.alerts.push_back(state.alerts[0]);
             state.alerts.back().id = state.next_id++;
         }},
        {"matter 2 is number 5", [](State& state) { state.agenda[1].number = 5; }},
        {"about an alert that nobody", [](State& state) { state.agenda[1].alert = 999; }},
        {"left moot by matter 9",
         [](State& state) { state.agenda[0].by = table::MatterNumber{9}; }},
        {"was left moot, and is",
         [](State& state) { state.agenda[0].by = table::MatterNumber{2}; }},
        {"is open, and was left moot",
         [](State& state) { state.agenda.back().by = table::MatterNumber{1}; }},
        {"somebody else's claim", [](State& state) { state.agenda.back().about = Color::black; }},
        {"an act is proposed for matter 3",
         [](State& state) {
             state.agenda.back().proposal.emplace();
             state.agenda.back().proposal->act = table::TakesBack{};
         }},
        {"for the arbiter", [](State& state) { state.agenda.back().agreed.white = true; }},
        {"is open and of ply 2, which does not",
         [](State& state) { state.agenda.back().move = table::MoveId{99}; }},
        {"rests on another move", [](State& state) { state.plies[1].parent = state.plies[1].id; }},
        {"one identity",
         [](State& state) {
             state.left.push_back(state.plies[1]);
             state.left.back().parent = table::MoveId{98};
         }},
        {"was not numbered", [](State& state) { state.move_ids = 0; }},
        {"asks what matter 1 asks",
         [](State& state) {
             state.agenda.push_back(state.agenda[0]);
             state.agenda.back().number = table::MatterNumber{state.agenda.size()};
             state.agenda.back().alert.reset();
         }},
        {"is on matter 9", [](State& state) { state.rulings[0].matter = 9; }},
        {"found no record", [](State& state) { state.rulings[0].before.made = 7; }},
        {"was begun only", [](State& state) { state.rulings[0].is_done = false; }},
        {"was ruled on 2 times", [](State& state) { state.rulings.push_back(state.rulings[0]); }},
        {"a ruling closed alert 999",
         [](State& state) { state.rulings[0].closed_alerts.push_back(999); }},
        {"the ruling on it in force",
         [](State& state) { state.agenda[1].state = table::MatterState::open; }},
        {"rulings are not in the order",
         [](State& state) {
             state.rulings.push_back(state.rulings[0]);
             state.rulings[1].at = Instant{};
         }},
        {"the hall rules on matter 2", [](State& state) { state.hall_asked = {.matter = 2}; }},
        {"the hall rules was answered",
         [](State& state) {
             state.hall_asked = {.id = "a", .matter = 1};
             state.hall_answers["a"] = table::HallAnswer::declined;
         }},
        {"words that are said have id", [](State& state) { state.unfinished[state.next_id] = {}; }},
        {"heard another's words",
         [](State& state) {
             state.last_said[table::Audience::room].audience = table::Audience::arbiter;
         }},
        {"the repetition of ply 9", [](State& state) { state.mending = {.ply = 9}; }},
        {"a board with sensors is asked",
         [](State& state) {
             state.inquiry.emplace();
             state.inquiry->asked = {.board = Color::black};
         }},
        {"nothing is recorded", [](State& state) { state.recorder.emplace(); }},
        {"another clock is official", [](State& state) { state.official_clock.emplace(); }},
    };
    return rows;
}

std::string joined(const std::vector<std::string>& faults) {
    std::string text;
    for (const std::string& fault : faults) text += fault + '\n';
    return text;
}

} // namespace

TEST_CASE("The check finds nothing wrong with a state that a table came to") {
    CHECK(joined(faults_of(played())).empty());
}

TEST_CASE("The check finds every member that is broken") {
    for (const Broken& row : broken()) {
        State state = played();
        row.breaks(state);
        const std::string told = joined(faults_of(state));
        INFO(row.sentence << " is not in: " << told);
        CHECK(told.find(row.sentence) != std::string::npos);
    }
}

TEST_CASE("The check finds what an event must not have changed") {
    const State before = played();
    const StateCounts counts = counts_of(before);
    const auto told = [&](const table::EventBody& event,
                          const std::function<void(State&)>& breaks) {
        State after = before;
        breaks(after);
        return joined(faults_since(counts, counts_of(after), after, event));
    };
    const table::EventBody noted = table::Noted{};
    CHECK(told(noted, [](State&) {}).empty());
    CHECK(!told(noted, [](State& state) {
               state.clocks.set_completed(Color::white, 9, {9s});
           }).empty());
    CHECK(!told(noted, [](State& state) { ++state.illegal_moves.white; }).empty());
    CHECK(!told(noted, [](State& state) { ++state.next_id; }).empty());
    CHECK(!told(noted, [](State& state) { state.alerts.pop_back(); }).empty());
    CHECK(!told(noted, [](State& state) { state.agenda.pop_back(); }).empty());
    CHECK(!told(table::Proposed{.proposal = {}, .matter = table::MatterNumber{2}}, [](State&) {
           }).empty());
    CHECK(!told(table::Said{.id = 1}, [](State& state) { ++state.next_id; }).empty());
}

} // namespace ansage::tests
