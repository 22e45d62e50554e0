// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces as people call them: in the words of the announcements, or in their language.
#pragma once

#include "acts/reader.hpp"
#include "chess/types.hpp"

#include <optional>
#include <string_view>

namespace ansage::acts {

// "Springer", "S". The letters and names of the announcements go first.
[[nodiscard]] std::optional<chess::Role> piece_called(std::string_view name, const Tongue& tongue);

struct Content {
    std::optional<chess::Piece> piece; // absent: the square is empty
};

// What stands on a square: "frei", "weißer Bauer", "Bauer weiß". Absent: it is none of them.
[[nodiscard]] std::optional<Content> content_called(std::string_view said, const Tongue& tongue);

} // namespace ansage::acts
