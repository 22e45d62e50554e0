// SPDX-License-Identifier: GPL-3.0-or-later
// Words of an input in a message about it.
#pragma once

#include <string>
#include <string_view>

namespace ansage::chess {

// The word between quotes, at most twenty letters of it, and no control character on anybody's
// terminal.
std::string quoted(std::string_view word);

} // namespace ansage::chess
