// SPDX-License-Identifier: GPL-3.0-or-later
// Where browsers find a table's page. On this machine: a port, and a secret in the path, because a
// loopback port is open to every account of the machine. On the network: a port of all its
// addresses, and no secret, because an address on a network is never a password.
#pragma once

#include "base/descriptor.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::gateway {

// Nobody else's machine is reached by this one.
inline constexpr const char* loopback = "127.0.0.1";

// From which machines a page is reached.
enum class Reach : std::uint8_t { this_machine, network };

struct Address {
    std::uint16_t port = 0; // 0: any that is free
    // The first part of the path; on the network only what tells this table from the next one.
    std::string secret;
    Reach reach = Reach::this_machine;

    bool operator==(const Address&) const = default;
};

// 192 bits of chance, as letters that a path may have.
[[nodiscard]] std::string new_secret();

// What new_secret() might have made.
[[nodiscard]] bool has_letters_of_secret(std::string_view text);

// In a time that does not tell how much of it is right.
[[nodiscard]] bool is_secret(std::string_view given, const std::string& secret);

// Of this machine.
[[nodiscard]] std::string url_of(const Address& address);
// On the network: "192.168.1.5".
[[nodiscard]] std::string network_url(const std::string& host, std::uint16_t port);

// A socket at that port, or at any: of the loopback interface alone, or of every interface with
// IPv4.
[[nodiscard]] base::Result<base::Descriptor, base::Error>
listen_at(std::uint16_t port, Reach reach = Reach::this_machine);
[[nodiscard]] std::uint16_t port_of(const base::Descriptor& socket);

// As long as the table runs its page has one address of each reach, whoever serves it. The file is
// for its owner alone; absent: there is none of that reach, or nothing of ours is in it.
[[nodiscard]] std::optional<Address>
read_address(const std::filesystem::path& file, Reach reach = Reach::this_machine);
// The one of the other reach stays.
[[nodiscard]] base::Result<void, base::Error>
write_address(const std::filesystem::path& file, const Address& address);

} // namespace ansage::gateway
