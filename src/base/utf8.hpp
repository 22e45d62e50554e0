// SPDX-License-Identifier: GPL-3.0-or-later
// The one reader and writer of UTF-8. Bytes that are ill-formed are read as U+FFFD, one for each
// maximal part of a character, as the Unicode standard recommends (section 3.9, tables 3-8 to
// 3-11).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ansage::base {

// What stands for bytes that are no character.
inline constexpr char32_t replacement_character = U'\uFFFD';

struct CodePoint {
    char32_t value = 0;
    std::size_t size = 0; // in bytes, at least one
    bool is_well_formed = true; // else the value is U+FFFD
};

// The first of a text that is not empty.
CodePoint first_code_point(std::string_view text);

bool is_utf8(std::string_view text);
std::u32string code_points(std::string_view text);

// What the text takes up where each code point has a cell.
std::size_t count_code_points(std::string_view text);

// At most that many from the front of the text.
std::string_view first_code_points(std::string_view text, std::size_t count);

// The text without the last code point.
std::string_view without_last_code_point(std::string_view text);

// The text without the beginning of a code point that more bytes might complete.
std::string_view without_unfinished_end(std::string_view text);

// What is no code point, such as a surrogate, is written as U+FFFD.
void append_utf8(std::string& text, char32_t value);
std::string to_utf8(std::u32string_view code_points);

} // namespace ansage::base
