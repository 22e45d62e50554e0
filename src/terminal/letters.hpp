// SPDX-License-Identifier: GPL-3.0-or-later
// Letters as people see them, of which one may be many code points: an accent of its own, a flag, a
// family. And what they take up on a terminal.
#pragma once

#include <cstddef>
#include <string_view>

namespace ansage::terminal {

// Where the last letter of a text in UTF-8 begins; 0 if there is none.
std::size_t begin_of_last_letter(std::string_view text);

// Wide letters take two cells, and marks on a letter none.
std::size_t cells_of(std::string_view text);

} // namespace ansage::terminal
