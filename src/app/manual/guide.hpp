// SPDX-License-Identifier: GPL-3.0-or-later
// The guide, one page a person: what to type first, and what else there is. It is Markdown, in
// docs/guide of the source tree and in share/ansage/guide of an installed program.
#pragma once

#include "base/result.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::app {

inline constexpr std::array<std::string_view, 6> guide_persons{
    "player", "opponent", "assistant", "arbiter", "organiser", "builder"};

bool has_guide(std::string_view person);

struct GuideLine {
    std::string text;
    bool is_typed = false; // a command line, or what is typed at the table
};

struct GuidePage {
    std::string language; // the one that was asked for, or English
    std::vector<GuideLine> lines;
};

// The person's page, line by line, without marks that only eyes need. `data` is the value of
// --data.
[[nodiscard]] base::Result<GuidePage, base::Error> read_guide(
    std::string_view person, const std::string& language, const std::optional<std::string>& data
);

// What is left of Markdown for the ear: no marks, no empty lines, a link's text without its
// address.
std::vector<GuideLine> in_plain_lines(std::string_view markdown);

} // namespace ansage::app
