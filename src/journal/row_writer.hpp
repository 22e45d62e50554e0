// SPDX-License-Identifier: GPL-3.0-or-later
// Rows on their way into a database. For this folder only.
#pragma once

#include "journal/rows.hpp"

#include <utility>

namespace ansage::journal {

// Rows are stored in one transaction.
class RowWriter {
public:
    [[nodiscard]] Result<void> prepare(Database& database) {
        return prepare(database, begin_, "BEGIN IMMEDIATE")
            .and_then([&] { return prepare(database, commit_, "COMMIT"); })
            .and_then([&] { return prepare(database, rollback_, "ROLLBACK"); })
            .and_then([&] { return prepare(database, insert_, insert_record); });
    }

    // Its end is commit(), or roll_back(), also where it failed.
    [[nodiscard]] Result<void> insert(std::span<const Row> rows) {
        Result<void> done = begin_.run();
        for (auto row = rows.begin(); done && row != rows.end(); ++row) {
            done = insert_.bind(1, signed_of(row->number))
                       .bind(2, row->at.since_open.count())
                       .bind(3, row->input)
                       .bind(4, row->events)
                       .bind(5, row->digest)
                       .run();
        }
        return done;
    }

    [[nodiscard]] Result<void> commit() { return commit_.run(); }

    // It may have been rolled back already.
    void roll_back() { static_cast<void>(rollback_.run()); }

private:
    static Result<void> prepare(Database& database, Statement& place, std::string_view text) {
        return database.prepare(text).map([&](Statement made) { place = std::move(made); });
    }

    Statement begin_;
    Statement commit_;
    Statement rollback_;
    Statement insert_;
};

} // namespace ansage::journal
