// SPDX-License-Identifier: GPL-3.0-or-later
// Games on disk for the journal's tests, and what lies there as bytes, rows and SQL.
#pragma once

#include "journal/games.hpp"
#include "support/catch.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sqlite3.h>
#include <string>
#include <vector>

namespace ansage::journal {

namespace fs = std::filesystem;
using tests::Folder;

inline std::string contents(const fs::path& path) {
    std::ifstream stream{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

inline void write(const fs::path& path, const std::string& bytes) {
    std::ofstream{path, std::ios::binary | std::ios::trunc} << bytes;
}

inline std::string row_text(const Row& row) {
    return fmt::format("{} {} {} {}", row.number, row.at.since_open.count(), row.input, row.events);
}

inline std::vector<std::string> rows_of(Journal& journal) {
    std::vector<std::string> rows;
    auto reader = journal.read().value();
    for (auto row = reader.next_row().value(); row; row = reader.next_row().value())
        rows.push_back(row_text(*row));
    return rows;
}

inline Journal recorded(const fs::path& path, std::uint64_t count) {
    auto journal = Journal::create(path, tests::header(), tests::session()).value();
    while (journal.size() < count) {
        const tests::Step made = tests::step(journal.size() + 1);
        REQUIRE(journal.record(made.input, made.events, Durability::full).has_value());
    }
    return journal;
}

// Alters a game as the sqlite3 tool would.
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

} // namespace ansage::journal
