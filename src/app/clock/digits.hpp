// SPDX-License-Identifier: GPL-3.0-or-later
// Digits as large as a terminal allows, for eyes two metres away.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::app {

// Lines of the height 7 * scale: digits and colons of full blocks, in UTF-8; what is neither is a
// blank. Every line shows `width_of(text, scale)` cells.
std::vector<std::string> large(std::string_view text, std::size_t scale);

std::size_t width_of(std::string_view text, std::size_t scale);

inline constexpr std::size_t digit_height = 7;

} // namespace ansage::app
