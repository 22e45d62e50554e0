// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/latin1.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ansage::scoresheet {
namespace {

constexpr std::uint8_t byte_of(char letter) { return static_cast<std::uint8_t>(letter); }

constexpr bool is_ascii(char letter) { return byte_of(letter) < 0x80; }

// How many bytes the character has that the lead byte begins; 0 if it begins none.
std::size_t length_after(std::uint8_t lead) {
    if (lead < 0x80) return 1;
    if (lead < 0xc2 || lead > 0xf4) return 0;
    return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

// Codes that are too long for what they say, surrogates and what lies beyond U+10FFFF show in the
// second byte.
bool is_second_byte(std::uint8_t lead, std::uint8_t second) {
    const std::uint8_t lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    const std::uint8_t highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    return lowest <= second && second <= highest;
}

bool begins_with_character(std::string_view text, std::size_t length) {
    if (length == 0 || length > text.size()) return false;
    if (length > 1 && !is_second_byte(byte_of(text[0]), byte_of(text[1]))) return false;
    const std::string_view tail =
        text.substr(std::min<std::size_t>(2, length), length - std::min<std::size_t>(2, length));
    return std::all_of(tail.begin(), tail.end(), [](char letter) {
        return (byte_of(letter) & 0xc0U) == 0x80;
    });
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = length_after(byte_of(text.front()));
        if (!begins_with_character(text, length)) return false;
        text.remove_prefix(length);
    }
    return true;
}

} // namespace

std::string to_utf8(std::string text) {
    if (std::all_of(text.begin(), text.end(), is_ascii) || is_utf8(text)) return text;
    std::string converted;
    for (const char letter : text) {
        if (is_ascii(letter)) {
            converted += letter;
        } else {
            converted += static_cast<char>(0xc0U | byte_of(letter) >> 6U);
            converted += static_cast<char>(0x80U | (byte_of(letter) & 0x3fU));
        }
    }
    return converted;
}

} // namespace ansage::scoresheet
