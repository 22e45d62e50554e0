// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/espeak/harmless.hpp"

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
        return std::unique_ptr<icu::Transliterator>(
            icu::Transliterator::createInstance("Any-Latin; Latin-ASCII", UTRANS_FORWARD, error)
        );
    }();
    if (latin) // without ICU's data such letters are not said at all
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

// Writes the text down again.
class Writer {
public:
    explicit Writer(const std::string& language)
        : language_(language) {}

    void add(UChar32 letter) {
        const bool is_own =
            is_said(letter) || static_cast<bool>(letters_of(language_).contains(letter));
        if (!is_own && letter >= latin1_end && letter != broken) {
            foreign_.append(letter);
            return;
        }
        end_foreign();
        keep(is_own ? letter : space);
    }

    std::string text() {
        end_foreign();
        std::string result;
        kept_.toUTF8String(result);
        return result;
    }

private:
    static constexpr UChar32 space = ' ';

    void keep(UChar32 letter) {
        length_ = u_isspace(letter) != 0 ? 0 : length_ + 1;
        if (length_ > longest_word) {
            kept_.append(space);
            length_ = 1;
        }
        kept_.append(letter);
    }

    void end_foreign() {
        if (foreign_.isEmpty() != 0) return;
        const icu::UnicodeString latin = in_latin(foreign_);
        for (int at = 0; at < latin.length(); at = latin.moveIndex32(at, 1))
            keep(is_said(latin.char32At(at)) ? latin.char32At(at) : space);
        foreign_.remove();
    }

    const std::string& language_;
    icu::UnicodeString kept_;
    icu::UnicodeString foreign_; // not yet kept: transliterated as one, a name and not its letters
    int length_ = 0; // of the word so far
};

} // namespace

std::string harmless(std::string_view text, const std::string& language) {
    static std::mutex mutex;
    const std::scoped_lock lock(mutex);
    const auto letters = icu::UnicodeString::fromUTF8({text.data(), static_cast<int>(text.size())});
    Writer writer{language};
    for (int at = 0; at < letters.length(); at = letters.moveIndex32(at, 1))
        writer.add(letters.char32At(at));
    return writer.text();
}

} // namespace ansage::speech::espeak
