// The file of a journal: made, found, and known for one of ours. For this folder only.
#pragma once

#include "base/result.hpp"
#include "journal/database.hpp"

#include <string>

namespace ansage::journal {

[[nodiscard]] base::Error error_at(const std::string& file, std::string what, std::string mend);

// Refuses a file that exists.
[[nodiscard]] Result<void> create_empty_file(const std::string& file);
// With what SQLite keeps beside it.
void remove_files(const std::string& file);
// In a database that has none.
[[nodiscard]] Result<void> create_tables(Database& database);
// Nobody else gets in until it is closed.
[[nodiscard]] Result<void> lock(Database& database);
// Refuses what no Ansage wrote, or a newer one.
[[nodiscard]] Result<Database> open_database(const std::string& file);

} // namespace ansage::journal
