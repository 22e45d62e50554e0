// SPDX-License-Identifier: GPL-3.0-or-later
// Messages that are lists, with commas between: what people may type, how a voice is fed a word.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ansage::wording {

// "y, yes": whether the text is one of them, in capitals or not, and with or without the letters
// that a foreign keyboard lacks: "weiss" is "weiß", and so are "WEISS" and "Weiß".
bool is_phrase_of(std::string_view list, std::string_view text);

// A word, and what the voice is fed instead.
using Spellings = std::vector<std::pair<std::string, std::string>>;

// "FEN=F E N, USB=U S B"; what has no equals sign is left out.
Spellings read_spellings(std::string_view list);

// Whole words only: what stands between two letters is none.
std::string respelled(std::string_view sentence, const Spellings& spellings);

} // namespace ansage::wording
