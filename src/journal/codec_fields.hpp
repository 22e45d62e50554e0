// SPDX-License-Identifier: GPL-3.0-or-later
// What the codec writes of each type: all its members, with their names and its own from the type
// itself. This drives both directions. For the codec's own sources and tests.
#pragma once

#include "base/instant.hpp"
#include "base/members.hpp"
#include "table/model/event.hpp"
#include "table/model/input.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

// Where a key is another word than its member.
template <>
inline constexpr std::array ansage::base::kept_names<ansage::table::Testimony>{
    KeptName{"kind", "score_kind"}};
template <>
inline constexpr std::array ansage::base::kept_names<ansage::table::Writes>{
    KeptName{"kind", "score_kind"}};
template <>
inline constexpr std::array ansage::base::kept_names<ansage::table::Claims>{
    KeptName{"kind", "claim"}};
template <>
inline constexpr std::array ansage::base::kept_names<ansage::table::Claimed>{
    KeptName{"kind", "claim"}};
template <>
inline constexpr std::array ansage::base::kept_names<ansage::table::Alerted>{
    KeptName{"kind", "alert"}};
template <>
inline constexpr std::array ansage::base::kept_names<ansage::table::AlertClosed>{
    KeptName{"AlertClosed", "AlertSettled"}, KeptName{"kind", "alert"}};
template <>
inline constexpr std::array ansage::base::kept_names<ansage::table::Restored>{
    KeptName{"is_new_game", "new_game"}};
template <>
inline constexpr std::array ansage::base::kept_names<ansage::table::Proposal>{
    KeptName{"is_new_game", "new_game"}};

namespace ansage::journal {

template <class Value>
inline constexpr bool is_time =
    std::is_same_v<Value, base::Millis> || std::is_same_v<Value, base::Instant>;
template <class Value>
inline constexpr bool is_time<std::optional<Value>> = is_time<Value>;

// ,"key": as it stands in front of every value but the first of an object (see the writer). Times
// say their unit.
template <class Owner, std::size_t Index, bool IsTime>
inline constexpr auto key_text = [] {
    constexpr std::string_view name = base::written_name<Owner>(base::member_names<Owner>[Index]);
    constexpr std::string_view unit = IsTime ? "_ms" : "";
    std::array<char, name.size() + unit.size() + 4> text{',', '"'};
    auto end = std::ranges::copy(name, text.begin() + 2).out;
    end = std::ranges::copy(unit, end).out;
    std::ranges::copy(std::string_view{"\":"}, end);
    return text;
}();

// A member of `Owner`.
template <class Owner, std::size_t Index, class Member>
struct Field {
    static constexpr auto& text = key_text<Owner, Index, is_time<Member>>;
    static constexpr std::string_view key{text.data(), text.size()};
    static constexpr std::string_view name = key.substr(2, key.size() - 4);
};

// "ClockHalted" is the kind "clock_halted".
template <class Alternative>
inline constexpr auto kind_text = [] {
    constexpr std::string_view name =
        base::written_name<Alternative>(base::type_name<Alternative>());
    constexpr auto is_upper = [](char letter) { return 'A' <= letter && letter <= 'Z'; };
    std::array<char, name.size() + std::ranges::count_if(name.substr(1), is_upper)> text{};
    auto end = text.begin();
    for (const char letter : name) {
        if (is_upper(letter) && end != text.begin()) *end++ = '_';
        *end++ = is_upper(letter) ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    return text;
}();

// The kind by which an alternative of InputBody or EventBody is recognised.
template <class Alternative>
inline constexpr std::string_view kind_of{
    kind_text<Alternative>.data(), kind_text<Alternative>.size()};

// Written as an object. Squares and the like are aggregates, too, but have a text of their own.
template <class T>
concept Described = std::is_aggregate_v<T>;

// Calls visit(Field{}, member) for each member, until one call gives false. True if none did.
template <class Object, class Visit>
constexpr bool for_each_field(Object& object, [[maybe_unused]] const Visit& visit) {
    using Owner = std::remove_const_t<Object>;
    return base::with_members(
        object,
        [&]<std::size_t... Index, class... Member>(
            std::index_sequence<Index...>, Member & ... member
        ) { return (visit(Field<Owner, Index, std::remove_const_t<Member>>{}, member) && ...); }
    );
}

} // namespace ansage::journal
