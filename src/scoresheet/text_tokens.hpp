// SPDX-License-Identifier: GPL-3.0-or-later
// What people type, cut into words. Of use inside scoresheet/ only.
#pragma once

#include "scoresheet/notation.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::scoresheet {

// A piece of a text: a word, what stood in brackets, or a line such as "White: Ann".
struct Token {
    enum class Kind : std::uint8_t { word, bracket, fact };

    Kind kind{};
    std::string text;
    std::size_t line = 0; // from 1
    bool begins_line = false;
};

// In plain signs; commas, semicolons and a table's lines divide words as spaces do.
std::vector<Token> cut_text(const Notation& notation, std::string_view text);

} // namespace ansage::scoresheet
