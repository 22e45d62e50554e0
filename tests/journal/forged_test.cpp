// SPDX-License-Identifier: GPL-3.0-or-later
// Journals that somebody wrote with digests of his own, or by older rules: what no table decided is
// found by its row.
#include "journal/on_disk.hpp"
#include "journal/replay.hpp"
#include "table/decide/decide.hpp"

#include <fmt/format.h>

namespace ansage::journal {
namespace {

std::string as_sql(const std::string& text) {
    std::string made = "'";
    for (const char letter : text) made += letter == '\'' ? std::string{"''"} : std::string{letter};
    return made + "'";
}

constexpr auto white = chess::Color::white;

table::TableSetup setup() {
    table::TableSetup made;
    made.time = clock::parse_time_control("90m+30s").value();
    return made;
}

// A game of the real table: the clock runs and halts.
void play_table(const fs::path& path) {
    auto journal = Journal::create(path, tests::header(), tests::session()).value();
    table::State state = table::open_table(setup());
    const auto submit = [&](std::int64_t at, table::InputBody body) {
        const table::Input input{{base::Millis{at}}, std::move(body)};
        const auto events = table::step(state, input);
        REQUIRE(journal.record(input, events, Durability::full).has_value());
    };
    submit(0, table::Arbiter{.act = table::ArbiterAct::starts});
    submit(1'000, table::TimeNoted{});
    submit(2'000, table::Presses{.seat = white, .by = {}});
    submit(3'000, table::Arbiter{.act = table::ArbiterAct::pauses});
}

// Somebody puts events of his own into a record and computes the whole chain again.
void forge(const fs::path& path, std::uint64_t record, std::int64_t at, const std::string& events) {
    std::vector<Row> rows;
    Digest digest{};
    {
        auto journal = Journal::open(path).value();
        digest = digest_after(digest_of(journal.header().value()), journal.sessions().value()[0]);
        auto reader = journal.read().value();
        for (auto row = reader.next_row().value(); row; row = reader.next_row().value())
            rows.push_back(*row);
    }
    Altered altered{path};
    for (Row& row : rows) {
        if (row.number == record) {
            row.events = events;
            row.at = {base::Millis{at}};
        }
        digest = digest_after(digest, row);
        altered.run(fmt::format(
            "UPDATE records SET at_ms = {}, events = {}, digest = x'{}' WHERE number = {}",
            row.at.since_open.count(),
            as_sql(row.events),
            to_string(digest),
            row.number
        ));
    }
    altered.run(fmt::format("UPDATE head SET digest = x'{}'", to_string(digest)));
}

} // namespace

TEST_CASE("Events that no table wrote are refused by their row, whoever computed the digests") {
    struct Case {
        std::int64_t at;
        std::string events;
    };

    const std::string said =
        R"([{"at_ms":1,"kind":"testified","ply":65536,"testimony":{"witness":"repetition","at_ms":1,)"
        R"("source":"speech","move":{"text":"","error":"illegal","said":{}}}}])";
    const std::vector<Case> cases{
        {2'000,
         R"([{"at_ms":2000,"kind":"made","ply":65536,"move":"e2e4","san":"e4","legal":true}])"},
        {2'000, R"([{"at_ms":2000,"kind":"made","ply":0,"move":"e2e4","san":"e4","legal":true}])"},
        {2'000, R"([{"at_ms":2000,"kind":"made","ply":1,"move":"e2e5","san":"e4","legal":true}])"},
        {2'000, R"([{"at_ms":2000,"kind":"made","ply":1,"move":"e4e5","san":"e4","legal":false}])"},
        {2'000, R"([{"at_ms":2000,"kind":"completed","ply":65536,"san":"e4"}])"},
        {2'000, R"([{"at_ms":2000,"kind":"completed","ply":1,"san":"e4"}])"},
        {2'000, R"([{"at_ms":2000,"kind":"restored","ply":4294967295}])"},
        {2'000,
         R"([{"at_ms":2000,"kind":"record_corrected","correction":{"ply":9,"move":"e2e4"}}])"},
        {2'000, R"([{"at_ms":2000,"kind":"settled","board":"white","matches":70000}])"},
        {2'000, R"([{"at_ms":2000,"kind":"moves_counted","color":"white","moves":4294967295}])"},
        {2'000, R"([{"at_ms":-5,"kind":"clock_halted"}])"},
        {2'000, R"([{"at_ms":9000,"kind":"clock_halted"}])"},
        {2'000,
         R"([{"at_ms":2000,"kind":"clock_adjusted","color":"white","remaining_ms":9223372036854775807}])"},
        {2'000, R"([{"at_ms":2000,"kind":"flies"}])"},
        {2'000, "[" + std::string(100'000, '[')},
        {2'000, "[1e999]"},
        {2'000, "[-5e0550]"},
        {2'000, ""},
        {2'000, said},
    };
    for (const auto& [at, events] : cases) {
        INFO(events.substr(0, 200));
        const Folder folder;
        play_table(folder / "game");
        forge(folder / "game", 3, at, events);
        auto whole = Journal::open(folder / "game").value();
        const auto refused = rebuild(whole, setup());
        REQUIRE(!refused.has_value());
        CHECK_THAT(base::to_line(refused.error()), Catch::Contains("record 3"));
        auto part = Journal::open(folder / "game", Extent::before_fault).value();
        REQUIRE(rebuild(part, setup()).has_value());
        CHECK(rows_of(part).size() == 2);
        CHECK(part.fault()->record == 3);
        auto again = Journal::open(folder / "game", Extent::to_verify).value();
        CHECK(verify(again, setup()).value().difference->record == 3);
    }
}

TEST_CASE("A time before the last one, or never, is a fault of its row") {
    for (const std::int64_t at : {std::int64_t{-1}, std::int64_t{500}, INT64_MAX}) {
        const Folder folder;
        play_table(folder / "game");
        forge(folder / "game", 3, at, "[]");
        const auto whole = Journal::open(folder / "game");
        REQUIRE(!whole.has_value());
        CHECK_THAT(base::to_line(whole.error()), Catch::Contains("record 3"));
    }
}

TEST_CASE("What older rules decided otherwise is listed and no fault") {
    Session old = tests::session();
    old.program = "0.1.0";
    auto journal = Journal::create_in_memory(tests::header(), old).value();
    const table::Input input{.at = {}, .body = table::TimeNoted{}};
    const std::vector<table::Event> other{{.at = {}, .body = table::ClockHalted{}}};
    REQUIRE(journal.record(input, other, Durability::full).has_value());
    const auto result = verify(journal, setup()).value();
    CHECK(!result.difference.has_value());
    REQUIRE(result.by_older_rules.size() == 1);
    CHECK(result.by_older_rules[0].record == 1);

    auto newer = Journal::create_in_memory(tests::header(), tests::session()).value();
    REQUIRE(newer.record(input, other, Durability::full).has_value());
    CHECK(verify(newer, setup()).value().difference.has_value());
    CHECK(rules_of(tests::session()) == rules_version);
    CHECK(rules_of(old) == 1);
}

} // namespace ansage::journal
