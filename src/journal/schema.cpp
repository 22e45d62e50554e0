// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/schema.hpp"

#include "base/try.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <vector>

namespace ansage::journal {
namespace {

// "Ansg", and the version of the tables below.
constexpr const char* first_tables = R"(
PRAGMA application_id = 1097757543;
PRAGMA user_version = 1;
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions(
  number INTEGER PRIMARY KEY,
  first_input INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  program TEXT NOT NULL,
  wall_clock_ms INTEGER NOT NULL,
  boot_id TEXT NOT NULL,
  digest BLOB NOT NULL
);
CREATE TABLE records(
  number INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  input TEXT NOT NULL,
  events TEXT NOT NULL,
  digest BLOB NOT NULL
);
CREATE VIEW inputs AS
  SELECT number, at_ms, json_extract(input, '$.kind') AS kind, input AS json FROM records;
CREATE VIEW events AS
  SELECT records.number AS input, each.key AS place, json_extract(each.value, '$.at_ms') AS at_ms,
    json_extract(each.value, '$.kind') AS kind, each.value AS json
  FROM records, json_each(records.events) AS each;
)";
// What was stored when the journal was closed: one row.
constexpr const char* second_tables = R"(
PRAGMA user_version = 2;
CREATE TABLE head(
  number INTEGER PRIMARY KEY CHECK(number = 1),
  records INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  digest BLOB NOT NULL
);
)";
// Who vouched for how much of it.
constexpr const char* third_tables = R"(
PRAGMA user_version = 3;
CREATE TABLE signatures(
  number INTEGER PRIMARY KEY,
  records INTEGER NOT NULL,
  digest BLOB NOT NULL,
  key BLOB NOT NULL,
  signature BLOB NOT NULL,
  wall_clock_ms INTEGER NOT NULL
);
)";
constexpr std::array steps{first_tables, second_tables, third_tables};
static_assert(steps.size() == newest_format);

constexpr std::string_view application_id = "1097757543";
// One more than any version of ours makes.
constexpr std::string_view select_tables =
    "SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT 16";

// What a database says that it is made of, in the order of the names.
Result<std::vector<std::string>> tables_of(Database& database) {
    auto rows = database.prepare(select_tables);
    if (!rows) return tl::unexpected(std::move(rows).error());
    std::vector<std::string> tables;
    auto is_row = rows->next();
    for (; is_row && *is_row; is_row = rows->next()) {
        tables.push_back(
            fmt::format("{} {} {}\n{}", rows->text(0), rows->text(1), rows->text(2), rows->text(3))
        );
    }
    std::ranges::sort(tables);
    return is_row.map([&](bool /*found*/) { return std::move(tables); });
}

Result<void> take_steps(Database& database, int from, int to) {
    for (int version = from; version < to; ++version)
        ANSAGE_TRY(database.run(steps[static_cast<std::size_t>(version)]));
    return {};
}

Result<std::vector<std::string>> tables_of_version(int version) {
    return Database::open_in_memory().and_then([&](Database database) {
        return take_steps(database, 0, version).and_then([&] { return tables_of(database); });
    });
}

tl::unexpected<base::Error> no_journal(const std::string& file) {
    return tl::unexpected(base::Error{
        base::phrase("this is no journal of Ansage"),
        file,
        base::phrase("name a file that Ansage wrote")});
}

Result<int> compare_tables(Database& database, const std::string& file, int version) {
    const auto expected = tables_of_version(version);
    const auto found = tables_of(database);
    if (!expected || !found) return tl::unexpected(expected ? found.error() : expected.error());
    if (*found != *expected) {
        return tl::unexpected(base::Error{
            base::phrase("its tables are not those that Ansage makes"),
            file,
            base::phrase("do not trust this file; ask for a copy that nobody has changed")});
    }
    return version;
}

} // namespace

Result<void> create_tables(Database& database) { return take_steps(database, 0, newest_format); }

Result<void> bring_up_to_date(Database& database, int version) {
    return take_steps(database, version, newest_format);
}

Result<int> check_format(Database& database, const std::string& file) {
    const auto application = ANSAGE_TRY(database.text("PRAGMA application_id"));
    if (application != application_id) return no_journal(file);
    const auto stored = ANSAGE_TRY(database.text("PRAGMA user_version"));
    for (int version = 1; version <= newest_format; ++version)
        if (stored == std::to_string(version)) return compare_tables(database, file, version);
    return tl::unexpected(base::Error{
        base::phrase("a newer Ansage wrote this journal"),
        file,
        base::phrase("use that one to read it")});
}

} // namespace ansage::journal
