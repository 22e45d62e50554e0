// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences in the language of one listener.
#pragma once

#include "base/instant.hpp"
#include "base/result.hpp"
#include "wording/argument.hpp"
#include "wording/phrases.hpp"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

namespace ansage::wording {

// Whether the numbers in a duration are digits ("29 minutes": short in braille and on a screen, and
// read rightly by every voice) or number words ("twenty-nine minutes").
enum class Figures { digits, words };

class Catalogue;

// What is said is all in one language, for one voice says it: the listener's, or English where his
// catalogue lacks any part of it.
struct Sentence {
    std::string text;
    std::string language;
};

// Makes a text from the sentences of the catalogue it is given.
using Text = std::function<std::string(const Catalogue& in)>;

// The messages and number words of one language. Made by Wording::open, immutable, and so safe to
// read from any thread.
class Catalogue {
public:
    struct Facets;

    // `fallback` is asked for messages that this language lacks; it is null for English and must
    // otherwise outlive the catalogue.
    Catalogue(const std::shared_ptr<Facets>& facets, const Catalogue* fallback);
    ~Catalogue();
    Catalogue(const Catalogue&) = delete;
    Catalogue& operator=(const Catalogue&) = delete;
    Catalogue(Catalogue&&) = delete;
    Catalogue& operator=(Catalogue&&) = delete;

    // The ISO 639 code: "en", "de".
    std::string_view language() const noexcept;

    // Whether this language itself has the message, without falling back to English.
    bool has(std::string_view id) const;

    // The sentence for a symbolic id such as "alert.boards_differ". An id that no catalogue has
    // gives the id itself, and a placeholder that no argument fills gives its name: something is
    // always said, and the tests over the catalogues find the mistake. A sentence, duration or
    // error of which this language lacks any part is English as a whole.
    std::string sentence(std::string_view id, Arguments arguments) const;
    std::string sentence(std::string_view id, std::initializer_list<Argument> arguments = {}) const;

    // The same, and the language of the voice that has to say it.
    Sentence worded(std::string_view id, std::initializer_list<Argument> arguments = {}) const;

    // A text of several sentences. If this language lacks any part of it, `text` is called a second
    // time, for English.
    Sentence compose(const Text& text) const;

    // A clock time or delay as hours, minutes and seconds in words: "one hour 29 minutes 30
    // seconds", never 1:29:30. Begun seconds count whole, so that only a clock that has run out
    // says "no time"; negative durations say the same.
    std::string duration(base::Millis duration, Figures figures = Figures::digits) const;

    // An error's sentence, and all of an error in one line, as base::to_line() has it in English.
    std::string words(const base::Phrase& phrase) const;
    std::string line(const base::Error& error) const;

    // Whether people who speak this language mean that when they type or press `text`: one of the
    // phrases of the message, between its commas. Capitals and spaces around do not matter.
    bool means(std::string_view id, std::string_view text) const;

    // The sentence as the voice of this language is fed it: words that it would say wrongly are
    // written otherwise, as `voice.spellings` has them.
    std::string spoken(std::string_view sentence) const;
    // Of this catalogue, in whichever language it is.
    std::string spoken(const Sentence& sentence) const;

    // A cardinal number in words: "neunundzwanzig".
    std::string number(std::int64_t number) const;

private:
    // For one text: notes in `lacks` whether anything of it is missing.
    Catalogue(const Catalogue& whole, bool& lacks);

    std::string pattern(const std::string& id, Arguments arguments) const;
    std::string filled(std::string_view id, Arguments arguments, int depth) const;
    std::string words(const Value& value, Arguments arguments, int depth) const;
    std::string duration_words(base::Millis duration, Figures figures) const;
    base::Translator translator() const;
    std::string part(const char* unit, std::int64_t count, Figures figures) const;

    std::shared_ptr<const Facets> facets_;
    const Catalogue* fallback_;
    bool* lacks_ = nullptr;
};

} // namespace ansage::wording
