// SPDX-License-Identifier: GPL-3.0-or-later
// Where browsers find a table's page: a port of this machine, and a secret in the path, because a
// loopback port is open to every account of the machine.
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

struct Address {
    std::uint16_t port = 0; // 0: any that is free
    std::string secret; // the first part of the path

    bool operator==(const Address&) const = default;
};

// 192 bits of chance, as letters that a path may have.
[[nodiscard]] std::string new_secret();

// In a time that does not tell how much of it is right.
[[nodiscard]] bool is_secret(std::string_view given, const std::string& secret);

[[nodiscard]] std::string url_of(const Address& address);

// A socket at that port, or at any, of the loopback interface alone.
[[nodiscard]] base::Result<base::Descriptor, base::Error> listen_at(std::uint16_t port);
[[nodiscard]] std::uint16_t port_of(const base::Descriptor& socket);

// As long as the table runs its page has one address, whoever serves it. The file is for its owner
// alone; absent: there is none, or nothing of ours is in it.
[[nodiscard]] std::optional<Address> read_address(const std::filesystem::path& file);
[[nodiscard]] base::Result<void, base::Error>
write_address(const std::filesystem::path& file, const Address& address);

} // namespace ansage::gateway
