// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clock/digits.hpp"

#include <array>

namespace ansage::app {

namespace {

constexpr std::size_t digit_width = 5;
constexpr std::size_t colon_width = 1;

using Pattern = std::array<std::string_view, digit_height>;

constexpr std::array<Pattern, 10> digits{
    Pattern{" ### ", "#   #", "#   #", "#   #", "#   #", "#   #", " ### "},
    Pattern{"  #  ", " ##  ", "  #  ", "  #  ", "  #  ", "  #  ", " ### "},
    Pattern{" ### ", "#   #", "    #", "  ## ", " #   ", "#    ", "#####"},
    Pattern{" ### ", "#   #", "    #", "  ## ", "    #", "#   #", " ### "},
    Pattern{"   # ", "  ## ", " # # ", "#  # ", "#####", "   # ", "   # "},
    Pattern{"#####", "#    ", "#### ", "    #", "    #", "#   #", " ### "},
    Pattern{" ### ", "#    ", "#    ", "#### ", "#   #", "#   #", " ### "},
    Pattern{"#####", "    #", "   # ", "   # ", "  #  ", "  #  ", "  #  "},
    Pattern{" ### ", "#   #", "#   #", " ### ", "#   #", "#   #", " ### "},
    Pattern{" ### ", "#   #", "#   #", " ####", "    #", "    #", " ### "},
};
constexpr Pattern colon{" ", " ", "#", " ", "#", " ", " "};
constexpr Pattern blank{" ", " ", " ", " ", " ", " ", " "};

const Pattern& pattern_of(char letter) {
    if (letter >= '0' && letter <= '9') return digits.at(static_cast<std::size_t>(letter - '0'));
    return letter == ':' ? colon : blank;
}

std::string wide(std::string_view row, std::size_t scale) {
    std::string cells;
    for (const char mark : row)
        for (std::size_t i = 0; i < scale; ++i) cells += mark == '#' ? "\u2588" : " ";
    return cells;
}

} // namespace

std::size_t width_of(std::string_view text, std::size_t scale) {
    std::size_t width = 0;
    for (const char letter : text) {
        const bool is_digit = letter >= '0' && letter <= '9';
        width += (is_digit ? digit_width : colon_width) + 1;
    }
    return width == 0 ? 0 : (width - 1) * scale;
}

std::vector<std::string> large(std::string_view text, std::size_t scale) {
    std::vector<std::string> lines;
    for (std::size_t row = 0; row < digit_height; ++row) {
        std::string line;
        for (const char letter : text) {
            line += line.empty() ? "" : std::string(scale, ' ');
            line += wide(pattern_of(letter)[row], scale);
        }
        lines.insert(lines.end(), scale, line);
    }
    return lines;
}

} // namespace ansage::app
