// SPDX-License-Identifier: GPL-3.0-or-later
// Small helpers for lines of words.
#pragma once

#include "base/instant.hpp"
#include "base/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::terminal {

// Split at white space.
std::vector<std::string> split_words(std::string_view line);
std::string join_words(const std::vector<std::string>& words, std::size_t first);
std::string_view trim(std::string_view text);

// `[h:]m:ss[.mmm]`, as in table scripts; nothing else, never negative.
std::optional<base::Millis> parse_clock_time(std::string_view text);
// "1:29:30.500", "0:04.200": the same form, decimals only where there are any.
std::string to_clock_time(base::Millis time);
// A wall clock's time since 1970, as a clock on the wall shows it: "14:05:12", "2026-11-25".
std::string to_local_time(base::Millis wall_clock);
std::string to_local_day(base::Millis wall_clock);

std::optional<unsigned> parse_number(std::string_view text);

// As what it counts: parse_number<table::MatterNumber>("2").
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    const std::optional<unsigned> number = parse_number(text);
    return number ? std::optional{Number{*number}} : std::nullopt;
}

// What was typed cannot be; it stands in no file.
[[nodiscard]] tl::unexpected<base::Error> refused(base::Phrase what, base::Phrase mend);

} // namespace ansage::terminal
