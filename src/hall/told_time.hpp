// SPDX-License-Identifier: GPL-3.0-or-later
// A time that came over the line. Whoever lies may name any; with those that are taken one can
// count.
#pragma once

#include "base/instant.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

namespace ansage::hall {

inline std::optional<base::Millis> told_time(const nlohmann::json& json) {
    constexpr std::int64_t farthest = 1'000'000'000'000'000; // 30,000 years
    // Beyond what 64 bits hold it comes out with the other sign, or as a floating-point number.
    if (!json.is_number_integer()) return std::nullopt;
    const auto time = json.get<std::int64_t>();
    return time >= -farthest && time <= farthest ? std::optional{base::Millis{time}} : std::nullopt;
}

} // namespace ansage::hall
