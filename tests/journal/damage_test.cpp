// SPDX-License-Identifier: GPL-3.0-or-later
// Journals that were damaged, cut or altered: what is shown of one is what was stored, or nothing.
#include "journal/games.hpp"
#include "journal/replay.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <random>
#include <sqlite3.h>
#include <string>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ansage::journal {
namespace {

namespace fs = std::filesystem;
using tests::Folder;

constexpr std::uint64_t length = 40;
constexpr std::uint64_t short_game = 16; // in commits

std::string contents(const fs::path& path) {
    std::ifstream stream{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

void write(const fs::path& path, const std::string& bytes) {
    std::ofstream{path, std::ios::binary | std::ios::trunc} << bytes;
}

std::string row_text(const Row& row) {
    return fmt::format("{} {} {} {}", row.number, row.at.since_open.count(), row.input, row.events);
}

std::vector<std::string> rows_of(Journal& journal) {
    std::vector<std::string> rows;
    auto reader = journal.read().value();
    for (auto row = reader.next_row().value(); row; row = reader.next_row().value()) {
        rows.push_back(row_text(*row));
    }
    return rows;
}

Journal recorded(const fs::path& path, std::uint64_t count) {
    auto journal = Journal::create(path, tests::header(), tests::session()).value();
    while (journal.size() < count) {
        const tests::Step made = tests::step(journal.size() + 1);
        REQUIRE(journal.record(made.input, made.events, Durability::full).has_value());
    }
    return journal;
}

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
        CHECK((!whole->is_end_proven() || rows.size() == original.rows.size()));
        return;
    }
    CHECK(!whole.error().what.empty());
    if (auto part = Journal::open(folder / "game", Extent::before_fault)) {
        CHECK(is_beginning_of(rows_of(*part), original.rows));
        CHECK(part->fault().has_value());
    }
}

// --- altering with the sqlite3 tool
class Altered {
public:
    explicit Altered(const fs::path& path) { REQUIRE(sqlite3_open(path.c_str(), &database_) == 0); }

    Altered(const Altered&) = delete;
    Altered& operator=(const Altered&) = delete;
    Altered(Altered&&) = delete;
    Altered& operator=(Altered&&) = delete;

    ~Altered() { sqlite3_close(database_); }

