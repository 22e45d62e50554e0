// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/digest.hpp"

#include "base/check.hpp"

#include <sodium/core.h>
#include <sodium/crypto_generichash.h>
#include <sodium/utils.h>

namespace ansage::journal {
namespace {

void add(crypto_generichash_state& state, std::string_view bytes) {
    // A view of chars as the bytes that they are.
    const auto* const start = reinterpret_cast<const unsigned char*>(bytes.data()); // NOLINT
    crypto_generichash_update(&state, start, bytes.size());
}

// Little-endian, so that a digest is the same on every machine.
void add(crypto_generichash_state& state, std::uint64_t number) {
    std::array<unsigned char, sizeof number> bytes{};
    for (unsigned char& byte : bytes) {
        byte = static_cast<unsigned char>(number & 0xFFU);
        number >>= 8U;
    }
    crypto_generichash_update(&state, bytes.data(), bytes.size());
}

} // namespace

std::string to_string(const Digest& digest) {
    std::string text(digest.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), digest.data(), digest.size());
    text.pop_back();
    return text;
}

std::optional<Digest> parse_digest(std::string_view text) {
    Digest digest{};
    std::size_t size = 0;
    const bool is_read = text.size() == 2 * digest.size() &&
        sodium_hex2bin(
            digest.data(), digest.size(), text.data(), text.size(), nullptr, &size, nullptr
        ) == 0;
    return is_read && size == digest.size() ? std::optional{digest} : std::nullopt;
}

Digest chained(const Digest& before, std::initializer_list<std::string_view> parts) {
    static const int ready = sodium_init();
    ANSAGE_CHECK(ready >= 0);
    crypto_generichash_state state;
    Digest digest{};
    crypto_generichash_init(&state, nullptr, 0, digest.size());
    crypto_generichash_update(&state, before.data(), before.size());
    for (const std::string_view part : parts) {
        add(state, part.size());
        add(state, part);
    }
    crypto_generichash_final(&state, digest.data(), digest.size());
    return digest;
}

} // namespace ansage::journal
