// SPDX-License-Identifier: GPL-3.0-or-later
// Who can vouch for a journal: the key of an arbiter's laptop, and words by which two people
// compare two copies, or two keys, by ear.
#pragma once

#include "journal/digest.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ansage::journal {

// Ed25519 (libsodium).
using PublicKey = std::array<std::uint8_t, 32>;
using SecretKey = std::array<std::uint8_t, 64>;
using SignatureBytes = std::array<std::uint8_t, 64>;

struct SigningKey {
    PublicKey open{};
    SecretKey secret{};
};

SigningKey new_key();
// In hexadecimal, for a file of its owner; absent for anything else.
std::string to_text(const SigningKey& key);
std::optional<SigningKey> parse_key(std::string_view text);

// Of everything that was stored up to and with that record.
SignatureBytes signed_by(const SigningKey& key, const Digest& digest);
[[nodiscard]] bool
is_signed(const PublicKey& key, const Digest& digest, const SignatureBytes& signature);

// Eight words for the first 88 bits. They belong to no language and sound alike in many: each is
// said as it is written, and no two sounds of them are taken for one another.
std::string fingerprint(std::span<const std::uint8_t, 32> bytes);

} // namespace ansage::journal
