// SPDX-License-Identifier: GPL-3.0-or-later
// What a kind of input or event is called in words: "ClockHalted" is "clock_halted".
#pragma once

#include "base/names.hpp"

#include <string>

namespace ansage::tests {

template <class Kind>
std::string kind_word() {
    std::string word;
    for (const char letter : base::type_name<Kind>()) {
        const bool is_upper = 'A' <= letter && letter <= 'Z';
        if (is_upper && !word.empty()) word += '_';
        word += is_upper ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    return word;
}

} // namespace ansage::tests