    void run(const std::string& statement) {
        INFO(statement);
        CHECK(sqlite3_exec(database_, statement.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    }

private:
    sqlite3* database_ = nullptr;
};

std::string as_sql(const std::string& text) {
    std::string made = "'";
    for (const char letter : text) {
        made += letter == '\'' ? std::string{"''"} : std::string{letter};
    }
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
        for (auto row = reader.next_row().value(); row; row = reader.next_row().value()) {
            rows.push_back(*row);
        }
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
    CHECK(!journal.is_end_proven());
    CHECK(rows_of(journal) == cut.rows);
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
    CHECK(!Journal::open(folder / "game").value().is_end_proven());
}

TEST_CASE("A closed game proves its end by itself, also after it was cut off and mended") {
    const Folder folder;
    REQUIRE(recorded(folder / "game", 5).close().has_value());
    CHECK(Journal::open(folder / "game").value().is_end_proven());

    const CutOff cut;
    cut.write_to(folder / "cut");
    CHECK(Journal::open(folder / "cut").value().is_end_proven());
    CHECK(!fs::exists(folder / "cut-wal"));
    CHECK(!fs::exists(folder / "cut-head"));
    CHECK(Journal::open(folder / "cut").value().is_end_proven());
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
    CHECK(Journal::open(folder / "game").value().is_end_proven());
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
        for (const Extent extent : {Extent::whole, Extent::before_fault, Extent::to_verify}) {
            CHECK(!Journal::open(folder / "game", extent).has_value());
        }
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
        Journal::open(folder / "long").error().what, Catch::Contains("longer than any game")
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

TEST_CASE("A journal is nobody else's, nor what lies beside it") {
    const Folder folder;
    auto journal = recorded(folder / "game", 2);
    for (const std::string& name : folder.names()) {
        struct stat status {};

        REQUIRE(::stat((folder / name).c_str(), &status) == 0);
        INFO(name);
        CHECK((status.st_mode & 0777U) == 0600U);
    }
    CHECK(folder.names().size() == 3);
}

TEST_CASE("A journal that is removed or renamed while it is played is written anew") {
    for (const bool is_renamed : {false, true}) {
        const Folder folder;
        auto journal = recorded(folder / "game", 5);
        if (is_renamed) {
            fs::rename(folder / "game", folder / "elsewhere");
        } else {
            fs::remove(folder / "game");
        }
        const tests::Step made = tests::step(6);
        REQUIRE(journal.record(made.input, made.events, Durability::full).has_value());
        CHECK(journal.take_rewritten());
        CHECK(!journal.take_rewritten());
        const auto rows = rows_of(journal);
        CHECK(rows.size() == 6);
        REQUIRE(journal.close().has_value());
        auto again = Journal::open(folder / "game").value();
        CHECK(rows_of(again) == rows);
        CHECK(again.is_end_proven());
    }
}

TEST_CASE("Where another file lies in the journal's place nothing is stored") {
    const Folder folder;
    auto journal = recorded(folder / "game", 5);
    fs::rename(folder / "game", folder / "elsewhere");
    write(folder / "game", "mine");
    const tests::Step made = tests::step(6);
    CHECK(!journal.record(made.input, made.events, Durability::full).has_value());
    CHECK(contents(folder / "game") == "mine");
    fs::rename(folder / "elsewhere", folder / "game");
    CHECK(journal.record(made.input, made.events, Durability::full).has_value());
}

TEST_CASE("An empty file that a start once left behind is taken") {
    const Folder folder;
    write(folder / "game", "");
    CHECK(recorded(folder / "game", 1).close().has_value());
}

namespace {

// Runs in a process of its own until it is killed.
template <class Act>
pid_t start(const Act& act) {
    const pid_t process = fork();
    REQUIRE(process >= 0);
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        alarm(30);
        act();
        _exit(0);
    }
    return process;
}

void kill_and_wait(pid_t process) {
    kill(process, SIGKILL);
    int status = 0;
    REQUIRE(waitpid(process, &status, 0) == process);
}

} // namespace

TEST_CASE("A program that is killed while it begins a game leaves one that opens, or nothing") {
    std::mt19937 random{17};
    for (unsigned count = 0; count < 20; ++count) {
        const Folder folder;
        const pid_t process = start([&] {
            for (unsigned number = 0;; ++number) {
                const auto path = folder / fmt::format("game{}", number % 50);
                std::error_code ignored;
                fs::remove(path, ignored);
                static_cast<void>(Journal::create(path, tests::header(), tests::session()));
            }
        });
        usleep(static_cast<useconds_t>(2'000 + random() % 20'000));
        kill_and_wait(process);
        for (const std::string& name : folder.names()) {
            if (name.find('-') == std::string::npos) {
                INFO(name);
                CHECK(Journal::open(folder / name).has_value());
            }
        }
    }
}

TEST_CASE("A game that is killed at any of its commits has what was committed, and proves it") {
    for (std::uint64_t last = 0; last < short_game; ++last) {
        const Folder folder;
        const pid_t process = start([&] {
            auto journal = recorded(folder / "game", last);
            write(folder / "said", "");
            kill(getpid(), SIGKILL);
        });
        int status = 0;
        REQUIRE(waitpid(process, &status, 0) == process);
        REQUIRE(fs::exists(folder / "said"));
        auto journal = Journal::open(folder / "game").value();
        CHECK(journal.size() == last);
        CHECK(journal.is_end_proven());
        CHECK(!journal.fault().has_value());
    }
}

} // namespace ansage::journal
