// SPDX-License-Identifier: GPL-3.0-or-later
// The names of enumerators and types, as they stand in the code. The compiler writes a name into
// the signature of a template on it (GCC 12, clang 14 and later), where it is read while the
// program is compiled. Journals, scripts and JSON have these names: what is renamed in the code
// keeps its old name there, as a row of `kept_names`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ansage::base {

struct KeptName {
    std::string_view in_code; // of an enumerator, a member, or the type itself
    std::string_view written;
};

// Specialised beside the type, so that everybody sees the same:
//
//   template <>
//   inline constexpr std::array base::kept_names<Claims>{base::KeptName{"kind", "claim"}};
template <class T>
inline constexpr std::array<KeptName, 0> kept_names{};

// What is written for the name: another only if a row says so, or if it would be a keyword
// ("default_" is written "default").
template <class T>
constexpr std::string_view written_name(std::string_view in_code) {
    const auto row = std::ranges::find(kept_names<T>, in_code, &KeptName::in_code);
    if (row != kept_names<T>.end()) return row->written;
    return in_code.substr(0, in_code.size() - (in_code.ends_with('_') ? 1 : 0));
}

constexpr bool is_part_of_name(char letter) {
    return ('a' <= letter && letter <= 'z') || ('A' <= letter && letter <= 'Z') ||
        ('0' <= letter && letter <= '9') || letter == '_';
}

// The last name in a text, whatever signs follow it.
constexpr std::string_view last_name_in(std::string_view text) {
    while (!text.empty() && !is_part_of_name(text.back())) text.remove_suffix(1);
    std::size_t begin = text.size();
    while (begin > 0 && is_part_of_name(text[begin - 1])) --begin;
    return text.substr(begin);
}

template <class T>
constexpr const char* signature_of_type() {
    return static_cast<const char*>(__PRETTY_FUNCTION__);
}

// Without namespaces. Not for templates.
template <class T>
constexpr std::string_view type_name() {
    return last_name_in(signature_of_type<T>());
}

template <auto... Values>
constexpr const char* signature_of_values() {
    return static_cast<const char*>(__PRETTY_FUNCTION__);
}

// The signature ends in a list such as "{Color::white, Color::black, (Color)2}": a value without
// an enumerator is a cast, whose last name is a number.
template <class Enum, std::size_t... Value>
constexpr auto last_names(std::index_sequence<Value...> /*values*/) {
    std::string_view text = signature_of_values<static_cast<Enum>(Value)...>();
    text.remove_prefix(text.find('='));
    std::array<std::string_view, sizeof...(Value)> names{};
    for (std::string_view& name : names) {
        const std::size_t end = std::min(text.find(','), text.size() - 1);
        name = last_name_in(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    return names;
}

template <class T>
concept Enumeration = std::is_enum_v<T>;

inline constexpr std::size_t most_enumerators = 32;

// Of the enumerators 0, 1 and so on, up to the first value that has none.
template <Enumeration Enum>
inline constexpr auto enumerator_names = [] {
    constexpr auto all = last_names<Enum>(std::make_index_sequence<most_enumerators>{});
    constexpr auto is_number = [](std::string_view name) { return name[0] <= '9'; };
    constexpr std::size_t count =
        static_cast<std::size_t>(std::ranges::find_if(all, is_number) - all.begin());
    static_assert(count > 0 && count < most_enumerators);
    static_assert(std::all_of(all.begin() + count, all.end(), is_number), "no gaps");
    std::array<std::string_view, count> names{};
    std::ranges::transform(all.begin(), all.begin() + count, names.begin(), written_name<Enum>);
    return names;
}();

// In order.
template <Enumeration Enum>
inline constexpr auto all_enumerators = [] {
    std::array<Enum, enumerator_names<Enum>.size()> all{};
    for (std::size_t index = 0; index < all.size(); ++index) all[index] = static_cast<Enum>(index);
    return all;
}();

// The enumerator's name as it is written; empty for a value that has none.
template <Enumeration Enum>
constexpr std::string_view to_string(Enum value) {
    const auto index = static_cast<std::size_t>(value);
    return index < enumerator_names<Enum>.size() ? enumerator_names<Enum>[index]
                                                 : std::string_view{};
}

// The enumerator that is written so; exact letters only.
template <Enumeration Enum>
constexpr std::optional<Enum> parse_name(std::string_view name) {
    const auto found = std::ranges::find(enumerator_names<Enum>, name);
    return found == enumerator_names<Enum>.end()
        ? std::nullopt
        : std::optional{static_cast<Enum>(found - enumerator_names<Enum>.begin())};
}

// A compiler that writes its signatures in another way stops here.
namespace tried {
enum class Season { spring, summer_, autumn, last_of_the_year };
} // namespace tried

template <>
inline constexpr std::array kept_names<tried::Season>{KeptName{"autumn", "fall"}};

static_assert(all_enumerators<tried::Season>.back() == tried::Season::last_of_the_year);
static_assert(type_name<tried::Season>() == "Season");
static_assert(enumerator_names<tried::Season>.size() == 4);
static_assert(to_string(tried::Season::spring) == "spring");
static_assert(to_string(tried::Season::summer_) == "summer");
static_assert(to_string(tried::Season::autumn) == "fall");
static_assert(to_string(tried::Season::last_of_the_year) == "last_of_the_year");
static_assert(to_string(static_cast<tried::Season>(4)).empty());
static_assert(parse_name<tried::Season>("fall") == tried::Season::autumn);
static_assert(!parse_name<tried::Season>("autumn"));

} // namespace ansage::base
