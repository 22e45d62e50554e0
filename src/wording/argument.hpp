// SPDX-License-Identifier: GPL-3.0-or-later
// What fills the {placeholders} of a sentence: data, turned into words only by the catalogue of the
// person who listens.
#pragma once

#include "base/instant.hpp"

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

namespace ansage::wording {

// A word or sentence that has its own entry in the catalogues, such as "player.white": it is looked
// up in the language of the sentence that it goes into, and its own placeholders are filled from
// the same arguments.
struct Term {
    std::string_view id;
};

// The id of the term that names a value of that type. Specialised where the type has words, with a
// function `id`.
template <class T>
struct TermFor;

// Text goes in as it is (a square or move already in the words of its vocabulary), a whole number
// in digits, a duration in words ("one minute 5 seconds"), and what has a term by its term.
struct Value : std::variant<std::string_view, std::int64_t, base::Millis, Term> {
    // NOLINTBEGIN(google-explicit-constructor): an argument is whatever fills its placeholder
    Value(Term term)
        : variant{term} {}

    Value(base::Millis duration)
        : variant{duration} {}

    Value(std::integral auto number)
        : variant{static_cast<std::int64_t>(number)} {}

    template <std::convertible_to<std::string_view> Text>
    Value(const Text& text)
        : variant{std::string_view{text}} {}

    template <class T>

    requires requires(const T& value) { TermFor<T>::id(value); }

    Value(const T& value)
        : variant{Term{TermFor<T>::id(value)}} {}

    // NOLINTEND(google-explicit-constructor)
};

// Views only: an argument must not outlive the text it was made from. The argument called "count"
// also chooses the plural form.
struct Argument {
    std::string_view name;
    Value value;
};

using Arguments = std::span<const Argument>;

} // namespace ansage::wording
