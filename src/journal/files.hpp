// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a journal: made, found, and known for one of ours, and kept from others. For this
// folder only.
#pragma once

#include "base/result.hpp"
#include "journal/database.hpp"

#include <filesystem>
#include <string>

namespace ansage::journal {

// Whole or not at all, whenever the program is killed: readable for its owner only. Refuses a file
// that exists, but for an empty one.
[[nodiscard]] Result<void> create_file(const std::string& file, const std::string& bytes);
// With what lies beside it.
void remove_files(const std::string& file);
// Keeps all that lies there under a name that is free; gives it.
[[nodiscard]] Result<std::string> keep_copies(const std::string& file);

// Nothing of a journal lies there under that name.
bool is_free(const std::string& file);
// A new one, for this user only; empty where none can be made.
std::filesystem::path temporary_folder();

// The file itself where the name is a link: SQLite keeps the -wal beside that.
std::string file_meant_by(const std::filesystem::path& name);

// Nobody else gets in until it is closed.
[[nodiscard]] Result<void> lock(Database& database);

struct OpenedDatabase {
    Database database;
    int version = 0; // of its tables
    bool had_wal = false;
    bool was_cut_off = false;
};

// Refuses what no Ansage wrote, or a newer one.
[[nodiscard]] Result<OpenedDatabase> open_database(const std::string& file);

} // namespace ansage::journal
