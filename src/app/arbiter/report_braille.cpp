#include "app/arbiter/report_braille.hpp"

#include "scoresheet/braille_sheet.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace ansage::app {

namespace {

std::string_view next_word(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(word.size());
    return word;
}

// Lines of at most 40 cells; what runs over begins with two blank ones.
void add_braille(
    std::vector<scoresheet::Cells>& lines, const scoresheet::Braille& braille, std::string_view line
) {
    const std::size_t width = scoresheet::PageSize{}.width;
    scoresheet::Cells cells;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
        const scoresheet::Cells written = braille.text(word);
        if (!cells.empty() && cells.size() + 1 + written.size() > width) {
            lines.push_back(cells);
            cells.assign(2, scoresheet::blank_cell);
        } else if (!cells.empty()) {
            cells.push_back(scoresheet::blank_cell);
        }
        for (const auto cell : written) { // a FEN is longer than a line
            if (cells.size() == width) {
                lines.push_back(cells);
                cells.assign(2, scoresheet::blank_cell);
            }
            cells.push_back(cell);
        }
    }
    lines.push_back(cells);
}

} // namespace

base::Result<std::string, base::Error>
report_in_braille(const std::string& text, const scoresheet::Braille& braille) {
    std::vector<scoresheet::Cells> lines;
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

} // namespace ansage::app
