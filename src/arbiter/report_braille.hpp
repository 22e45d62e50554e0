// SPDX-License-Identifier: GPL-3.0-or-later
// A report for fingers: the text, on pages for embossers and displays.
#pragma once

#include "base/result.hpp"
#include "scoresheet/braille.hpp"

#include <string>

namespace ansage::arbiter {

// BRF: lines of at most 40 cells, what runs over begins with two blank ones; 25 lines a page.
[[nodiscard]] base::Result<std::string, base::Error>
report_in_braille(const std::string& text, const scoresheet::Braille& braille);

} // namespace ansage::arbiter
