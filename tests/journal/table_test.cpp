// SPDX-License-Identifier: GPL-3.0-or-later
// The journal with the real table: what is rebuilt and what is decided again.
#include "journal/games.hpp"
#include "journal/replay.hpp"
#include "support/catch.hpp"
#include "table/decide/decide.hpp"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace ansage::journal {
namespace {

constexpr chess::Square e2{chess::File::e, chess::Rank::second};
constexpr chess::Square e4{chess::File::e, chess::Rank::fourth};
constexpr chess::Piece pawn{chess::Color::white, chess::Role::pawn};

table::TableSetup setup() {
    table::TableSetup made;
    made.time = clock::parse_time_control("90m+30s").value();
    return made;
}

table::HeardMove e2_e4() {
    return {
        .text = "Eva zwei Eva vier",
        .move = chess::Move::ordinary(e2, e4),
        .error = {},
        .said = {.role = {}, .from = e2, .to = e4, .promotion = {}, .castling = {}},
    };
}

std::vector<table::Input> opening_moves() {
    const auto at = [](std::int64_t milliseconds) {
        return base::Instant{base::Millis{milliseconds}};
    };
    const auto white = chess::Color::white;
    const auto black = chess::Color::black;
    return {
        {at(0), table::Arbiter{.act = table::ArbiterAct::starts}},
        {at(4'200), table::Lifts{.board = white, .square = e2, .piece = pawn}},
        {at(5'000), table::Places{.board = white, .square = e4, .piece = pawn}},
        {at(5'600), table::Announces{.seat = white, .by = {}, .move = e2_e4()}},
        {at(6'000), table::Presses{.seat = white, .by = {}}},
        {at(8'500), table::Repeats{.seat = black, .by = {}, .move = e2_e4()}},
        {at(8'600), table::Presses{.seat = white, .by = {}}},
        {at(9'000), table::Arbiter{.act = table::ArbiterAct::pauses}},
    };
}

void find_words(std::vector<table::Event>& events) {
    for (table::Event& event : events) {
        if (auto* const said = std::get_if<table::Said>(&event.body))
            said->message.words = "words of " + said->message.id;
    }
}

void decide_and_record(Journal& journal, table::State& state, const table::Input& input) {
    auto events = table::step(state, input);
    find_words(events);
    REQUIRE(journal.record(input, events, Durability::full).has_value());
}

// As the shell does it: time first, then the input.
void play(Journal& journal, table::State& state, const table::Input& input) {
    decide_and_record(journal, state, {.at = input.at, .body = table::TimeReached{}});
    decide_and_record(journal, state, input);
}

// What two tables have in common if one is the other rebuilt.
std::string summary(const table::State& state) {
    const base::Instant now{base::Millis{10'000}};
    std::string text = fmt::format(
        "made {} completed {} phase {} ids {} white {} black {}",
        state.made().value(),
        table::completed_plies(state).value(),
        static_cast<int>(state.phase),
        state.next_id,
        state.clocks.remaining(chess::Color::white, now).count(),
        state.clocks.remaining(chess::Color::black, now).count()
    );
    for (const table::PlyRecord& ply : state.plies)
        text += fmt::format(", {} testimonies of {}", ply.testimonies.size(), ply.san);
    return text;
}

} // namespace

TEST_CASE("A table rebuilt from its journal is the table that was played at") {
    auto journal = Journal::create_in_memory(tests::header(), tests::session()).value();
    table::State state = table::open_table(setup());
    for (const table::Input& input : opening_moves()) {
        play(journal, state, input);
        const table::State rebuilt = rebuild(journal, setup()).value();
        CHECK(summary(rebuilt) == summary(state));
        CHECK(rebuilt.position() == state.position());
        CHECK(rebuilt.clocks == state.clocks);
    }
    CHECK(state.made() == chess::Ply{1});
}

TEST_CASE("A clock alone is rebuilt from its journal after a flag, however many moves it counted") {
    auto journal = Journal::create_in_memory(tests::header(), tests::session()).value();
    table::TableSetup clock;
    clock.time = clock::parse_time_control("10s").value();
    clock.boards = 0;
    table::State state = table::open_table(clock);
    const auto at = [](int seconds) { return base::Instant{std::chrono::seconds{seconds}}; };
    play(journal, state, {at(0), table::Arbiter{.act = table::ArbiterAct::starts}});
    play(journal, state, {at(1), table::Presses{.seat = chess::Color::white, .by = {}}});
    play(journal, state, {at(2), table::Presses{.seat = chess::Color::black, .by = {}}});
    play(journal, state, {at(20), table::TimeReached{}});
    REQUIRE(state.flagged.white);
    const auto rebuilt = rebuild(journal, clock);
    REQUIRE(rebuilt.has_value());
    CHECK(rebuilt->flagged.white);
}

TEST_CASE("A table decides its journal again, whatever words the shell has found") {
    const tests::Folder folder;
    auto journal = Journal::create(folder / "game", tests::header(), tests::session()).value();
    table::State state = table::open_table(setup());
    for (const table::Input& input : opening_moves()) play(journal, state, input);
    const Verification result = verify(journal, setup()).value();
    CHECK(!result.difference.has_value());
    CHECK(result.records == 2 * opening_moves().size());

    table::TableSetup other = setup();
    other.time = clock::parse_time_control("1s").value();
    const Verification differs = verify(journal, other).value();
    REQUIRE(differs.difference.has_value());
    CHECK(differs.difference->kind == Difference::Kind::event);
}

} // namespace ansage::journal
