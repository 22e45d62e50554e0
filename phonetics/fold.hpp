// SPDX-License-Identifier: GPL-3.0-or-later
// Writing that does not matter, taken away.
#pragma once

#include "phonetics/vocabulary.hpp"

#include <span>
#include <string>
#include <string_view>

namespace ansage::phonetics {

// Lower case without accents; hyphens, punctuation and white space become one space; none at either
// end. Handles composed and combining Latin letters; other letters stay as they are, and bytes that
// are no UTF-8 become spaces.
[[nodiscard]] std::string fold(std::string_view text);

// The same for a word as it is written without its own letters: laeufer.
[[nodiscard]] std::string fold(std::string_view text, std::span<const Spelling> spellings);

} // namespace ansage::phonetics
