// SPDX-License-Identifier: GPL-3.0-or-later
// The values of settings: how each is read into what it sets, and written as it is read.
#pragma once

#include "acts/settings.hpp"
#include "base/names.hpp"
#include "table/model/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ansage::acts {

using Status = base::Result<void, base::Error>;

tl::unexpected<base::Error>
unknown_word(std::string_view word, const std::vector<std::string_view>& known);

template <base::Enumeration Enum>
Status read_value(Enum& into, std::string_view word) {
    const auto value = base::parse_name<Enum>(word);
    if (!value) {
        const auto& names = base::enumerator_names<Enum>;
        return unknown_word(word, {names.begin(), names.end()});
    }
    into = *value;
    return {};
}

Status read_value(bool& into, std::string_view word);
// Duties of D.2.10.
Status read_value(std::set<unsigned>& into, std::string_view list);
Status read_value(std::string& into, std::string_view text);

template <class Value>
std::string text_of(const Value& value) {
    if constexpr (std::is_same_v<Value, std::set<unsigned>>) {
        return fmt::format("{}", fmt::join(value, ","));
    } else if constexpr (std::is_same_v<Value, bool>) return value ? "yes" : "no";
    else if constexpr (std::is_enum_v<Value>) return std::string{table::to_string(value)};
    else return fmt::format("{}", value);
}

// A member of a seat, of a header, or of the set-up in it.
template <class Subject, auto member>
constexpr Access<Subject> member_access{
    .read = [](Subject& into, std::string_view text) { return read_value(into.*member, text); },
    .write = [](const Subject& from) { return text_of(from.*member); }};

template <auto member>
constexpr Access<table::Seat> of_seat = member_access<table::Seat, member>;
template <auto member>
constexpr Access<TableHeader> of_header = member_access<TableHeader, member>;

template <auto member>
constexpr Access<TableHeader> of_setup{
    .read = [](TableHeader& into,
               std::string_view text) { return read_value(into.setup.*member, text); },
    .write = [](const TableHeader& from) { return text_of(from.setup.*member); }};

// --- those that are more than a member
Status read_interlock(TableHeader& header, std::string_view value);
Status read_heard(TableHeader& header, std::string_view value);
Status read_language(TableHeader& header, std::string_view value);
Status read_start(TableHeader& header, std::string_view value);
Status read_chess960(TableHeader& header, std::string_view value);
Status read_time(TableHeader& header, std::string_view value);
Status read_arbiter_games(TableHeader& header, std::string_view value);
std::string games_of(const TableHeader& header);
Status read_late(TableHeader& header, std::string_view value);
Status read_boards(TableHeader& header, std::string_view value);
Status read_clock(TableHeader& header, std::string_view name);
Status read_hearing(table::Seat& seat, std::string_view value);
std::string hearing_of(const table::Seat& seat);

template <chess::Color color>
Status read_seat_line(TableHeader& header, std::string_view words) {
    return read_seat(words).map([&](table::Seat seat) {
        table::Seat& into = header.setup.seats[color];
        seat.interlock = into.interlock;
        seat.heard = into.heard;
        seat.name = into.name;
        seat.language = into.language;
        into = std::move(seat);
    });
}

template <chess::Color color>
Status read_player(TableHeader& header, std::string_view name) {
    return read_value(header.setup.seats[color].name, name);
}

} // namespace ansage::acts
