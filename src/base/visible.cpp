// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/visible.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ansage::base {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

unsigned char byte_at(std::string_view text, std::size_t index) {
    return static_cast<unsigned char>(text[index]);
}

// How many bytes the character that begins `text` has; 0 if it is none.
std::size_t character_size(std::string_view text) {
    const unsigned char lead = byte_at(text, 0);
    const std::size_t size = lead < 0x80U ? 1
        : lead >= 0xC2U && lead < 0xE0U   ? 2
        : lead >= 0xE0U && lead < 0xF0U   ? 3
        : lead >= 0xF0U && lead < 0xF5U   ? 4
                                          : 0;
    if (size == 0 || size > text.size()) return 0;
    const std::string_view rest = text.substr(1, size - 1);
    const bool is_whole = std::all_of(rest.begin(), rest.end(), [](char next) {
        return (static_cast<unsigned char>(next) & 0xC0U) == 0x80U;
    });
    return is_whole ? size : 0;
}

bool is_c1_control(std::string_view letter) {
    return letter.size() == 2 && byte_at(letter, 0) == 0xC2U && byte_at(letter, 1) < 0xA0U;
}

// Directions, widths of nothing, ends of lines, tags.
bool is_unseen(std::string_view letter) {
    struct Range {
        std::string_view first;
        std::string_view last;
    };

    constexpr std::array ranges{
        Range{"\u00AD", "\u00AD"},
        Range{"\u061C", "\u061C"},
        Range{"\u180E", "\u180E"},
        Range{"\u200B", "\u200F"},
        // NOLINTNEXTLINE(misc-misleading-bidirectional): named here so that they mislead nobody
        Range{"\u2028", "\u202E"},
        Range{"\u2060", "\u206F"},
        Range{"\uFEFF", "\uFEFF"},
        Range{"\uFFF9", "\uFFFB"},
        Range{"\U000E0000", "\U000E0FFF"},
    };
    return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
        return letter >= range.first && letter <= range.last;
    });
}

void append_picture(std::string& out, unsigned char control) {
    constexpr unsigned char of_delete = 0xA1;
    out += "\xE2\x90";
    out += static_cast<char>(control == 0x7FU ? of_delete : 0x80U + control);
}

} // namespace

std::string visible(std::string_view text, std::string_view kept) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t size = character_size(text);
        const std::string_view letter = text.substr(0, std::max<std::size_t>(size, 1));
        const unsigned char first = byte_at(letter, 0);
        const bool is_control = first < 0x20U || first == 0x7FU;
        if (size == 0 || is_c1_control(letter) || is_unseen(letter)) out += replacement;
        else if (is_control && kept.find(letter) == std::string_view::npos)
            append_picture(out, first);
        else out += letter;
        text.remove_prefix(letter.size());
    }
    return out;
}

} // namespace ansage::base
