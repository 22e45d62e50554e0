// SPDX-License-Identifier: GPL-3.0-or-later
// profiles/seats/*.toml and ~/.config/ansage/seats/*.toml: how a player sits, so that it is said
// only once.
#pragma once

#include "base/result.hpp"
#include "profiles/document.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ansage::profiles {

struct SeatProfile {
    std::string seat; // the words of an @white line: "impaired occupancy announces=self"
    // What else is known of the player, such as the name, and what he likes to play with.
    std::vector<std::pair<std::string, std::string>> habits;

    std::optional<std::string> habit(std::string_view key) const;
    bool operator==(const SeatProfile&) const = default;
};

// `keys` are those that a habit may have.
[[nodiscard]] base::Result<SeatProfile, base::Error>
load_seat(const Document& document, std::span<const std::string_view> keys);

// The text of such a file.
std::string to_toml(const SeatProfile& seat);

} // namespace ansage::profiles
