// SPDX-License-Identifier: GPL-3.0-or-later
// What is stored of a journal, row by row, and read again. For this folder only.
#pragma once

#include "journal/database.hpp"
#include "journal/journal.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace ansage::journal {

inline constexpr std::string_view profile_prefix = "profile ";
inline constexpr std::string_view setup_key = "setup";

inline constexpr std::string_view insert_record =
    "INSERT INTO records(number, at_ms, input, events, digest) VALUES(?, ?, ?, ?, ?)";
inline constexpr std::string_view insert_session =
    "INSERT INTO sessions(first_input, at_ms, program, wall_clock_ms, boot_id, digest) "
    "VALUES(?, ?, ?, ?, ?, ?)";
inline constexpr std::string_view select_records =
    "SELECT number, at_ms, input, events, digest FROM records ORDER BY number";
inline constexpr std::string_view select_records_from =
    "SELECT number, at_ms, input, events, digest FROM records WHERE number >= ? ORDER BY number";
inline constexpr std::string_view select_sessions =
    "SELECT first_input, at_ms, program, wall_clock_ms, boot_id, digest FROM sessions "
    "ORDER BY number";

base::Instant instant(std::int64_t milliseconds);
std::uint64_t unsigned_of(std::int64_t number);
std::int64_t signed_of(std::uint64_t number);
// A digest of another size was not written by us; its bytes will not match.
Digest digest_of(std::span<const std::uint8_t> bytes);

// Of select_records, and of select_sessions.
Row row_of(const Statement& statement);
Session session_of(const Statement& statement);

// Without number and digest.
Row encoded(const table::Input& input, std::span<const table::Event> events);

[[nodiscard]] Result<void> store_header(Database& database, const Header& header);
[[nodiscard]] Result<void>
store_session(Database& database, const Session& session, const Digest& digest);

[[nodiscard]] Result<void> store_signature(Database& database, const Signature& signature);
// Each is checked. Somebody else's file may hold what is none.
[[nodiscard]] Result<std::vector<Signature>> read_signatures(Database& database);

} // namespace ansage::journal
