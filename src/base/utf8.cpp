// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unicode/utf8.h>

namespace ansage::base {
namespace {

constexpr std::size_t longest = U8_MAX_LENGTH; // code point, in bytes

// As ICU's macros take them.
const std::uint8_t* bytes_of(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

} // namespace

// NOLINTNEXTLINE(readability-function-size): the nesting is the macro's
CodePoint first_code_point(std::string_view text) {
    std::size_t size = 0;
    UChar32 value = 0;
    U8_NEXT(bytes_of(text), size, text.size(), value);
    const bool is_well_formed = value >= 0;
    return {
        .value = is_well_formed ? static_cast<char32_t>(value) : replacement_character,
        .size = size,
        .is_well_formed = is_well_formed};
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const CodePoint next = first_code_point(text);
        if (!next.is_well_formed) return false;
        text.remove_prefix(next.size);
    }
    return true;
}

std::u32string code_points(std::string_view text) {
    std::u32string values;
    while (!text.empty()) {
        const CodePoint next = first_code_point(text);
        values += next.value;
        text.remove_prefix(next.size);
    }
    return values;
}

std::size_t count_code_points(std::string_view text) {
    std::size_t count = 0;
    for (; !text.empty(); ++count) text.remove_prefix(first_code_point(text).size);
    return count;
}

std::string_view first_code_points(std::string_view text, std::size_t count) {
    std::size_t end = 0;
    for (; count > 0 && end < text.size(); --count) end += first_code_point(text.substr(end)).size;
    return text.substr(0, end);
}

std::string_view without_last_code_point(std::string_view text) {
    if (text.empty()) return text;
    const std::string_view tail = text.substr(text.size() - std::min(text.size(), longest));
    auto end = static_cast<std::int32_t>(tail.size());
    U8_BACK_1(bytes_of(tail), 0, end);
    return text.substr(0, text.size() - tail.size() + static_cast<std::size_t>(end));
}

// NOLINTNEXTLINE(readability-function-size): the nesting is the macro's
std::string_view without_unfinished_end(std::string_view text) {
    const std::uint8_t* const bytes = bytes_of(text);
    auto end = static_cast<std::ptrdiff_t>(text.size());
    U8_TRUNCATE_IF_INCOMPLETE(bytes, 0, end);
    return text.substr(0, static_cast<std::size_t>(end));
}

void append_utf8(std::string& text, char32_t value) {
    std::array<std::uint8_t, longest> bytes{};
    std::size_t size = 0;
    bool is_wrong = false;
    U8_APPEND(bytes, size, bytes.size(), value, is_wrong);
    if (is_wrong) append_utf8(text, replacement_character);
    else text.append(bytes.begin(), bytes.begin() + size);
}

std::string to_utf8(std::u32string_view code_points) {
    std::string text;
    for (const char32_t value : code_points) append_utf8(text, value);
    return text;
}

} // namespace ansage::base
