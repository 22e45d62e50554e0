// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/json_text.hpp"

#include "base/utf8.hpp"

#include <cstddef>

namespace ansage::journal {
namespace {

constexpr bool is_plain(unsigned char byte) {
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

constexpr unsigned char byte_at(std::string_view text, std::size_t index) {
    return static_cast<unsigned char>(text[index]);
}

void append_escaped(std::string& out, unsigned char byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    if (byte == '"' || byte == '\\') {
        out += '\\';
        out += static_cast<char>(byte);
    } else if (byte == '\n') {
        out += "\\n";
    } else {
        out += "\\u00";
        out += digits[byte >> 4U];
        out += digits[byte & 0x0FU];
    }
}

// Appends the one character that `text` begins with; gives its size.
std::size_t append_special(std::string& out, std::string_view text) {
    const base::CodePoint letter = base::first_code_point(text);
    if (letter.value < 0x80) append_escaped(out, byte_at(text, 0));
    else base::append_utf8(out, letter.value);
    return letter.size;
}

} // namespace

void append_json_text(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        std::size_t plain = 0;
        while (plain < text.size() && is_plain(byte_at(text, plain))) ++plain;
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (!text.empty()) text.remove_prefix(append_special(out, text));
    }
    out += '"';
}

} // namespace ansage::journal
