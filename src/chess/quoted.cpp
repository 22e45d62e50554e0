// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/quoted.hpp"

#include "base/utf8.hpp"
#include "base/visible.hpp"

namespace ansage::chess {

std::string quoted(std::string_view word) {
    constexpr std::size_t longest = 20;
    const std::string_view start = base::first_code_points(word, longest);
    return "'" + base::visible(start) + (word.size() > start.size() ? "...'" : "'");
}

} // namespace ansage::chess
