// SPDX-License-Identifier: GPL-3.0-or-later
// First principles 3, 4 and 12, by generation: pairs of tables that differ only in what a player
// may not know (tests/data/alike/moves.txt), handled in every way (ways.txt) at every kind of seat
// (seats.txt), spoken and typed. Whatever leaves the program for a player, an assistant, a
// spectator, the room, a display or a face of the clocks is equal in words and order and to the
// millisecond.
//
// In a tournament that holds for the whole game; the arbiter learns at the press. In club and
// training the players are told what an arbiter would be told (principle 9), so that there it holds
// until the press, but for what may be asked there: training tells what stands where and club the
// board, which are not asked here.
#include "acts/script.hpp"
#include "acts/table_setup.hpp"
#include "acts/typed.hpp"
#include "noticing.hpp"
#include "pairs.hpp"
#include "session/script_participant.hpp"
#include "session/session.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/model/names.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>

namespace ansage::session {
namespace {

using table::ConsoleRole;

enum class Door : std::uint8_t { spoken, typed };

// As a person at his own console types it; false: nobody types that.
bool type(const acts::ScriptLine& line, Table& table) {
    const Words words = terminal::split_words(line.text);
    const auto role = table::parse_name<ConsoleRole>(words.at(1));
    if (!role || *role == ConsoleRole::arbiter) return false;
    const auto typed = acts::read_typed(terminal::join_words(words, 2), *role, table.state());
    const auto* const act = typed ? std::get_if<acts::TypedAct>(&*typed) : nullptr;
    return act != nullptr && table.submit(nullptr, act->body);
}

using Times = std::vector<std::chrono::steady_clock::duration>;

// How long a table takes for each act, from the act to the last that anybody notices of it.
Noticed
noticed_at(const std::string& text, const Contrast& contrast, Door door, Times* times = nullptr) {
    const auto script = acts::parse_script(text, contrast.name);
    INFO(text << (script ? "" : base::to_line(script.error())));
    REQUIRE(script);
    auto kit = acts::load_table(script->header, tests::share());
    REQUIRE(kit);
    std::vector<acts::LineOutcomes> outcomes(script->lines.size());
    Noticed noticed;
    std::vector<ParticipantPtr> seats;
    seats.push_back(make_listener_participant());
    seats.push_back(make_noticing_participant(consoles::ConsoleView{kit->words}, contrast, noticed)
    );
    seats.push_back(make_script_participant(
        *script,
        [](const consoles::Decided& /*decided*/) { return std::vector<telling::Outcome>{}; },
        outcomes,
        [door, times](const acts::ScriptLine& line, Table& table) {
            const auto before = std::chrono::steady_clock::now();
            const bool is_done = (door == Door::typed && type(line, table)) ||
                table.submit(nullptr, acts::input_of(line.act, table.state()));
            if (times != nullptr) times->push_back(std::chrono::steady_clock::now() - before);
            return is_done;
        }
    ));
    Session session{{
        .shell = Shell{table::open_table(std::move(kit->setup)), std::move(kit->words), nullptr},
        .pacer = make_virtual_pacer({}),
        .participants = std::move(seats),
    }};
    REQUIRE(session.run());
    return noticed;
}

Words first_of(const Words& words, std::optional<std::size_t> count) {
    const std::size_t kept = std::min(words.size(), count.value_or(words.size()));
    return {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(kept)};
}

// Empty: they are equal.
std::string difference(const Words& one, const Words& other) {
    const auto [at, there] = std::ranges::mismatch(one, other);
    if (at == one.end() && there == other.end()) return {};
    return fmt::format(
        "after {}: {} / {}",
        at == one.begin() ? "nothing" : *std::prev(at),
        at == one.end() ? "nothing" : *at,
        there == other.end() ? "nothing" : *there
    );
}

struct Pairs {
    std::size_t tried = 0;
    std::size_t told_apart = 0; // by the arbiter's console, after the press
};

void compare(
    const Contrast& contrast,
    const Way& way,
    const Seats& seats,
    table::Mode mode,
    Door door,
    Pairs& pairs
) {
    std::array<Noticed, 2> noticed;
    for (std::size_t which : {0U, 1U}) {
        noticed[which] = noticed_at(script_of(contrast, which, seats, way, mode), contrast, door);
    }
    const auto& [one, other] = noticed;
    INFO(contrast.name << ", " << way.front().second << ", " << seats[0] << " | " << seats[1]);
    INFO(table::to_string(mode) << (door == Door::typed ? ", typed" : ", spoken"));
    const bool is_tournament = mode == table::Mode::tournament;
    CHECK(
        difference(
            first_of(one.players, is_tournament ? std::nullopt : one.players_before),
            first_of(other.players, is_tournament ? std::nullopt : other.players_before)
        ) == ""
    );
    CHECK(
        difference(
            first_of(one.arbiter, one.arbiter_before), first_of(other.arbiter, other.arbiter_before)
        ) == ""
    );
    CHECK(one.players.size() > 4);
    ++pairs.tried;
    pairs.told_apart += one.arbiter != other.arbiter ? 1U : 0U;
}

// Each move in each way, at so many of the seats and through each door, by turns.
Pairs compare_all(table::Mode mode, std::size_t seats_each) {
    const auto all_seats = seats();
    const auto all_ways = ways();
    Pairs pairs;
    std::size_t turn = 0;
    for (const Contrast& contrast : contrasts()) {
        for (const Way& way : all_ways) {
            for (std::size_t i = 0; i < seats_each; ++i) {
                const Door door = turn % 3 == 0 ? Door::typed : Door::spoken;
                compare(contrast, way, all_seats[turn % all_seats.size()], mode, door, pairs);
                ++turn;
            }
        }
    }
    return pairs;
}

// What nobody notices but that player: his lines, what he hears and reads, and his page.
bool is_for(const std::string& player, const std::string& line) {
    const Words words = terminal::split_words(line);
    return words.at(1) == player || words.at(2) == player || words.at(2) == "ear_" + player;
}

Words noticed_by_others(const std::string& player, const Noticed& noticed) {
    Words lines = noticed.players;
    std::erase_if(lines, [&](const std::string& line) { return is_for(player, line); });
    return lines;
}

struct Sitting {
    const Contrast& contrast;
    const Seats& seats;
    table::Mode mode{};
};

// The mover says his move to a table that listens, which understands it or does not.
Noticed noticed_heard(bool is_understood, const Sitting& sitting) {
    const std::string heard =
        is_understood ? "understands PLAYER MOVE" : "reports not_understood PLAYER";
    const Way way{
        {"listener", "reports began"},
        {"M", "records"},
        {"M", "hands"},
        {"M", "records"},
        {"listener", heard},
        {"O", "asks all"},
        {"M", "withdraws"},
        {"O", "asks all"}};
    const std::size_t position = is_understood ? 0 : 1;
    return noticed_at(
        script_of(sitting.contrast, position, sitting.seats, way, sitting.mode),
        sitting.contrast,
        Door::spoken
    );
}

// So much of them is not longer.
std::chrono::steady_clock::duration quantile(Times times, std::size_t percent) {
    std::ranges::sort(times);
    return times.at((times.size() - 1) * percent / 100);
}

std::chrono::microseconds apart(const std::array<Times, 2>& times, std::size_t percent) {
    return std::chrono::abs(std::chrono::duration_cast<std::chrono::microseconds>(
        quantile(times[0], percent) - quantile(times[1], percent)
    ));
}

} // namespace

TEST_CASE("In a tournament nobody but the arbiter learns what is legal, mates or repeats") {
    const Pairs pairs = compare_all(table::Mode::tournament, 2);
    CHECK(pairs.tried >= 800);
    CHECK(pairs.told_apart >= 500);
}

TEST_CASE("In club and training nobody learns before the press what is legal, mates or repeats") {
    for (const table::Mode mode : {table::Mode::club, table::Mode::training}) {
        const Pairs pairs = compare_all(mode, 1);
        CHECK(pairs.tried >= 400);
    }
}

// Whoever speaks has agreed to learn from the table whether it understood him, and it understands
// what is legal; nobody else has.
TEST_CASE("What a table has heard, and whether it was legal, only the speaker learns") {
    std::size_t told_to_speaker = 0;
    std::size_t tried = 0;
    for (const table::Mode mode : {table::Mode::club, table::Mode::training}) {
        for (const Contrast& contrast : contrasts()) {
            const std::string mover = contrast.before.size() % 2 == 0 ? "white" : "black";
            for (const Seats& chairs : seats()) {
                const Noticed one = noticed_heard(true, {contrast, chairs, mode});
                const Noticed other = noticed_heard(false, {contrast, chairs, mode});
                INFO(contrast.name << ", " << chairs[0] << " | " << chairs[1]);
                const Words by_others = noticed_by_others(mover, one);
                CHECK(difference(by_others, noticed_by_others(mover, other)) == "");
                ++tried;
                told_to_speaker += one.players != other.players ? 1U : 0U;
            }
        }
    }
    CHECK(tried >= 700);
    CHECK(told_to_speaker == tried);
}

// Each act of fifty pairs, played a hundred times a side by turns.
TEST_CASE("Nobody learns it from how long a table takes", "[.long]") {
    using namespace std::chrono_literals;
    const auto all_seats = seats();
    const auto all_ways = ways();
    const auto all = contrasts();
    std::chrono::microseconds medians{0};
    std::chrono::microseconds nearly_all{0};
    for (std::size_t pair = 0; pair < 50; ++pair) {
        const Contrast& contrast = all[pair % all.size()];
        const auto& chairs = all_seats[pair % all_seats.size()];
        std::array<std::vector<Times>, 2> by_act;
        for (std::size_t play = 0; play < 200; ++play) {
            const std::size_t which = play % 2;
            const Way& way = all_ways[pair % all_ways.size()];
            const std::string text =
                script_of(contrast, which, chairs, way, table::Mode::tournament);
            Times times;
            noticed_at(text, contrast, Door::typed, &times);
            by_act[which].resize(std::max(by_act[which].size(), times.size()));
            for (std::size_t act = 0; act < times.size(); ++act)
                by_act[which][act].push_back(times[act]);
        }
        REQUIRE(by_act[0].size() == by_act[1].size());
        for (std::size_t act = 0; act < by_act[0].size(); ++act) {
            const std::array<Times, 2> times{by_act[0][act], by_act[1][act]};
            INFO(contrast.name << ", act " << act);
            CHECK(apart(times, 50) <= 2ms);
            CHECK(apart(times, 95) <= 5ms);
            medians = std::max(medians, apart(times, 50));
            nearly_all = std::max(nearly_all, apart(times, 95));
        }
    }
    WARN(fmt::format(
        "medians at most {} microseconds apart, 95th percentiles {}",
        medians.count(),
        nearly_all.count()
    ));
}

TEST_CASE("Nobody learns it in any way at any seat", "[.long]") {
    for (const table::Mode mode :
         {table::Mode::tournament, table::Mode::club, table::Mode::training}) {
        const Pairs pairs = compare_all(mode, seats().size());
        CHECK(pairs.tried >= 6000);
    }
}

} // namespace ansage::session
