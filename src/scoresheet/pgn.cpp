// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/pgn.hpp"

namespace ansage::scoresheet {

std::optional<std::string_view> PgnGame::tag(std::string_view name) const {
    for (const auto& [key, value] : tags)
        if (key == name) return value;
    return std::nullopt;
}

std::optional<std::string_view> PgnGame::known(std::string_view name) const {
    const auto value = tag(name);
    const bool tells = value && value->find_first_not_of("?. -") != std::string_view::npos;
    if (tells && name == "Date")
        return value->substr(0, value->find(".?")); // only the year, or year and month, are known
    return tells ? value : std::nullopt;
}

} // namespace ansage::scoresheet
