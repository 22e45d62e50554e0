// SPDX-License-Identifier: GPL-3.0-or-later
// Journals that were damaged, cut or altered: what is shown of one is what was stored, or nothing.
#include "journal/on_disk.hpp"

#include <functional>
#include <optional>
#include <random>
#include <utility>

namespace ansage::journal {
namespace {

constexpr std::uint64_t length = 40;

// The files of a game that was cut off, as bytes, and what they hold.
struct CutOff {
    std::string game;
    std::string wal;
    std::string head;
    std::vector<std::string> rows;

    CutOff() {
        const Folder folder;
        auto journal = recorded(folder / "game", length);
        game = contents(folder / "game");
        wal = contents(folder / "game-wal");
        head = contents(folder / "game-head");
        rows = rows_of(journal);
    }

    void write_to(const fs::path& path) const {
        write(path, game);
        write(path.string() + "-wal", wal);
        write(path.string() + "-head", head);
    }
};

bool is_beginning_of(const std::vector<std::string>& rows, const std::vector<std::string>& all) {
    return rows.size() <= all.size() && std::equal(rows.begin(), rows.end(), all.begin());
}

// Opened as a command opens it, it holds everything; opened for what is left, nothing else.
void check_shows_nothing_else(const CutOff& cut_off, const CutOff& original) {
    const Folder folder;
    cut_off.write_to(folder / "game");
    auto whole = Journal::open(folder / "game");
    if (whole) {
        const std::vector<std::string> rows = rows_of(*whole);
        CHECK(is_beginning_of(rows, original.rows));
        CHECK((whole->end_in_doubt() || rows.size() == original.rows.size()));
        return;
    }
    CHECK(!whole.error().what.empty());
    if (auto part = Journal::open(folder / "game", Extent::before_fault)) {
        CHECK(is_beginning_of(rows_of(*part), original.rows));
        CHECK(part->fault().has_value());
    }
}

} // namespace

TEST_CASE("One bit that flips in a game that was cut off never changes the game unseen") {
    const CutOff original;
    constexpr std::size_t places = 100;
    for (std::string CutOff::*const file : {&CutOff::game, &CutOff::wal, &CutOff::head}) {
        for (std::size_t place = 0; place < places; ++place) {
            CutOff changed = original;
            std::string& bytes = changed.*file;
            const std::size_t at = (place * bytes.size()) / places + place % 7;
            bytes[at % bytes.size()] =
                static_cast<char>(bytes[at % bytes.size()] ^ (1 << (place % 8)));
            INFO("place " << at << " of " << bytes.size());
            check_shows_nothing_else(changed, original);
        }
    }
}

TEST_CASE("A -wal that ends too early, or is gone, is told with the time that is missing") {
    const CutOff original;
    for (std::size_t size = 0; size < original.wal.size(); size += original.wal.size() / 40) {
        INFO("cut to " << size);
        CutOff cut = original;
        cut.wal.resize(size);
        check_shows_nothing_else(cut, original);
        const Folder folder;
        cut.write_to(folder / "game");
        auto whole = Journal::open(folder / "game");
        REQUIRE(!whole.has_value());
        const auto part = Journal::open(folder / "game", Extent::before_fault);
        REQUIRE(part.has_value());
        REQUIRE(part->fault().has_value());
        CHECK(part->fault()->kind == Fault::Kind::end);
        const std::uint64_t left = part->size();
        CHECK(part->fault()->record == left + 1);
        const std::uint64_t missing_ms = length * 100 - left * 100;
        CHECK_THAT(
            base::to_line(whole.error()),
            Catch::Contains(fmt::format("{} second", (missing_ms + 999) / 1000)) &&
                Catch::Contains("missing at the end") && Catch::Contains("--damaged")
        );
    }
}

TEST_CASE("Beside a game that seems closed a head that does not hold leaves its end unproven") {
    const Folder folder;
    REQUIRE(recorded(folder / "game", 5).close().has_value());
    CHECK_FALSE(Journal::open(folder / "game").value().end_in_doubt());
    write(folder / "game-head", "ansage head 1 0000");
    auto journal = Journal::open(folder / "game").value();
    CHECK(journal.size() == 5);
    CHECK(journal.end_in_doubt());
}

TEST_CASE("Looking at a damaged game leaves it as it was") {
    CutOff damaged;
    damaged.wal[damaged.wal.size() / 2] ^= 4;
    const Folder folder;
    damaged.write_to(folder / "game");
    for (const Extent extent : {Extent::whole, Extent::before_fault}) {
        static_cast<void>(Journal::open(folder / "game", extent));
        CHECK(contents(folder / "game") == damaged.game);
        CHECK(contents(folder / "game-wal") == damaged.wal);
        CHECK(contents(folder / "game-head") == damaged.head);
    }
}

TEST_CASE("Looking at a game without its -wal leaves none behind") {
    const CutOff cut;
    const Folder folder;
    write(folder / "game", cut.game);
    write(folder / "game-head", cut.head);
    CHECK(!Journal::open(folder / "game").has_value());
    static_cast<void>(Journal::open(folder / "game", Extent::before_fault));
    CHECK(folder.names().size() == 2);
}

TEST_CASE("Without its head the end of a game that was cut off cannot be proven") {
    CutOff cut;
    cut.head.clear();
    const Folder folder;
    cut.write_to(folder / "game");
    auto journal = Journal::open(folder / "game").value();
    CHECK(journal.end_in_doubt());
    CHECK(rows_of(journal) == cut.rows);
}

TEST_CASE("What is left of a game when all beside its file was taken away does not seem whole") {
    const Folder folder;
    const auto is_told = [&] { // which mends it: each time another copy
        for (const char* beside : {"game-wal", "game-head"}) fs::remove(folder / beside);
        return Journal::open(folder / "game").value().end_in_doubt().has_value();
    };
    const std::string begun = folder / "game";
    {
        const auto journal = recorded(begun, 5);
        fs::copy(begun, folder / "copy");
    }
    fs::rename(folder / "copy", begun);
    CHECK(is_told());

    fs::remove(begun);
    REQUIRE(recorded(begun, 5).close().has_value());
    {
        auto journal = Journal::resume(begun, tests::session()).value();
        fs::copy(begun, folder / "copy");
    }
    fs::rename(folder / "copy", begun);
    CHECK(is_told());
}

TEST_CASE("The head of another game proves nothing") {
    const CutOff cut;
    const Folder folder;
    cut.write_to(folder / "game");
    Header other = tests::header();
    other.setup += "# another\n";
    {
        auto journal = Journal::create(folder / "other", other, tests::session()).value();
        fs::copy_file(
            folder / "other-head", folder / "game-head", fs::copy_options::overwrite_existing
        );
    }
    CHECK(Journal::open(folder / "game").value().end_in_doubt());
}

TEST_CASE("A closed game proves its end by itself, also after it was cut off and mended") {
    const Folder folder;
    REQUIRE(recorded(folder / "game", 5).close().has_value());
    CHECK_FALSE(Journal::open(folder / "game").value().end_in_doubt());

    const CutOff cut;
    cut.write_to(folder / "cut");
    CHECK_FALSE(Journal::open(folder / "cut").value().end_in_doubt());
    CHECK(!fs::exists(folder / "cut-wal"));
    CHECK(!fs::exists(folder / "cut-head"));
    CHECK_FALSE(Journal::open(folder / "cut").value().end_in_doubt());
}

TEST_CASE("A game goes on without its end only where that is wanted, and what lay there is kept") {
    CutOff cut;
    cut.wal.resize(cut.wal.size() / 2);
    const Folder folder;
    cut.write_to(folder / "game");
    CHECK(!Journal::resume(folder / "game", tests::session()).has_value());
    CHECK(contents(folder / "game-wal") == cut.wal);
    auto journal = Journal::resume(folder / "game", tests::session(), Extent::before_fault).value();
    CHECK(journal.kept_copy() == (folder / "game.damaged").string());
    CHECK(contents(folder / "game.damaged-wal") == cut.wal);
    CHECK(is_beginning_of(rows_of(journal), cut.rows));
    REQUIRE(journal.close().has_value());
    CHECK_FALSE(Journal::open(folder / "game").value().end_in_doubt());
}

TEST_CASE("An altered journal is shown up to the alteration, and only on request") {
    struct Case {
        std::string statement;
        std::size_t rows; // that are left
    };

    const std::vector<Case> cases{
        {"UPDATE records SET events = events || ' ' WHERE number = 8", 7},
        {"UPDATE records SET number = 41 WHERE number = 8", 7},
        {"DELETE FROM records WHERE number > 30", 30},
        {"DELETE FROM records WHERE number = 40", 39},
        {"DELETE FROM records", 0},
        {"UPDATE head SET records = 41", 40},
        {"UPDATE records SET at_ms = 'abc' WHERE number = 3", 2},
        {"UPDATE records SET digest = NULL WHERE number = 3", 40},
        {"INSERT INTO records SELECT 41, at_ms, input, events, digest FROM records LIMIT 1", 40},
    };
    for (const auto& [statement, rows] : cases) {
        INFO(statement);
        const Folder folder;
        REQUIRE(recorded(folder / "game", length).close().has_value());
        {
            sqlite3* database = nullptr;
            REQUIRE(sqlite3_open((folder / "game").c_str(), &database) == 0);
            sqlite3_exec(database, statement.c_str(), nullptr, nullptr, nullptr);
            sqlite3_close(database);
        }
        auto part = Journal::open(folder / "game", Extent::before_fault).value();
        CHECK(rows_of(part).size() == rows);
        CHECK(part.fault().has_value() == !Journal::open(folder / "game").has_value());
    }
}

TEST_CASE("Tables that no Ansage makes are not opened") {
    const std::vector<std::string> cases{
        "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM meta; END",
        "CREATE TABLE more(number)",
        "CREATE INDEX i ON records(at_ms)",
        "CREATE VIEW endless AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
        "SELECT x FROM c",
        "DROP TABLE records; CREATE VIEW records AS WITH RECURSIVE c(x) AS "
        "(SELECT 1 UNION ALL SELECT x + 1 FROM c) "
        "SELECT x AS number, 0 AS at_ms, '' AS input, '[]' AS events, x'' AS digest FROM c",
        "DROP TABLE meta; CREATE VIEW meta AS WITH RECURSIVE c(x) AS "
        "(SELECT 1 UNION ALL SELECT x + 1 FROM c) "
        "SELECT 'profile ' || x AS key, hex(zeroblob(1000000)) AS value FROM c",
        "DROP TABLE sessions",
        "DROP VIEW events",
        "DROP TABLE head",
        "ALTER TABLE records ADD COLUMN more",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = 99",
    };
    for (const std::string& statement : cases) {
        INFO(statement);
        const Folder folder;
        REQUIRE(recorded(folder / "game", 3).close().has_value());
        Altered{folder / "game"}.run(statement);
        for (const Extent extent : {Extent::whole, Extent::before_fault, Extent::to_verify})
            CHECK(!Journal::open(folder / "game", extent).has_value());
        CHECK(!Journal::resume(folder / "game", tests::session()).has_value());
    }
}

TEST_CASE("Values and files longer than any game are refused at once") {
    const Folder folder;
    REQUIRE(recorded(folder / "game", 3).close().has_value());
    Altered{folder / "game"}.run(
        "UPDATE records SET input = hex(zeroblob(20000000)) WHERE number = 2"
    );
    auto part = Journal::open(folder / "game", Extent::before_fault).value();
    CHECK(part.size() == 1);
    CHECK(!Journal::open(folder / "game").has_value());

    REQUIRE(recorded(folder / "long", 3).close().has_value());
    fs::resize_file(folder / "long", std::uintmax_t{1} << 40U);
    CHECK_THAT(
        Journal::open(folder / "long").error().what.text(), Catch::Contains("longer than any game")
    );
    CHECK(!Journal::open("/dev/zero").has_value());
}

TEST_CASE("Many sessions, profiles and none are refused") {
    const std::vector<std::string> cases{
        "DELETE FROM sessions",
        "WITH RECURSIVE c(x) AS (SELECT 2 UNION ALL SELECT x + 1 FROM c WHERE x < 20000) "
        "INSERT INTO sessions SELECT x, 1, 0, '', 0, '', x'' FROM c",
        "WITH RECURSIVE c(x) AS (SELECT 2 UNION ALL SELECT x + 1 FROM c WHERE x < 20000) "
        "INSERT INTO meta SELECT 'profile ' || x, '' FROM c",
        "INSERT INTO meta VALUES('other', '')",
    };
    for (const std::string& statement : cases) {
        INFO(statement);
        const Folder folder;
        REQUIRE(recorded(folder / "game", 3).close().has_value());
        Altered{folder / "game"}.run(statement);
        CHECK(!Journal::open(folder / "game").has_value());
    }
}

} // namespace ansage::journal
