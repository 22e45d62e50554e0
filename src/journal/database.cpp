// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/database.hpp"

#include <array>
#include <sqlite3.h>
#include <utility>

namespace ansage::journal {
namespace {

// A quota, a limit of the system or a broken disk: everything but the plain SQLITE_FULL.
base::Phrase input_output_problem(sqlite3* database) {
    return sqlite3_extended_errcode(database) == SQLITE_IOERR_WRITE
        ? base::phrase("the disk takes no more")
        : base::phrase("the disk reports an error");
}

// What and how to mend it, without the place.
base::Error error_for(int code, sqlite3* database) {
    const auto do_not_trust = [](base::Phrase what) {
        return base::Error{
            std::move(what),
            {},
            base::phrase("do not trust this file; ask for a copy that nobody has changed")};
    };
    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {
            base::phrase("another Ansage has this journal open"),
            {},
            base::phrase("wait until its game has ended, or end it there")};
    case SQLITE_FULL:
        return {
            base::phrase("the disk is full"),
            {},
            base::phrase("make room there; what was stored before is safe")};
    case SQLITE_IOERR:
        return {
            input_output_problem(database),
            {},
            base::phrase("make room there or check it; what was stored before is safe")};
    case SQLITE_READONLY:
        return {
            base::phrase("the journal may not be written here"),
            {},
            base::phrase("copy it to a place where it may be written")};
    case SQLITE_CANTOPEN:
        return {
            base::phrase("the journal cannot be opened"),
            {},
            base::phrase("check that it exists and may be read")};
    case SQLITE_NOTADB:
        return {
            base::phrase("this is no journal of Ansage"),
            {},
            base::phrase("name a file that Ansage wrote")};
    case SQLITE_CORRUPT:
        return {base::phrase("the journal is damaged"), {}, base::phrase("use a copy of it")};
    case SQLITE_TOOBIG:
        return do_not_trust(
            base::phrase("something in the journal is longer than anything at a table can be")
        );
    case SQLITE_INTERRUPT:
        return do_not_trust(base::phrase("the journal cannot be read in reasonable time"));
    default:
        return {
            base::as_it_is(std::string{sqlite3_errmsg(database)}),
            {},
            base::phrase("what was stored before is safe; try again")};
    }
}

base::Error error_of(sqlite3* database) {
    base::Error error = error_for(sqlite3_errcode(database), database);
    const char* const path = sqlite3_db_filename(database, "main");
    error.where = path == nullptr ? "" : path;
    return error;
}

// SQLite takes "file:a?mode=memory" for a URI, ":memory:" and "" for no file at all. With a folder
// before it, a name means the file that everybody else means by it.
std::string name_of_file(const std::string& path) {
    return path.starts_with('/') ? path : "./" + path;
}

int size_of(std::string_view text) { return static_cast<int>(text.size()); }

// A statement of ours takes some hundred steps of SQLite's machine to its next row.
constexpr int steps_counted_at_once = 1'000;
constexpr int most_effort = 2'000;

int count_effort(void* effort) { return ++*static_cast<int*>(effort) > most_effort ? 1 : 0; }

int count_frames(void* frames, sqlite3* /*database*/, const char* /*name*/, int count) {
    *static_cast<int*>(frames) = count;
    return SQLITE_OK;
}

} // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(sqlite3_stmt* statement, int& effort)
    : statement_(statement),
      effort_(&effort) {}

Statement& Statement::bind(int parameter, std::int64_t number) {
    sqlite3_bind_int64(statement_.get(), parameter, number);
    return *this;
}

Statement& Statement::bind(int parameter, std::string_view text) {
    sqlite3_bind_text(statement_.get(), parameter, text.data(), size_of(text), SQLITE_STATIC);
    return *this;
}

Statement& Statement::bind(int parameter, std::span<const std::uint8_t> bytes) {
    const int size = static_cast<int>(bytes.size());
    sqlite3_bind_blob(statement_.get(), parameter, bytes.data(), size, SQLITE_STATIC);
    return *this;
}

Result<void> Statement::run() {
    *effort_ = 0;
    while (sqlite3_step(statement_.get()) == SQLITE_ROW) {
    }
    // Gives the error of the step again.
    if (sqlite3_reset(statement_.get()) != SQLITE_OK)
        return tl::unexpected(error_of(sqlite3_db_handle(statement_.get())));
    return {};
}

