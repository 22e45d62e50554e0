// SPDX-License-Identifier: GPL-3.0-or-later
// A text as a picture that a telephone's camera reads (ISO/IEC 18004), of characters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ansage::gateway {

// Lines of equal width, two rows of the picture in each, with its margin: where it is dark there is
// ink. Empty: the text is too long.
[[nodiscard]] std::vector<std::string> qr_code(const std::string& text);

// The same line in black on white, whatever colours a terminal has.
[[nodiscard]] std::string black_on_white(std::string_view line);

} // namespace ansage::gateway
