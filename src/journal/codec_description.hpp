// SPDX-License-Identifier: GPL-3.0-or-later
// The words in which the fields of a type are described to the codec. For its own sources and
// tests.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace ansage::journal {

// A text that can be a template argument.
template <std::size_t Size>
struct Text {
    std::array<char, Size> letters{};

    // A literal, as a template argument: nothing else can be said there.
    // NOLINTNEXTLINE(google-explicit-constructor,modernize-avoid-c-arrays)
    consteval Text(const char (&literal)[Size + 1]) { std::copy_n(literal, Size, letters.begin()); }

    [[nodiscard]] constexpr std::string_view view() const { return {letters.data(), Size}; }
};

template <std::size_t SizeWithZero>
Text(const char (&)[SizeWithZero]) -> Text<SizeWithZero - 1>; // NOLINT(modernize-avoid-c-arrays)

// ,"key": as it stands in front of every value but the first of an object (see Object's writer).
template <Text Name>
inline constexpr auto quoted_key = [] {
    constexpr std::size_t size = Name.view().size();
    std::array<char, size + 4> text{};
    text[0] = ',';
    text[1] = '"';
    std::copy_n(Name.view().data(), size, text.begin() + 2);
    text[size + 2] = '"';
    text[size + 3] = ':';
    return text;
}();

template <Text Name, auto Member>
struct Field {
    static constexpr std::string_view name = Name.view();
    static constexpr std::string_view key{quoted_key<Name>.data(), quoted_key<Name>.size()};
    static constexpr auto member = Member;
};

// A type without a "kind": it only occurs inside others. F are its fields, all of them.
template <class... F>
struct Object {
    static constexpr std::size_t count = sizeof...(F);

    [[nodiscard]] static constexpr bool has([[maybe_unused]] std::string_view name) {
        return ((F::name == name) || ...);
    }

    // Calls visit(F{}) for each field, until one call gives false. True if none did.
    template <class Visit>
    static constexpr bool for_each([[maybe_unused]] const Visit& visit) {
        return (visit(F{}) && ...);
    }
};

// An alternative of InputBody or EventBody, recognised by its kind.
template <Text Name, class... F>
struct Kind : Object<F...> {
    static constexpr std::string_view kind = Name.view();
};

template <class T>
struct Fields;

template <class T>
concept Described = requires {
    Fields<T>::List::count;
};

// Stands for a value of any type where nothing is evaluated.
struct AnyValue {
    template <class T>
    operator T() const; // NOLINT(google-explicit-constructor)
};

template <class T, std::size_t... Index>
constexpr bool can_be_made_from(std::index_sequence<Index...> /*count*/) {
    return requires {
        T{(static_cast<void>(Index), AnyValue{})...};
    };
}

// How many fields an aggregate has: the most values that it can be made from.
template <class T, std::size_t Count = 0>
constexpr std::size_t field_count() {
    if constexpr (can_be_made_from<T>(std::make_index_sequence<Count + 1>{})) {
        return field_count<T, Count + 1>();
    } else {
        return Count;
    }
}

} // namespace ansage::journal
