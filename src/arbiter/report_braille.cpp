// SPDX-License-Identifier: GPL-3.0-or-later
#include "arbiter/report_braille.hpp"

#include "scoresheet/braille_sheet.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace ansage::arbiter {

namespace {

std::string_view next_word(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(word.size());
    return word;
}

using Lines = std::vector<scoresheet::Cells>;

const std::size_t width = scoresheet::PageSize{}.width;

// A new line, if there is no room for so many cells; what runs over begins with two blank ones.
void make_room(Lines& lines, std::size_t wanted) {
    if (lines.back().size() + wanted > width) lines.emplace_back(2, scoresheet::blank_cell);
}

void add_word(Lines& lines, const scoresheet::Cells& word) {
    if (!lines.back().empty()) lines.back().push_back(scoresheet::blank_cell);
    for (const auto cell : word) { // a FEN is longer than a line
        make_room(lines, 1);
        lines.back().push_back(cell);
    }
}

// Lines of at most 40 cells.
void add_braille(Lines& lines, const scoresheet::Braille& braille, std::string_view line) {
    lines.emplace_back();
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
        const scoresheet::Cells written = braille.text(word);
        if (!lines.back().empty() && lines.back().size() + 1 + written.size() > width)
            lines.emplace_back(1, scoresheet::blank_cell); // and the one before the word
        add_word(lines, written);
    }
}

} // namespace

base::Result<std::string, base::Error>
report_in_braille(const std::string& text, const scoresheet::Braille& braille) {
    Lines lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        add_braille(lines, braille, std::string_view{text}.substr(begin, end - begin));
        begin = end + 1;
    }
    std::vector<scoresheet::BraillePage> pages;
    const std::size_t height = scoresheet::PageSize{}.height;
    for (std::size_t first = 0; first < lines.size(); first += height) {
        const std::size_t last = std::min(first + height, lines.size());
        pages.emplace_back(
            lines.begin() + static_cast<std::ptrdiff_t>(first),
            lines.begin() + static_cast<std::ptrdiff_t>(last)
        );
    }
    return scoresheet::brf_text(pages, braille.code().name);
}

} // namespace ansage::arbiter
