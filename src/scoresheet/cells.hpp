// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of braille and their two spellings: Unicode patterns, and the North American ASCII braille
// of BRF files.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::scoresheet {

// Dot n is bit n - 1; no dots is the blank cell.
enum class Cell : std::uint8_t {};

inline constexpr Cell blank_cell{};

using Cells = std::vector<Cell>;

// U+2800 and on, as UTF-8.
std::string to_unicode(const Cells& cells);

// Of UTF-8 text that is nothing but patterns and spaces; nothing if there is anything else.
std::optional<Cells> from_unicode(std::string_view text);

// One 7-bit letter a cell; nothing if a cell has dot 7 or 8, which paper has not.
std::optional<std::string> to_brf(const Cells& cells);

// Upper and lower case are the same. Nothing if a letter is no cell.
std::optional<Cells> from_brf(std::string_view text);

// Split at blank cells.
std::vector<Cells> split_cells(const Cells& cells);

} // namespace ansage::scoresheet
