// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/cells.hpp"

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

unsigned byte_of(std::string_view text, std::size_t index) {
    return static_cast<unsigned char>(text[index]);
}

bool is_pattern(std::string_view text) {
    return text.size() >= 3 && byte_of(text, 0) == 0xE2 && (byte_of(text, 1) & 0xFCU) == 0xA0 &&
        (byte_of(text, 2) & 0xC0U) == 0x80;
}

} // namespace

std::string to_unicode(const Cells& cells) {
    std::string text;
    text.reserve(cells.size() * 3);
    for (const Cell cell : cells) {
        const auto dots = static_cast<unsigned>(cell);
        text +=
            {static_cast<char>(0xE2),
             static_cast<char>(0xA0U | (dots >> 6U)),
             static_cast<char>(0x80U | (dots & 0x3FU))};
    }
    return text;
}

std::optional<Cells> from_unicode(std::string_view text) {
    Cells cells;
    while (!text.empty()) {
        if (text.front() == ' ') {
            cells.push_back(blank_cell);
            text.remove_prefix(1);
        } else if (is_pattern(text)) {
            const unsigned dots = (byte_of(text, 1) & 3U) << 6U | (byte_of(text, 2) & 0x3FU);
            cells.push_back(static_cast<Cell>(dots));
            text.remove_prefix(3);
        } else {
            return std::nullopt;
        }
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
