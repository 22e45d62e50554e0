// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/visible.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <array>

namespace ansage::base {
namespace {

// Controls of C1, directions, widths of nothing, ends of lines, tags.
bool is_unseen(char32_t letter) {
    struct Range {
        char32_t first;
        char32_t last;
    };

    constexpr std::array ranges{
        Range{0x80, 0x9F},
        Range{0xAD, 0xAD},
        Range{0x61C, 0x61C},
        Range{0x180E, 0x180E},
        Range{0x200B, 0x200F},
        Range{0x2028, 0x202E},
        Range{0x2060, 0x206F},
        Range{0xFEFF, 0xFEFF},
        Range{0xFFF9, 0xFFFB},
        Range{0xE0000, 0xE0FFF},
    };
    return std::ranges::any_of(ranges, [&](const Range& range) {
        return letter >= range.first && letter <= range.last;
    });
}

bool is_control(char32_t letter) { return letter < U' ' || letter == 0x7F; }

// The symbol for it: U+2400 for the first.
void append_picture(std::string& out, char32_t control) {
    append_utf8(out, control == 0x7F ? U'\u2421' : U'\u2400' + control);
}

} // namespace

std::string visible(std::string_view text, std::string_view kept) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const CodePoint letter = first_code_point(text);
        const std::string_view bytes = text.substr(0, letter.size);
        if (is_unseen(letter.value)) append_utf8(out, replacement_character);
        else if (!is_control(letter.value) || kept.find(bytes) != std::string_view::npos) {
            append_utf8(out, letter.value);
        } else append_picture(out, letter.value);
        text.remove_prefix(letter.size);
    }
    return out;
}

} // namespace ansage::base
