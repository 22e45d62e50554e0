// SPDX-License-Identifier: GPL-3.0-or-later
// JSON that says the same and hides nothing.
#pragma once

#include <string>
#include <string_view>

namespace ansage::base {

// What a terminal would not show as it is (base/visible.hpp) is escaped, so that programs read the
// same value; bytes that are no UTF-8 become U+FFFD.
std::string escaped(std::string_view json);

} // namespace ansage::base
