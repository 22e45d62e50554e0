#include "journal/files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ansage::journal {
namespace {

// "Ansg", and the version of the tables below.
constexpr const char* schema = R"(
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
constexpr std::string_view application_id = "1097757543";
constexpr std::string_view format_version = "1";

Result<void> check_format(Database& database, const std::string& file) {
    const auto application = database.text("PRAGMA application_id");
    if (!application) {
        return tl::unexpected(application.error());
    }
    if (*application != application_id) {
        return tl::unexpected(
            error_at(file, "this is no journal of Ansage", "name a file that Ansage wrote")
        );
    }
    const auto version = database.text("PRAGMA user_version");
    if (version && *version != format_version) {
        return tl::unexpected(
            error_at(file, "a newer Ansage wrote this journal", "use that one to read it")
        );
    }
    return {};
}

bool may_write(const std::string& path) {
    return ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0;
}

// What was cut off is mended with what lies beside it, and for that both must be written.
bool is_cut_off_and_read_only(const std::string& file) {
    const std::string beside = file + "-wal";
    const std::string folder = std::filesystem::absolute(file).parent_path().string();
    std::error_code ignored;
    return std::filesystem::exists(beside, ignored) &&
        !(may_write(file) && may_write(beside) && may_write(folder));
}

} // namespace

base::Error error_at(const std::string& file, std::string what, std::string mend) {
    return {.what = std::move(what), .where = file, .mend = std::move(mend)};
}

Result<void> create_empty_file(const std::string& file) {
    std::FILE* const created = std::fopen(file.c_str(), "wbx");
    if (created != nullptr && std::fclose(created) == 0) {
        return {};
    }
    if (errno == EEXIST) {
        return tl::unexpected(error_at(
            file, "this file exists already", "choose another name, or go on with it by --resume"
        ));
    }
    return tl::unexpected(error_at(
        file,
        fmt::format("the journal cannot be created: {}", std::strerror(errno)),
        "name a file in a folder that exists and may be written"
    ));
}

void remove_files(const std::string& file) {
    std::error_code ignored;
    for (const char* ending : {"", "-wal", "-journal"}) {
        std::filesystem::remove(file + ending, ignored);
    }
}

Result<void> create_tables(Database& database) {
    return database.run(schema);
}

// The lock is kept from the first access on, so that no -shm file is needed.
Result<void> lock(Database& database) {
    return database.run("PRAGMA locking_mode=EXCLUSIVE");
}

Result<Database> open_database(const std::string& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) {
        return tl::unexpected(error_at(file, "there is no such journal", "check the name"));
    }
    auto database = Database::open(file);
    if (!database) {
        return database;
    }
    const auto ready = lock(*database).and_then([&] { return check_format(*database, file); });
    if (!ready && is_cut_off_and_read_only(file)) {
        return tl::unexpected(error_at(
            file,
            "this game was cut off, and nothing may be written here to mend it",
            "copy it and its -wal to a place where they may be written"
        ));
    }
    return ready.map([&] { return std::move(*database); });
}

} // namespace ansage::journal
