// SPDX-License-Identifier: GPL-3.0-or-later
// Where a table of a hall reports to, under which topics, and as whom (docs/hall.md).
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace ansage::hall {

// Who may read what is published: everybody in the hall, or the arbiters.
enum class Audience : std::uint8_t { everybody, arbiter };

std::string_view to_string(Audience audience); // as topics have it

constexpr std::size_t index(Audience audience) { return static_cast<std::size_t>(audience); }

// mqtts://HOST[:PORT]/EVENT/TABLE, or mqtt: to this machine only; without a table, all of
// the event.
struct Address {
    std::string host;
    std::uint16_t port = 0;
    bool is_encrypted = true;
    std::string event;
    std::string table; // empty: all of them

    // What may be said of it: no account is part of it.
    std::string text() const;
    // "ansage/EVENT/TABLE/arbiter/log"
    std::string topic(Audience audience, std::string_view what) const;
    // What arbiters ask of the table.
    std::string asked() const;
    // Where that arbiter rules, and nobody else can; "+": all of them.
    std::string ruling(std::string_view arbiter) const;
    // Who goes to see to that matter; "+": to any.
    std::string care(std::string_view matter) const;
    // Where its journal is given, chunk by chunk.
    std::string journal() const;
};

// Letters, digits, "-" and "_": no level of a topic, no wildcard, no file of another folder.
bool is_name(std::string_view name);

[[nodiscard]] base::Result<Address, base::Error>
read_address(const std::string& text, std::string_view option);

// A file of lines "user NAME", "password WORD", "client NAME", and the certificate by which the
// broker is known; without one, those of the system.
struct Account {
    std::string user;
    std::string password;
    std::string client; // the name of the connection, which nobody else knows
    std::filesystem::path certificates; // empty: the system's
};

// An error if others can read it.
[[nodiscard]] base::Result<Account, base::Error> read_account(const std::filesystem::path& file);

} // namespace ansage::hall
