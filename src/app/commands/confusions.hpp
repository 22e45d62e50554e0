// SPDX-License-Identifier: GPL-3.0-or-later
// Which words a listener or a dictation can take for one another.
#pragma once

#include "base/result.hpp"
#include "phonetics/vocabulary.hpp"

namespace ansage::app {

// One line for each pair, on stdout: those of one kind that the voice says almost alike, and then
// what a dictation writes for a word ([sounds] of the vocabulary).
[[nodiscard]] base::Result<void, base::Error>
print_confusions(const phonetics::Vocabulary& words, bool as_json);

} // namespace ansage::app
