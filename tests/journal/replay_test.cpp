// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/overloaded.hpp"
#include "journal/codec.hpp"
#include "journal/games.hpp"
#include "journal/replay.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <sqlite3.h>
#include <string>
#include <utility>
#include <vector>

namespace ansage::journal {
namespace {

using tests::Folder;
using tests::step;

constexpr std::uint64_t length = 30;

// An event as the table decides it: without words, which come from the shell.
void silence(table::Event& event) {
    std::visit(
        base::Overloaded{
            [](table::Proposed& proposed) { proposed.proposal.message.words.clear(); },
            [](auto& body) {
                if constexpr (requires { body.message; }) body.message.words.clear();
            },
        },
        event.body
    );
}

// Decides as tests::step does.
class SilencedDecisions : public Deciding {
public:
    std::vector<table::Event> decide(const table::Input& /*input*/) override {
        auto events = step(++number_).events;
        std::ranges::for_each(events, silence);
        return events;
    }

    std::optional<std::string> take(const Entry& /*entry*/, bool /*as_decided*/) override {
        return std::nullopt;
    }

private:
    std::uint64_t number_ = 0;
};

// Decides the second input otherwise.
class SecondDecision : public Deciding {
public:
    SecondDecision(std::vector<table::Event> usual, std::vector<table::Event> second)
        : usual_(std::move(usual)),
          second_(std::move(second)) {}

    std::vector<table::Event> decide(const table::Input& /*input*/) override {
        return ++asked_ == 2 ? second_ : usual_;
    }

