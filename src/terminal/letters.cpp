// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/letters.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>

namespace ansage::terminal {

namespace {

struct Close {
    void operator()(UText* text) const { utext_close(text); }

    void operator()(UBreakIterator* breaks) const { ubrk_close(breaks); }
};

std::size_t cells_of(char32_t letter) {
    const auto value = static_cast<UChar32>(letter);
    constexpr std::uint32_t no_width = U_GC_MN_MASK | U_GC_ME_MASK | U_GC_CF_MASK;
    if ((U_GET_GC_MASK(value) & no_width) != 0) return 0;
    const int syllable = u_getIntPropertyValue(value, UCHAR_HANGUL_SYLLABLE_TYPE);
    if (syllable == U_HST_VOWEL_JAMO || syllable == U_HST_TRAILING_JAMO) return 0;
    const int width = u_getIntPropertyValue(value, UCHAR_EAST_ASIAN_WIDTH);
    return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

} // namespace

std::size_t begin_of_last_letter(std::string_view text) {
    const auto size = static_cast<std::int64_t>(text.size());
    UErrorCode error = U_ZERO_ERROR;
    const std::unique_ptr<UText, Close> letters{utext_openUTF8(nullptr, text.data(), size, &error)};
    const std::unique_ptr<UBreakIterator, Close> breaks{
        ubrk_open(UBRK_CHARACTER, "", nullptr, 0, &error)};
    ubrk_setUText(breaks.get(), letters.get(), &error);
    if (U_FAILURE(error) != 0) return base::without_last_code_point(text).size();
    ubrk_last(breaks.get());
    return static_cast<std::size_t>(std::max(ubrk_previous(breaks.get()), 0));
}

std::size_t cells_of(std::string_view text) {
    std::size_t cells = 0;
    for (const char32_t letter : base::code_points(text)) cells += cells_of(letter);
    return cells;
}

} // namespace ansage::terminal
