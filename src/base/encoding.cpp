// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/encoding.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <cstddef>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>
#include <utility>

namespace ansage::base {
namespace {

constexpr std::string_view mark_in_utf8 = "\xEF\xBB\xBF";

std::int32_t size_of_bytes(std::string_view bytes) {
    return static_cast<std::int32_t>(bytes.size());
}

std::string converted(std::string_view bytes, const char* character_set) {
    const icu::UnicodeString text{bytes.data(), size_of_bytes(bytes), character_set};
    std::string result;
    text.toUTF8String(result);
    return result;
}

// ICU's name of what the byte order mark says, without those of encodings that no game is kept in.
std::string_view marked_character_set(std::string_view bytes) {
    UErrorCode error = U_ZERO_ERROR;
    const char* const name =
        ucnv_detectUnicodeSignature(bytes.data(), size_of_bytes(bytes), nullptr, &error);
    const std::string_view found = name == nullptr || U_FAILURE(error) != 0 ? "" : name;
    return found.starts_with("UTF-16") || found.starts_with("UTF-32") ? found : "";
}

// The beginning of a game is mostly ASCII, of which one byte of two is zero. No other text has
// zeros.
std::string_view unmarked_character_set(std::string_view bytes) {
    constexpr std::size_t looked_at = 512;
    const std::string_view start = bytes.substr(0, looked_at);
    std::size_t even = 0;
    std::size_t odd = 0;
    for (std::size_t i = 0; i < start.size(); ++i)
        if (start[i] == '\0') ++(i % 2 == 0 ? even : odd);
    const std::size_t most = start.size() / 4; // half of the units
    if (odd > most && even == 0) return "UTF-16LE";
    if (even > most && odd == 0) return "UTF-16BE";
    return {};
}

void remove_marks(std::string& text) {
    for (std::size_t at = text.find(mark_in_utf8); at != std::string::npos;
         at = text.find(mark_in_utf8, at))
        text.erase(at, mark_in_utf8.size());
}

void end_lines_with_line_feeds(std::string& text) {
    if (text.find('\r') == std::string::npos) return;
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_followed = i + 1 < text.size() && text[i + 1] == '\n';
        if (text[i] != '\r') result += text[i];
        else if (!is_followed) result += '\n';
    }
    text = std::move(result);
}

bool is_ascii_only(std::string_view text) {
    return std::ranges::none_of(text, [](char letter) {
        return static_cast<unsigned char>(letter) >= 0x80U;
    });
}

// Lines of two character sets.
Decoded decode_by_line(std::string_view bytes) {
    Decoded decoded{.taken_for = Encoding::windows_1252};
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size() - 1);
        const std::string_view line = bytes.substr(0, end + 1);
        if (!is_ascii_only(line) && is_utf8(line))
            decoded.taken_for = Encoding::utf8_and_windows_1252;
        decoded.text += decode_line(line);
        bytes.remove_prefix(line.size());
    }
    return decoded;
}

} // namespace

std::string decode_line(std::string_view bytes) {
    return is_utf8(bytes) ? std::string{bytes} : converted(bytes, "windows-1252");
}

Decoded decode(std::string_view bytes) {
    std::string_view character_set = marked_character_set(bytes);
    if (character_set.empty()) character_set = unmarked_character_set(bytes);
    Decoded decoded;
    if (!character_set.empty()) {
        decoded.text = converted(bytes, std::string{character_set}.c_str());
        decoded.taken_for = character_set.starts_with("UTF-16") ? Encoding::utf16 : Encoding::utf32;
    } else if (is_utf8(bytes)) {
        decoded.text = bytes;
    } else {
        decoded = decode_by_line(bytes);
    }
    remove_marks(decoded.text);
    end_lines_with_line_feeds(decoded.text);
    return decoded;
}

std::optional<Error> encoding_remark(Encoding taken_for, Phrase where) {
    const auto taken_for_it = [](std::string_view name) {
        return phrase("this is taken for {}", name);
    };
    const auto remark = [&](Phrase what) {
        return Error{
            std::move(what), std::move(where), phrase("where letters are wrong, save it as UTF-8")};
    };
    switch (taken_for) {
    case Encoding::utf8: return std::nullopt;
    case Encoding::utf16: return remark(taken_for_it("UTF-16"));
    case Encoding::utf32: return remark(taken_for_it("UTF-32"));
    case Encoding::windows_1252: return remark(taken_for_it("Windows-1252"));
    case Encoding::utf8_and_windows_1252:
        return remark(phrase("this is taken for UTF-8, and some lines for Windows-1252"));
    }
    return std::nullopt;
}

} // namespace ansage::base
