// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/signature.hpp"

#include "base/check.hpp"

#include <algorithm>
#include <array>
#include <sodium/core.h>
#include <sodium/crypto_sign.h>
#include <sodium/utils.h>
#include <string_view>

namespace ansage::journal {
namespace {

static_assert(PublicKey{}.size() == crypto_sign_PUBLICKEYBYTES);
static_assert(SecretKey{}.size() == crypto_sign_SECRETKEYBYTES);
static_assert(SignatureBytes{}.size() == crypto_sign_BYTES);

// So that the key signs nothing that is taken for something else.
constexpr std::string_view purpose = "ansage journal 1\n";

using SignedText = std::array<std::uint8_t, purpose.size() + Digest{}.size()>;

SignedText signed_text(const Digest& digest) {
    SignedText text{};
    std::ranges::copy(digest, std::ranges::copy(purpose, text.begin()).out);
    return text;
}

void make_ready() {
    static const int ready = sodium_init();
    ANSAGE_CHECK(ready >= 0);
}

// Eight consonants and four vowels that no telephone mixes up.
constexpr std::string_view consonants = "bfklmrst";
constexpr std::string_view vowels = "aeio";
constexpr std::string_view last = "nx";
constexpr unsigned bits_of_word = 11;
constexpr unsigned words = 8;

std::string word_of(unsigned bits) {
    return {
        consonants[(bits >> 8U) & 7U],
        vowels[(bits >> 6U) & 3U],
        consonants[(bits >> 3U) & 7U],
        vowels[(bits >> 1U) & 3U],
        last[bits & 1U]};
}

} // namespace

SigningKey new_key() {
    make_ready();
    SigningKey key;
    crypto_sign_keypair(key.open.data(), key.secret.data());
    return key;
}

std::string to_text(const SigningKey& key) {
    std::string text(key.secret.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), key.secret.data(), key.secret.size());
    text.pop_back();
    return text;
}

std::optional<SigningKey> parse_key(std::string_view text) {
    SigningKey key;
    std::size_t size = 0;
    const bool is_read = text.size() == 2 * key.secret.size() &&
        sodium_hex2bin(
            key.secret.data(), key.secret.size(), text.data(), text.size(), nullptr, &size, nullptr
        ) == 0;
    if (!is_read || size != key.secret.size()) return std::nullopt;
    make_ready();
    crypto_sign_ed25519_sk_to_pk(key.open.data(), key.secret.data());
    // Whose halves do not belong together is no key.
    const SignatureBytes probe = signed_by(key, Digest{});
    return is_signed(key.open, Digest{}, probe) ? std::optional{key} : std::nullopt;
}

SignatureBytes signed_by(const SigningKey& key, const Digest& digest) {
    make_ready();
    const SignedText text = signed_text(digest);
    SignatureBytes signature{};
    crypto_sign_detached(signature.data(), nullptr, text.data(), text.size(), key.secret.data());
    return signature;
}

bool is_signed(const PublicKey& key, const Digest& digest, const SignatureBytes& signature) {
    make_ready();
    const SignedText text = signed_text(digest);
    return crypto_sign_verify_detached(signature.data(), text.data(), text.size(), key.data()) == 0;
}

std::string fingerprint(std::span<const std::uint8_t, 32> bytes) {
    std::string text;
    for (unsigned word = 0; word < words; ++word) {
        unsigned bits = 0;
        for (unsigned bit = word * bits_of_word; bit < (word + 1) * bits_of_word; ++bit)
            bits = 2 * bits + (unsigned{bytes[bit / 8]} >> (7 - bit % 8) & 1U);
        if (!text.empty()) text += ' ';
        text += word_of(bits);
    }
    return text;
}

} // namespace ansage::journal