    std::optional<std::string> take(const Entry& /*entry*/, bool /*as_decided*/) override {
        return std::nullopt;
    }

private:
    std::vector<table::Event> usual_;
    std::vector<table::Event> second_;
    int asked_ = 0;
};

void write_next(Journal& journal) {
    const tests::Step made = step(journal.size() + 1);
    REQUIRE(journal.record(made.input, made.events, Durability::full).has_value());
}

void write_up_to(Journal& journal, std::uint64_t last) {
    while (journal.size() < last) write_next(journal);
}

// In two sessions.
void write_game(const std::filesystem::path& path) {
    auto first = Journal::create(path, tests::header(), tests::session()).value();
    write_up_to(first, length / 2);
    Session later = tests::session();
    later.at = step(length / 2).input.at;
    REQUIRE(first.close().has_value());
    auto second = Journal::resume(path, later).value();
    write_up_to(second, length);
}

// What somebody does with the sqlite3 tool.
void change(const std::filesystem::path& path, const std::string& statement) {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
    const int code = sqlite3_exec(database, statement.c_str(), nullptr, nullptr, nullptr);
    CHECK(sqlite3_changes(database) > 0);
    sqlite3_close(database);
    REQUIRE(code == SQLITE_OK);
}

Verification verified(const std::filesystem::path& path) {
    auto journal = Journal::open(path, Extent::to_verify).value();
    SilencedDecisions decisions;
    return verify(journal, decisions).value();
}

// The last row and the one before it.
std::pair<Row, Row> last_rows(const std::filesystem::path& path) {
    auto journal = Journal::open(path).value();
    auto reader = journal.read().value();
    std::pair<Row, Row> rows;
    for (auto row = reader.next_row().value(); row; row = reader.next_row().value())
        rows = {std::move(rows.second), *row};
    return rows;
}

} // namespace

TEST_CASE("A journal decides the same again, and its digest follows from the header") {
    const Folder folder;
    write_game(folder / "game");
    const Verification result = verified(folder / "game");
    CHECK(!result.difference.has_value());
    CHECK(result.records == length);
    CHECK(result.digest == Journal::open(folder / "game").value().digest());
}

TEST_CASE("A journal that was changed by hand is found out") {
    using enum Difference::Kind;

    struct Case {
        std::string statement;
        std::uint64_t record;
        Difference::Kind kind = digest;
    };

    const std::vector<Case> cases{
        {"UPDATE records SET at_ms = at_ms + 1 WHERE number = 7", 7},
        {R"(UPDATE records SET input = '{"kind":"time_noted"}' WHERE number = 7)", 7},
        {R"(UPDATE records SET events = '[{"at_ms":0,"kind":"noted"}]' WHERE number = 7)", 7},
        {"UPDATE records SET digest = zeroblob(32) WHERE number = 7", 7},
        {"UPDATE records SET digest = x'00' WHERE number = 7", 7},
        {"DELETE FROM records WHERE number = 7", 7, lost},
        {"DELETE FROM records WHERE number = 1", 1, lost},
        {"DELETE FROM records WHERE number = 30", 30, lost},
        {"DELETE FROM records WHERE number > 20", 21, lost},
        {"DELETE FROM records", 1, lost},
        {"UPDATE meta SET value = value || ' ' WHERE key = 'setup'", 1},
        {"UPDATE sessions SET program = '9' WHERE number = 1", 1},
        {"UPDATE sessions SET boot_id = '9' WHERE number = 2", 16},
        {"DELETE FROM sessions WHERE number = 2", 16},
        {"INSERT INTO sessions SELECT 3, 31, at_ms, '', 0, '', digest FROM sessions LIMIT 1", 31},
    };
    for (const auto& [statement, record, kind] : cases) {
        INFO(statement);
        const Folder folder;
        write_game(folder / "game");
        change(folder / "game", statement);
        const Verification result = verified(folder / "game");
        REQUIRE(result.difference.has_value());
        CHECK(result.difference->kind == kind);
        CHECK(result.difference->record == record);
        CHECK(result.difference->expected != result.difference->found);
    }
}

TEST_CASE("The first event that is decided otherwise is reported, stored and found") {
    const table::Event stored{.at = {}, .body = table::ClockHalted{}};
    const table::Event other{.at = {}, .body = table::Adjourned{}};
    const std::string stored_json = encode(stored);
    const std::string other_json = encode(other);

    struct Case {
        std::vector<table::Event> decided;
        std::string expected;
        std::string found;
    };

    const std::vector<Case> cases{
        {{stored, other}, stored_json, other_json},
        {{other, stored}, stored_json, other_json},
        {{stored}, stored_json, ""},
        {{}, stored_json, ""},
        {{stored, stored, other}, "", other_json},
    };
    auto journal = Journal::create_in_memory(tests::header(), tests::session()).value();
    const std::vector events{stored, stored};
    for (int count = 0; count < 3; ++count) {
        const table::Input input{.at = {}, .body = table::TimeReached{}};
        REQUIRE(journal.record(input, events, Durability::with_next).has_value());
    }
    for (const Case& each : cases) {
        SecondDecision deciding{events, each.decided};
        const auto result = verify(journal, deciding);
        REQUIRE(result.has_value());
        CHECK(result->records == 1);
        CHECK(
            result->difference == Difference{Difference::Kind::event, 2, each.expected, each.found}
        );
    }
}

TEST_CASE("A row that a program of another time wrote is reported, with the reason") {
    const Folder folder;
    write_game(folder / "game");
    auto [before, last] = last_rows(folder / "game");
    last.input = R"({"kind":"flies"})";
    const std::string digest = to_string(digest_after(before.digest, last));
    change(
        folder / "game",
        fmt::format(
            "UPDATE records SET input = '{0}', digest = x'{1}' WHERE number = {2}; "
            "UPDATE head SET digest = x'{1}'",
            last.input,
            digest,
            last.number
        )
    );
    const Verification result = verified(folder / "game");
    REQUIRE(result.difference.has_value());
    CHECK(result.difference->kind == Difference::Kind::unreadable);
    CHECK(result.difference->record == length);
    CHECK(result.difference->expected == last.input);
    CHECK(
        result.difference->found ==
        (folder / "game").string() +
            ": record 30: expected a known kind, found \"flies\"; docs/journal.md describes what "
            "may stand there"
    );
}

} // namespace ansage::journal
