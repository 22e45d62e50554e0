// SPDX-License-Identifier: GPL-3.0-or-later
// One of many alternatives.
#pragma once

#include <concepts>
#include <utility>
#include <variant>

namespace ansage::base {

template <class Type, class Variant>
inline constexpr bool is_alternative = false;

template <class Type, class... Alternatives>
inline constexpr bool
    is_alternative<Type, std::variant<Alternatives...>> = (std::same_as<Type, Alternatives> || ...);

template <class Type, class Variant>
concept AlternativeOf = is_alternative<Type, Variant>;

// A variant that is copied, moved and destroyed in one place, where it is instantiated; elsewhere
// it is declared `extern`. Whoever includes one of sixty alternatives would otherwise compile the
// handling of each anew, some seconds a file.
template <class Variant>
class OneOf : public Variant {
public:
    using Alternatives = Variant;

    OneOf();

    // NOLINTNEXTLINE(google-explicit-constructor): an alternative is a body, as with any variant
    template <AlternativeOf<Variant> Alternative>
    OneOf(Alternative alternative) noexcept
        : Variant{std::in_place_type<Alternative>, std::move(alternative)} {}

    OneOf(const OneOf& other);
    OneOf(OneOf&& other) noexcept;
    OneOf& operator=(const OneOf& other);
    OneOf& operator=(OneOf&& other) noexcept;
    ~OneOf();
};

template <class Variant>
OneOf<Variant>::OneOf() = default;
template <class Variant>
OneOf<Variant>::OneOf(const OneOf& other) = default;
template <class Variant>
OneOf<Variant>::OneOf(OneOf&& other) noexcept = default;
template <class Variant>
OneOf<Variant>& OneOf<Variant>::operator=(const OneOf& other) = default;
template <class Variant>
OneOf<Variant>& OneOf<Variant>::operator=(OneOf&& other) noexcept = default;
template <class Variant>
OneOf<Variant>::~OneOf() = default;

} // namespace ansage::base
