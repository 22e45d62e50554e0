// SPDX-License-Identifier: GPL-3.0-or-later
// A folder from which a broker runs for an event: its certificate, its accounts, who may read and
// write what, and the arbiter's page.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ansage::hall {

struct Plan {
    std::filesystem::path folder; // is made
    std::string event;
    std::vector<std::string> tables;
    std::vector<std::string> arbiters;
    bool has_spectators = false; // who read what is public, and nothing else
    std::vector<std::string> hosts; // names and numbers of the machine, as others call it
    std::uint16_t port = 8883;
    std::uint16_t page_port = 8443;
    bool is_for_this_machine = false; // both ports are closed to all others
};

// What people have to type.
struct Password {
    std::string user;
    std::string password;
};

// The programs that serve the hall of a folder, each with its arguments.
std::vector<std::vector<std::string>> programs_of(const std::filesystem::path& folder);

// An error leaves no folder behind. Calls openssl, mosquitto_passwd and lighttpd.
[[nodiscard]] base::Result<std::vector<Password>, base::Error> set_up(const Plan& plan);

// To its end, with nothing of what it says; an error if it is missing or fails.
[[nodiscard]] base::Result<void, base::Error>
run_program(std::string_view program, std::vector<std::string> arguments);

// Where the broker is, in whatever folder programs of the system lie; empty: nowhere.
std::filesystem::path find_program(std::string_view name);

} // namespace ansage::hall
