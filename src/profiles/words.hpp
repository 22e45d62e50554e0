// SPDX-License-Identifier: GPL-3.0-or-later
// profiles/words/*.toml: the words in which moves are announced.
#pragma once

#include "base/result.hpp"
#include "phonetics/vocabulary.hpp"
#include "profiles/document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ansage::profiles {

// Every word is there, no word means two things, every key is known.
[[nodiscard]] base::Result<phonetics::Vocabulary, base::Error> load_words(const Document& document);

// Everything that is wrong with it, by line: what is missing, what nobody knows, what means two
// things. Empty where load_words() loads it.
[[nodiscard]] std::vector<base::Error> check_words(const Document& document);

// The place of a word of the document, which may stand in it more than once: "file:line".
std::string place_of_word(const Document& document, std::string_view word, unsigned occurrence = 1);

} // namespace ansage::profiles
