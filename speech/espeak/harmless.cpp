// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/espeak/harmless.hpp"

#include "base/check.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/ulocdata.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>

namespace ansage::speech::espeak {
namespace {

constexpr UChar32 latin1_end = 0x100;
constexpr UChar32 broken = 0xfffd; // what a reader of UTF-8 leaves in the place of broken bytes
constexpr int longest_word = 60; // characters; no word of a vocabulary comes near

// The letters that a language is written with.
const icu::UnicodeSet& letters_of(const std::string& language) {
    static std::map<std::string, icu::UnicodeSet> sets;
    const auto [at, is_new] = sets.try_emplace(language);
    if (is_new) {
        UErrorCode error = U_ZERO_ERROR;
        ULocaleData* const data = ulocdata_open(language.c_str(), &error);
        ulocdata_getExemplarSet(data, at->second.toUSet(), 0, ULOCDATA_ES_STANDARD, &error);
        ulocdata_close(data);
        at->second.closeOver(USET_ADD_CASE_MAPPINGS);
    }
    return at->second;
}

icu::UnicodeString in_latin(icu::UnicodeString letters) {
    static const std::unique_ptr<icu::Transliterator> latin = [] {
        UErrorCode error = U_ZERO_ERROR;
        return std::unique_ptr<icu::Transliterator>(icu::Transliterator::createInstance(
            "Any-Latin; Latin-ASCII", UTRANS_FORWARD, error
        ));
    }();
    ANSAGE_CHECK(latin != nullptr); // both are built into ICU
    latin->transliterate(letters);
    return letters;
}

// What every voice says with its own tables: Latin-1, and dashes, dots and quotation marks.
bool is_said(UChar32 letter) {
    constexpr UChar32 first_dash = 0x2010;
    constexpr UChar32 last_dot = 0x2026;
    return letter < latin1_end ? u_iscntrl(letter) == 0
                               : first_dash <= letter && letter <= last_dot;
}

} // namespace

std::string harmless(std::string_view text, const std::string& language) {
    static std::mutex mutex;
    const std::scoped_lock lock(mutex);
    const auto all = icu::UnicodeString::fromUTF8({text.data(), static_cast<int>(text.size())});
    icu::UnicodeString kept;
    icu::UnicodeString foreign; // a run of it, transliterated as one: a name, not its letters
    int length = 0; // of the word so far
    const auto keep = [&kept, &length](UChar32 letter) {
        length = u_isspace(letter) != 0 ? 0 : length + 1;
        if (length > longest_word) {
            kept.append(UChar32{' '});
            length = 1;
        }
        kept.append(letter);
    };
    const auto end_foreign = [&foreign, &keep] {
        const icu::UnicodeString latin = in_latin(foreign);
        for (int at = 0; at < latin.length(); at = latin.moveIndex32(at, 1)) {
            keep(is_said(latin.char32At(at)) ? latin.char32At(at) : UChar32{' '});
        }
        foreign.remove();
    };
    for (int at = 0; at < all.length(); at = all.moveIndex32(at, 1)) {
        const UChar32 letter = all.char32At(at);
        const bool is_own = is_said(letter) || letters_of(language).contains(letter);
        if (!is_own && letter >= latin1_end && letter != broken) {
            foreign.append(letter);
            continue;
        }
        if (!foreign.isEmpty()) {
            end_foreign();
        }
        keep(is_own ? letter : UChar32{' '});
    }
    if (!foreign.isEmpty()) {
        end_foreign();
    }
    std::string result;
    kept.toUTF8String(result);
    return result;
}

} // namespace ansage::speech::espeak
