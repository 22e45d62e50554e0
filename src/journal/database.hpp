// SPDX-License-Identifier: GPL-3.0-or-later
// The little of SQLite that the journal needs, with errors as values. For the journal's own
// sources.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace ansage::journal {

template <class T>
using Result = base::Result<T, base::Error>;

// A prepared statement. Must not outlive its database.
class Statement {
public:
    Statement() = default;
    // `effort` is counted while it runs, and belongs to the database.
    Statement(sqlite3_stmt* statement, int& effort);

    // Parameters and columns count from 1 and from 0, as SQLite has it. Texts and bytes must live
    // until run() or next() returns.
    Statement& bind(int parameter, std::int64_t number);
    Statement& bind(int parameter, std::string_view text);
    Statement& bind(int parameter, std::span<const std::uint8_t> bytes);

    // Executes it; rows are passed over. Afterwards it is ready to be bound anew.
    [[nodiscard]] Result<void> run();

    // True where there is another row, whose columns can be read then.
    [[nodiscard]] Result<bool> next();

    std::int64_t number(int column) const;
    std::string_view text(int column) const;
    std::span<const std::uint8_t> bytes(int column) const;

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };

    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    int* effort_ = nullptr;
};

// Of one text or blob in a journal, in bytes. A whole edition of the Laws has 60,000.
inline constexpr int longest_value = 4 << 20;

// What is opened is not trusted: its views and triggers do nothing, no value is longer than
// `longest_value`, and a statement that does not come to its next row soon is an error.
class Database {
public:
    // The file must exist. A file that is write-protected is opened for reading. What lies in the
    // -wal stays there when it is closed.
    [[nodiscard]] static Result<Database> open(const std::string& path);
    [[nodiscard]] static Result<Database> open_in_memory();

    // Statements without parameters, one or several.
    [[nodiscard]] Result<void> run(const char* statements);
    [[nodiscard]] Result<Statement> prepare(std::string_view statement);
    // The first column of the first row; empty if there is no row.
    [[nodiscard]] Result<std::string> text(std::string_view statement);

    bool is_read_only() const;
    // The last error says that the file is not what was written.
    bool is_damaged() const;

    // Afterwards only whoever calls it brings the -wal into the file, and frames are counted.
    void checkpoint_by_hand();

    // How many frames of the -wal the last commit left in use.
    int frames() const { return *frames_; }

    // Another one in memory that holds the same.
    [[nodiscard]] Result<Database> copied_to_memory() const;
    // The bytes of a file that holds the same.
    [[nodiscard]] Result<std::string> as_file() const;

    // Where no statement is left. Does nothing a second time.
    [[nodiscard]] Result<void> close();

private:
    struct Close {
        void operator()(sqlite3* database) const;
    };

    explicit Database(sqlite3* database);
    [[nodiscard]] static Result<Database> open(const std::string& path, int flags);
    void trust_nothing();

    // Before the database, which counts there until it is closed.
    std::unique_ptr<int> effort_ = std::make_unique<int>(0);
    std::unique_ptr<int> frames_ = std::make_unique<int>(0);
    std::unique_ptr<sqlite3, Close> database_;
};

} // namespace ansage::journal
