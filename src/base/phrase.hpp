// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence of an error as data, from where it is made to whoever reads it: its English pattern,
// which is its key in the catalogues of profiles/errors, and what fills the holes.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace ansage::base {

// The pattern in a reader's language; null where there is none.
using Translator = std::function<const char*(const std::string& pattern)>;

// Words for people, or text that is the same in every language: a path, a name, what was typed.
class Phrase {
public:
    Phrase() = default;

    // The holes of a pattern are {}, or {0}, {1}; a brace of its own is written twice. Made by
    // phrase() and as_it_is() below.
    Phrase(std::string pattern, std::vector<Phrase> parts)
        : text_(std::move(pattern)),
          parts_(std::move(parts)),
          is_words_(true) {}

    static Phrase as_it_is(std::string text);

    bool empty() const noexcept { return text_.empty(); }

    // In English: what is stored, and what machines read.
    std::string text() const;
    std::string in(const Translator& language) const;

    friend bool operator==(const Phrase&, const Phrase&) = default;

    friend bool operator==(const Phrase& phrase, std::string_view english) {
        return phrase.text() == english;
    }

private:
    std::string text_;
    std::vector<Phrase> parts_;
    bool is_words_ = false;
};

inline Phrase as_it_is(std::string text) { return Phrase::as_it_is(std::move(text)); }

// A literal is words, or it is a std::string by intention.
Phrase as_it_is(const char*) = delete;

// How many arguments a pattern wants.
consteval std::size_t holes_of(std::string_view pattern) {
    std::size_t unnumbered = 0;
    std::size_t numbered = 0;
    for (std::size_t i = 0; i + 1 < pattern.size(); ++i) {
        if (pattern[i] != '{' && pattern[i] != '}') continue;
        if (pattern[i + 1] == pattern[i]) {
            ++i;
        } else if (pattern[i] == '{' && pattern[i + 1] == '}') {
            ++unnumbered;
        } else if (pattern[i] == '{') {
            const auto number = static_cast<std::size_t>(pattern[i + 1] - '0') + 1;
            numbered = number > numbered ? number : numbered;
        }
    }
    return unnumbered + numbered;
}

// A literal whose holes are as many as its arguments, or it does not compile.
template <class... Parts>
class Pattern {
public:
    // NOLINTBEGIN(google-explicit-constructor,modernize-avoid-c-arrays): of a literal
    template <std::size_t size>
    consteval Pattern(const char (&text)[size])
        : text_(text) {
        if (holes_of(std::string_view{text, size - 1}) != sizeof...(Parts))
            throw "a pattern has one hole for each argument";
    }

    // NOLINTEND(google-explicit-constructor,modernize-avoid-c-arrays)

    const char* text() const { return text_; }

private:
    const char* text_;
};

inline Phrase part_of(Phrase phrase) { return phrase; }

inline Phrase part_of(std::string text) { return Phrase::as_it_is(std::move(text)); }

inline Phrase part_of(std::string_view text) { return Phrase::as_it_is(std::string{text}); }

inline Phrase part_of(char letter) { return Phrase::as_it_is(std::string(1, letter)); }

template <std::integral Number>
Phrase part_of(Number number) {
    return Phrase::as_it_is(std::to_string(number));
}

Phrase part_of(const char*) = delete;

// Takes the place of fmt::format in errors. xgettext finds the literals by this name.
template <class... Parts>
[[nodiscard]] Phrase phrase(Pattern<std::type_identity_t<Parts>...> pattern, Parts&&... parts) {
    return {pattern.text(), {part_of(std::forward<Parts>(parts))...}};
}

// Why the system refused: the words for an errno.
Phrase system_words(int number);

// "one, two, three", of texts that are the same in every language.
template <class Texts>
std::string listed(const Texts& texts) {
    std::string list;
    for (const std::string_view text : texts) list.append(list.empty() ? "" : ", ").append(text);
    return list;
}

// Where an error is: a path, an option, or words such as "standard input".
class Place : public Phrase {
public:
    Place() = default;

    // NOLINTBEGIN(google-explicit-constructor): a place is written as the words that it is.
    Place(Phrase words)
        : Phrase(std::move(words)) {}

    Place(std::string name)
        : Phrase(as_it_is(std::move(name))) {}

    Place(const char* name)
        : Place(std::string{name}) {}

    // NOLINTEND(google-explicit-constructor)
};

} // namespace ansage::base
