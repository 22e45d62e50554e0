// SPDX-License-Identifier: GPL-3.0-or-later
// Recording, in memory and on the disk of the temporary folder (TMPDIR). One run is a hundred
// inputs with a hundred and fifty events: ten plies.
#include "journal/codec.hpp"
#include "journal/games.hpp"
#include "journal/journal.hpp"

#include <catch2/catch.hpp>

namespace ansage::journal {
namespace {

constexpr std::uint64_t inputs = 100;

table::HeardMove heard() {
    return {
        .text = "Eva zwei Eva vier",
        .move = chess::Move::ordinary(chess::Square::from_index(12), chess::Square::from_index(28)),
        .error = {},
        .said = {},
    };
}

// Of the size that a move really has.
std::vector<tests::Step> plies() {
    const base::Instant at{base::Millis{5'600'000}};
    table::Said said;
    said.message.id = "announcement";
    said.message.words = "Eva zwei Eva vier";
    table::Testified testified;
    testified.testimony.move = heard();
    std::vector<tests::Step> steps;
    for (std::uint64_t number = 0; number < inputs; ++number) {
        tests::Step step;
        step.input = {at, table::Announces{.move = heard()}};
        step.events.push_back({at, number % 2 == 0 ? table::EventBody{testified} : table::Sensed{}}
        );
        if (number % 2 == 0) step.events.push_back({at, said});
        steps.push_back(std::move(step));
    }
    return steps;
}

std::uint64_t
record(Journal& journal, const std::vector<tests::Step>& steps, Durability durability) {
    for (const tests::Step& step : steps)
        if (!journal.record(step.input, step.events, durability)) FAIL("not recorded");
    if (!journal.flush()) FAIL("not flushed");
    return journal.size();
}

} // namespace

TEST_CASE("A hundred inputs with a hundred and fifty events") {
    const tests::Folder folder;
    const auto steps = plies();
    auto in_memory = Journal::create_in_memory(tests::header(), tests::session()).value();
    auto on_disk = Journal::create(folder / "game", tests::header(), tests::session()).value();
    BENCHMARK("in memory, each its own transaction") {
        return record(in_memory, steps, Durability::full);
    };
    BENCHMARK("in memory, one transaction") {
        return record(in_memory, steps, Durability::with_next);
    };
    BENCHMARK("on disk, each its own transaction") {
        return record(on_disk, steps, Durability::full);
    };
    BENCHMARK("on disk, one transaction") { return record(on_disk, steps, Durability::with_next); };
    BENCHMARK("a new journal in memory") {
        return Journal::create_in_memory(tests::header(), tests::session()).has_value();
    };
}

} // namespace ansage::journal
