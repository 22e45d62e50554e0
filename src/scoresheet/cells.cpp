// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/cells.hpp"

#include "base/utf8.hpp"

#include <algorithm>

namespace ansage::scoresheet {
namespace {

// The letter of each of the 64 patterns of dots 1 to 6, in the order of Unicode.
constexpr std::string_view brf_letters =
    " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)=";
static_assert(brf_letters.size() == 64);

// ASCII braille knows no case: of 0x60 to 0x7e each stands for the letter 0x20 below.
char to_upper(char letter) {
    return '`' <= letter && letter <= '~' ? static_cast<char>(letter - 0x20) : letter;
}

constexpr char32_t first_pattern = U'\u2800';
constexpr char32_t last_pattern = U'\u28FF';

} // namespace

std::string to_unicode(const Cells& cells) {
    std::string text;
    text.reserve(cells.size() * 3);
    for (const Cell cell : cells)
        base::append_utf8(text, first_pattern + static_cast<unsigned>(cell));
    return text;
}

std::optional<Cells> from_unicode(std::string_view text) {
    Cells cells;
    for (const char32_t letter : base::code_points(text)) {
        const bool is_pattern = letter >= first_pattern && letter <= last_pattern;
        if (letter != U' ' && !is_pattern) return std::nullopt;
        cells.push_back(is_pattern ? static_cast<Cell>(letter - first_pattern) : blank_cell);
    }
    return cells;
}

std::optional<std::string> to_brf(const Cells& cells) {
    std::string text;
    for (const Cell cell : cells) {
        const auto dots = static_cast<std::size_t>(cell);
        if (dots >= brf_letters.size()) return std::nullopt;
        text += brf_letters[dots];
    }
    return text;
}

std::optional<Cells> from_brf(std::string_view text) {
    Cells cells;
    for (const char letter : text) {
        const std::size_t dots = brf_letters.find(to_upper(letter));
        if (dots == std::string_view::npos) return std::nullopt;
        cells.push_back(static_cast<Cell>(dots));
    }
    return cells;
}

std::vector<Cells> split_cells(const Cells& cells) {
    std::vector<Cells> words;
    auto begin = cells.begin();
    while (begin != cells.end()) {
        const auto end = std::find(begin, cells.end(), blank_cell);
        if (begin != end) words.emplace_back(begin, end);
        begin = end == cells.end() ? end : end + 1;
    }
    return words;
}

} // namespace ansage::scoresheet
