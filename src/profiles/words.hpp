// profiles/words/*.toml: the words in which moves are announced.
#pragma once

#include "base/result.hpp"
#include "phonetics/vocabulary.hpp"
#include "profiles/document.hpp"

namespace ansage::profiles {

// Every word is there, no word means two things, every key is known.
[[nodiscard]] base::Result<phonetics::Vocabulary, base::Error> load_words(const Document& document);

} // namespace ansage::profiles
