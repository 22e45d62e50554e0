// SPDX-License-Identifier: GPL-3.0-or-later
// Texts taken apart.
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>

namespace ansage::base {

// Takes what stands before the next `sign` off the front of a text, and the sign with it; all of
// the text where there is none.
inline std::string_view take_until(std::string_view& text, char sign) {
    const std::string_view taken = text.substr(0, text.find(sign));
    text.remove_prefix(std::min(taken.size() + 1, text.size()));
    return taken;
}

// A number in its range, and nothing else.
template <std::integral Number>
std::optional<Number> parse_number(std::string_view text, int base = 10) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number, base);
    return error == std::errc{} && rest == end ? std::optional{number} : std::nullopt;
}

} // namespace ansage::base
