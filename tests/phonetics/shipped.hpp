// SPDX-License-Identifier: GPL-3.0-or-later
// Every vocabulary that ships.
#pragma once

#include "phonetics/lexicon.hpp"
#include "phonetics/vocabulary.hpp"

#include <string_view>
#include <vector>

namespace ansage::phonetics::test {

struct Shipped {
    Vocabulary vocabulary;
    Lexicon lexicon;
};

// By name.
[[nodiscard]] const std::vector<Shipped>& all_shipped();
[[nodiscard]] const Shipped& shipped(std::string_view name);

} // namespace ansage::phonetics::test
