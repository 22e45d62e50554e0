// SPDX-License-Identifier: GPL-3.0-or-later
// A line of each row of the grammar.
#pragma once

#include "acts/grammar.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>

namespace ansage::acts {

// What may stand for a part.
inline const std::map<std::string_view, std::string>& samples() {
    static const std::map<std::string_view, std::string> all{
        {"PLAYER", "white"},
        {"NUMBER", "24"},
        {"PLY", "3"},
        {"MATTER", "2"},
        {"TIME", "0:10:00"},
        {"BACK", "10"},
        {"SQUARE", "e4"},
        {"LINE", "e"},
        {"SPOT", "lever"},
        {"PIECE", "N"},
        {"ROLE", "N"},
        {"CONTENT", "empty"},
        {"PLACEMENT", "8/8/8/8/8/8/8/K6k"},
        {"DISPLAY", "white 1:29:58 black 1:30:00 flag running white"},
        {"BUTTON", "announce"},
        {"ALARMS", "tones"},
        {"CLAIM", "threefold"},
        {"KEY", "repetition"},
        {"NEWS", "clipped"},
        {"KIND", "braille"},
        {"SCORE", "1-0"},
        {"ENDING", "flag"},
        {"QUESTION", "both"},
        {"STEP", "-"},
        {"ACT", "adds black 2:00"},
        {"TYPED", "resigns"},
        {"MOVE", "Eva vier"},
        {"NAME", "Anna"},
        {"TEXT", "as agreed"},
        {"REASON", "as agreed"},
        {"CLAUSE", "D.2.11"}};
    return all;
}

// Parts that people fill with words of their own.
inline bool is_own_words(std::string_view part) {
    constexpr std::array<std::string_view, 4> parts{"MOVE", "NAME", "TEXT", "REASON"};
    return std::ranges::find(parts, part) != parts.end();
}

} // namespace ansage::acts
