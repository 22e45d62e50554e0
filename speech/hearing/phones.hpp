// SPDX-License-Identifier: GPL-3.0-or-later
// From eSpeak NG's phonemes to the phones of the model, which is one of American English.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ansage::speech::hearing {

// A word is never asked for in more ways: each costs time, and a rare one is heard in other words.
inline constexpr std::size_t most_pronunciations = 8;

// The ways in which a word with these phonemes ("dr'aI") may sound to the model: the plain one
// first, then those that differ from it in one sound, then in two. `language` is the vocabulary's.
// Empty where the table of docs/hearing.md lacks a sound. Measured for German (its document).
std::vector<std::string> pronunciations_of(std::string_view phonemes, std::string_view language);

} // namespace ansage::speech::hearing
