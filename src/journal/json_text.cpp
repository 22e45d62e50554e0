// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/json_text.hpp"

#include <cstddef>
#include <optional>

namespace ansage::journal {
namespace {

constexpr std::string_view replacement_character = "\xEF\xBF\xBD";

constexpr bool is_plain(unsigned char byte) {
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

// The size of the sequence that begins with `lead`, and the range that its second byte must lie in,
// so that no overlong form, surrogate or number above U+10FFFF passes (Unicode, table 3-7).
struct Sequence {
    std::size_t size = 0;
    unsigned char low = 0x80;
    unsigned char high = 0xBF;
};

constexpr Sequence three_bytes(unsigned char lead) {
    if (lead == 0xE0) return {.size = 3, .low = 0xA0};
    return lead == 0xED ? Sequence{.size = 3, .high = 0x9F} : Sequence{.size = 3};
}

constexpr Sequence four_bytes(unsigned char lead) {
    if (lead == 0xF0) return {.size = 4, .low = 0x90};
    return lead == 0xF4 ? Sequence{.size = 4, .high = 0x8F} : Sequence{.size = 4};
}

constexpr Sequence sequence_after(unsigned char lead) {
    if (lead >= 0xC2 && lead <= 0xDF) return {.size = 2};
    if (lead >= 0xE0 && lead <= 0xEF) return three_bytes(lead);
    return lead >= 0xF0 && lead <= 0xF4 ? four_bytes(lead) : Sequence{};
}

constexpr unsigned char byte_at(std::string_view text, std::size_t index) {
    return static_cast<unsigned char>(text[index]);
}

// The size of the character of two bytes or more that `text` begins with, if it begins with one.
constexpr std::optional<std::size_t> character_size(std::string_view text) {
    const Sequence sequence = sequence_after(byte_at(text, 0));
    if (sequence.size == 0 || text.size() < sequence.size) return std::nullopt;
    if (byte_at(text, 1) < sequence.low || byte_at(text, 1) > sequence.high) return std::nullopt;
    for (std::size_t index = 2; index < sequence.size; ++index)
        if ((byte_at(text, index) & 0xC0U) != 0x80U) return std::nullopt;
    return sequence.size;
}

void append_escaped(std::string& out, unsigned char byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    if (byte == '"' || byte == '\\') {
        out += '\\';
        out += static_cast<char>(byte);
    } else if (byte == '\n') {
        out += "\\n";
    } else {
        out += "\\u00";
        out += digits[byte >> 4U];
        out += digits[byte & 0x0FU];
    }
}

// Appends the one character or wrong byte that `text` begins with; gives its size.
std::size_t append_special(std::string& out, std::string_view text) {
    if (byte_at(text, 0) < 0x80) {
        append_escaped(out, byte_at(text, 0));
        return 1;
    }
    const auto size = character_size(text);
    out += size ? text.substr(0, *size) : replacement_character;
    return size.value_or(1);
}

} // namespace

void append_json_text(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        std::size_t plain = 0;
        while (plain < text.size() && is_plain(byte_at(text, plain))) ++plain;
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (!text.empty()) text.remove_prefix(append_special(out, text));
    }
    out += '"';
}

} // namespace ansage::journal