Result<bool> Statement::next() {
    *effort_ = 0;
    const int code = sqlite3_step(statement_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return tl::unexpected(error_of(sqlite3_db_handle(statement_.get())));
    return code == SQLITE_ROW;
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

std::string_view Statement::text(int column) const {
    const auto bytes_of_text = [&] { return sqlite3_column_text(statement_.get(), column); };
    // SQLite's texts are unsigned chars; ours are not.
    const auto* const start = reinterpret_cast<const char*>(bytes_of_text()); // NOLINT
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return start == nullptr ? std::string_view{}
                            : std::string_view{start, static_cast<std::size_t>(size)};
}

std::span<const std::uint8_t> Statement::bytes(int column) const {
    const void* const start = sqlite3_column_blob(statement_.get(), column);
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return {static_cast<const std::uint8_t*>(start), static_cast<std::size_t>(size)};
}

void Database::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Database::Database(sqlite3* database)
    : database_(database) {}

void Database::trust_nothing() {
    sqlite3* const database = database_.get();
    constexpr std::array<std::pair<int, int>, 6> settings{{
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
        {SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1},
    }};
    for (const auto& [setting, value] : settings)
        sqlite3_db_config(database, setting, value, nullptr); // NOLINT(*-vararg)
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, longest_value);
    sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_progress_handler(database, steps_counted_at_once, count_effort, effort_.get());
}

Result<Database> Database::open(const std::string& path, int flags) {
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &opened, flags, nullptr);
    Database database{opened};
    if (code != SQLITE_OK) {
        base::Error error = error_of(opened);
        error.where = path;
        return tl::unexpected(std::move(error));
    }
    database.trust_nothing();
    return database;
}

Result<Database> Database::open(const std::string& path) {
    // One thread uses a journal, so SQLite needs no locks of its own.
    return open(name_of_file(path), SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX);
}

Result<Database> Database::open_in_memory() {
    return open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX);
}

Result<void> Database::run(const char* statements) {
    *effort_ = 0;
    if (sqlite3_exec(database_.get(), statements, nullptr, nullptr, nullptr) != SQLITE_OK)
        return tl::unexpected(error_of(database_.get()));
    return {};
}

Result<Statement> Database::prepare(std::string_view statement) {
    *effort_ = 0;
    sqlite3_stmt* prepared = nullptr;
    const int code = sqlite3_prepare_v3(
        database_.get(),
        statement.data(),
        size_of(statement),
        SQLITE_PREPARE_PERSISTENT,
        &prepared,
        nullptr
    );
    if (code != SQLITE_OK) return tl::unexpected(error_of(database_.get()));
    return Statement{prepared, *effort_};
}

Result<std::string> Database::text(std::string_view statement) {
    return prepare(statement).and_then([](Statement prepared) {
        return prepared.next().map([&](bool is_row) {
            return is_row ? std::string{prepared.text(0)} : std::string{};
        });
    });
}

Result<std::string> Database::as_file() const {
    sqlite3_int64 size = 0;
    const std::unique_ptr<unsigned char, void (*)(void*)> bytes{
        sqlite3_serialize(database_.get(), "main", &size, 0), sqlite3_free};
    if (!bytes) return tl::unexpected(error_of(database_.get()));
    // Bytes as the chars of a file.
    const auto* const start = reinterpret_cast<const char*>(bytes.get()); // NOLINT
    return std::string(start, static_cast<std::size_t>(size));
}

Result<Database> Database::copied_to_memory() const {
    return open_in_memory().and_then([&](Database copy) -> Result<Database> {
        sqlite3* const to = copy.database_.get();
        sqlite3_backup* const backup = sqlite3_backup_init(to, "main", database_.get(), "main");
        if (backup != nullptr) sqlite3_backup_step(backup, -1);
        if (backup == nullptr || sqlite3_backup_finish(backup) != SQLITE_OK)
            return tl::unexpected(error_of(to));
        return copy;
    });
}

bool Database::is_damaged() const {
    const int code = sqlite3_errcode(database_.get());
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB ||
        sqlite3_extended_errcode(database_.get()) == SQLITE_IOERR_SHORT_READ;
}

void Database::checkpoint_by_hand() {
    *frames_ = 0;
    sqlite3_wal_hook(database_.get(), count_frames, frames_.get());
}

bool Database::is_read_only() const { return sqlite3_db_readonly(database_.get(), "main") == 1; }

Result<void> Database::close() {
    if (sqlite3_close(database_.get()) != SQLITE_OK)
        return tl::unexpected(error_of(database_.get()));
    static_cast<void>(database_.release());
    return {};
}

} // namespace ansage::journal
