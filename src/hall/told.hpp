// SPDX-License-Identifier: GPL-3.0-or-later
// What came over the line. Anyone who lies may send anything: a member of another kind counts as
// missing.
#pragma once

#include "base/instant.hpp"

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::hall {

inline std::string told_text(const nlohmann::json& json, std::string_view key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

// One with which one can count.
inline std::optional<std::uint64_t> told_number(const nlohmann::json& json, std::string_view key) {
    constexpr auto highest = std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    const auto found = json.find(key);
    if (found == json.end() || !found->is_number_unsigned()) return std::nullopt;
    const auto number = found->get<std::uint64_t>();
    return number <= highest ? std::optional{number} : std::nullopt;
}

inline bool is_told(const nlohmann::json& json, std::string_view key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

inline std::optional<base::Millis> told_time(const nlohmann::json& json) {
    constexpr std::int64_t farthest = 1'000'000'000'000'000; // 30,000 years
    // Beyond what 64 bits hold it comes out with the other sign, or as a floating-point number.
    if (!json.is_number_integer()) return std::nullopt;
    const auto time = json.get<std::int64_t>();
    return time >= -farthest && time <= farthest ? std::optional{base::Millis{time}} : std::nullopt;
}

inline std::optional<base::Millis> told_time(const nlohmann::json& json, std::string_view key) {
    const auto found = json.find(key);
    return found != json.end() ? told_time(*found) : std::nullopt;
}

} // namespace ansage::hall
