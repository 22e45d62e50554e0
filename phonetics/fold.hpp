// SPDX-License-Identifier: GPL-3.0-or-later
// Writing that does not matter, taken away.
#pragma once

#include "phonetics/vocabulary.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ansage::phonetics {

// The letter, digit or sign that another code point looks like: those of full width, and the
// Cyrillic and Greek ones that a keyboard in another language gives.
std::optional<char> look_alike(char32_t value);

// The piece of a figurine, whatever its colour (C.2): chess notation in any language.
std::optional<chess::Role> figurine(char32_t value);

// Lower case without accents; hyphens, punctuation and white space become one space; none at either
// end. Handles composed and combining Latin letters; other letters stay as they are, and bytes that
// are no UTF-8 become spaces.
std::string fold(std::string_view text);

// The same for a word as it is written without its own letters: laeufer.
std::string fold(std::string_view text, std::span<const Spelling> spellings);

} // namespace ansage::phonetics
