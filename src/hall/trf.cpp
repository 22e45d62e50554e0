// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/trf.hpp"

#include "base/utf8.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>

namespace ansage::hall::trf {

namespace {

constexpr std::array<std::size_t, 5> blank_columns{4, 9, 14, 48, 91};

} // namespace

Columns::Columns(std::string_view line, Unit unit)
    : line_(line) {
    for (std::size_t at = 0; at < line.size();) {
        begins_.push_back(at);
        at += unit == Unit::letters ? base::first_code_point(line.substr(at)).size : 1;
    }
}

std::size_t Columns::place(std::size_t column) const {
    return column <= begins_.size() ? begins_[column - 1] : line_.size();
}

std::string_view Columns::text(std::size_t first, std::size_t last) const {
    const std::size_t begin = place(first);
    return terminal::trim(line_.substr(begin, place(last + 1) - begin));
}

char Columns::letter(std::size_t column) const {
    return column <= size() ? line_[place(column)] : ' ';
}

bool Columns::fits() const {
    const auto is_blank = [&](std::size_t column) { return letter(column) == ' '; };
    for (std::size_t round = rounds_first; round <= size(); round += round_width)
        if (!is_blank(round + 4) || !is_blank(round + 6) || !is_blank(round + 8)) return false;
    return std::ranges::all_of(blank_columns, is_blank);
}

std::optional<Columns> columns_of(std::string_view line) {
    for (const Unit unit : {Unit::letters, Unit::bytes}) {
        Columns columns{line, unit};
        if (columns.fits()) return columns;
    }
    return std::nullopt;
}

std::string_view without_end(std::string_view line) {
    while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

unsigned tenths_for(char result) {
    if (std::string_view{"1W+FU"}.find(result) != std::string_view::npos) return 10;
    return std::string_view{"=DH"}.find(result) != std::string_view::npos ? 5 : 0;
}

} // namespace ansage::hall::trf
