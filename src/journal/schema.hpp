// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a journal, version by version. For this folder only.
#pragma once

#include "journal/database.hpp"

#include <string>

namespace ansage::journal {

// What new journals have. Version 1 has no head, and neither it nor version 2 signatures.
inline constexpr int newest_format = 3;
inline constexpr int first_signed_format = 3;

// In a database that has none.
[[nodiscard]] Result<void> create_tables(Database& database);

// From whatever version it is to the newest, inside a transaction.
[[nodiscard]] Result<void> bring_up_to_date(Database& database, int version);

// The version; refuses what no Ansage wrote, or a newer one. A journal from somebody else may hold
// views without end and triggers: its tables must be, letter by letter, what some version of Ansage
// makes.
[[nodiscard]] Result<int> check_format(Database& database, const std::string& file);

} // namespace ansage::journal
