// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/quoted.hpp"

namespace ansage::chess {

std::string quoted(std::string_view word) {
    constexpr std::size_t longest = 20;
    std::string text = "'";
    for (const char letter : word.substr(0, longest))
        text += ' ' <= letter && letter <= '~' ? letter : '?';
    return text + (word.size() > longest ? "...'" : "'");
}

} // namespace ansage::chess
