// SPDX-License-Identifier: GPL-3.0-or-later
// Text from outside on somebody's screen.
#pragma once

#include <string>
#include <string_view>

namespace ansage::base {

// What moves a cursor, renames a window, hides a line or turns its direction becomes a mark that
// can be seen: control characters their picture (U+241B for an escape), and bytes that are no
// UTF-8, C1 controls, directional overrides and what has no width U+FFFD. `kept` are control
// characters that stay.
std::string visible(std::string_view text, std::string_view kept = {});

} // namespace ansage::base
