// SPDX-License-Identifier: GPL-3.0-or-later
// Lines for somebody who reads instead of hearing, from a little away: few words a line, and
// blank lines between what is told. With a terminal's zoom that is as large as one likes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ansage::consoles {

// plain: any terminal. double_size: one that writes letters of twice the height and width
// (DECDHL), so that half as many fit into a line.
enum class LetterSize : std::uint8_t { plain, double_size };

// `columns` is the terminal's width in cells. No word is split that fits into a line.
[[nodiscard]] std::string large_text(std::string_view text, std::size_t columns, LetterSize size);

// What this terminal says of itself; plain where it is not known.
[[nodiscard]] LetterSize letter_size_of_terminal();
[[nodiscard]] std::size_t columns_of_terminal();

} // namespace ansage::consoles
