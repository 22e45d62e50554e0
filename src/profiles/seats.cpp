// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiles/seats.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::profiles {

using base::Error;
using base::Result;

std::optional<std::string> SeatProfile::habit(std::string_view key) const {
    const auto found = std::ranges::find(habits, key, &std::pair<std::string, std::string>::first);
    return found == habits.end() ? std::nullopt : std::optional{found->second};
}

Result<SeatProfile, Error>
load_seat(const Document& document, std::span<const std::string_view> keys) {
    const Table root = document.root();
    SeatProfile seat;
    Fields fields{root};
    fields.required("seat", seat.seat);
    for (const std::string_view key : keys) {
        std::string text;
        fields.optional(key, text);
        if (root.has(key)) seat.habits.emplace_back(key, std::move(text));
    }
    return fields.finish().map([&] { return seat; });
}

std::string to_toml(const SeatProfile& seat) {
    std::string text = fmt::format("seat = {}\n", toml_text(seat.seat));
    for (const auto& [key, value] : seat.habits)
        text += fmt::format("{} = {}\n", key, toml_text(value));
    return text;
}

} // namespace ansage::profiles
