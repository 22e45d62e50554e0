// SPDX-License-Identifier: GPL-3.0-or-later
// The digest that is chained over everything a journal holds: two journals with the same last
// digest hold the same.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::journal {

// BLAKE2b, 32 bytes (libsodium's generichash).
using Digest = std::array<std::uint8_t, 32>;

// Lower-case hexadecimal digits.
std::string to_string(const Digest& digest);
// The same back; absent for anything else.
std::optional<Digest> parse_digest(std::string_view text);

// The digest of `before` and the parts, each with its length.
Digest chained(const Digest& before, std::initializer_list<std::string_view> parts);

} // namespace ansage::journal
