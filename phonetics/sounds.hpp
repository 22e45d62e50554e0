// SPDX-License-Identifier: GPL-3.0-or-later
// How far words are from each other as they are heard.
#pragma once

#include <string_view>

namespace ansage::phonetics {

// Of two words in eSpeak's phonemes: 0 alike, 1 nothing in common, measured as
// docs/pronunciation.md tells.
double distance_of_sounds(std::string_view phonemes, std::string_view other);

// Words that are nearer than that are taken for each other.
inline constexpr double confused_at = 0.5;

} // namespace ansage::phonetics
