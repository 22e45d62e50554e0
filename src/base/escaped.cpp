// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/escaped.hpp"

#include "base/utf8.hpp"
#include "base/visible.hpp"

#include <fmt/format.h>

namespace ansage::base {

namespace {

// Two of them beyond U+FFFF, as UTF-16 has it (RFC 8259, section 7).
void append_escape(std::string& out, char32_t letter) {
    constexpr char32_t first_of_pairs = 0x10000;
    const auto value = static_cast<unsigned>(letter);
    if (letter < first_of_pairs) {
        out += fmt::format("\\u{:04x}", value);
        return;
    }
    const unsigned rest = value - static_cast<unsigned>(first_of_pairs);
    out += fmt::format("\\u{:04x}\\u{:04x}", 0xD800U + (rest >> 10U), 0xDC00U + (rest & 0x3FFU));
}

} // namespace

std::string escaped(std::string_view json) {
    constexpr std::string_view between_values = " \t\r\n";
    std::string out;
    out.reserve(json.size());
    while (!json.empty()) {
        const CodePoint letter = first_code_point(json);
        const std::string_view bytes = json.substr(0, letter.size);
        const bool is_seen =
            between_values.find(bytes) != std::string_view::npos || visible(bytes) == bytes;
        if (is_seen) out += bytes;
        else if (letter.is_well_formed) append_escape(out, letter.value);
        else append_utf8(out, replacement_character);
        json.remove_prefix(letter.size);
    }
    return out;
}

} // namespace ansage::base
