// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/lines_of_bytes.hpp"

#include "base/encoding.hpp"
#include "base/utf8.hpp"
#include "terminal/typed_line.hpp"

#include <utility>

namespace ansage::terminal {
namespace {

constexpr std::string_view mark_of_little_endian = "\xFF\xFE";
constexpr std::string_view mark_of_big_endian = "\xFE\xFF";
constexpr char no_end_of_line = ' ';

} // namespace

std::vector<std::string> LinesOfBytes::take(std::string_view bytes) {
    std::vector<std::string> lines;
    for (const char byte : bytes) {
        if (width_ != Width::unknown) {
            add(byte, lines);
            continue;
        }
        first_ += byte;
        if (find_width())
            for (const char early : std::exchange(first_, {})) add(early, lines);
    }
    return lines;
}

std::string LinesOfBytes::take_rest() {
    std::string line = std::exchange(first_, {}) + std::exchange(line_, {});
    if (width_ == Width::little_endian) line.insert(0, mark_of_little_endian);
    if (width_ == Width::big_endian) line.insert(0, mark_of_big_endian);
    const bool is_wide = width_ == Width::little_endian || width_ == Width::big_endian;
    return base::decode(is_wide ? line : base::without_unfinished_end(line)).text;
}

bool LinesOfBytes::find_width() {
    const bool is_empty_line = first_ == "\n" || first_ == "\r";
    if (!is_empty_line && first_.size() < 2) return false;
    width_ = Width::bytes;
    if (is_empty_line) return true;
    if (first_ == mark_of_little_endian || first_[1] == '\0') width_ = Width::little_endian;
    else if (first_ == mark_of_big_endian || first_[0] == '\0') width_ = Width::big_endian;
    if (first_ == mark_of_little_endian || first_ == mark_of_big_endian) first_.clear();
    return true;
}

void LinesOfBytes::add(char byte, std::vector<std::string>& lines) {
    if (width_ == Width::bytes) {
        add_letter({&byte, 1}, byte, lines);
        return;
    }
    if (!half_) {
        half_ = byte;
        return;
    }
    const std::string both{*std::exchange(half_, std::nullopt), byte};
    const bool is_little = width_ == Width::little_endian;
    const char high = both[is_little ? 1 : 0];
    add_letter(both, high == '\0' ? both[is_little ? 0 : 1] : no_end_of_line, lines);
}

void LinesOfBytes::add_letter(
    std::string_view bytes, char letter, std::vector<std::string>& lines
) {
    const bool follows_return = std::exchange(follows_return_, letter == '\r');
    if (letter == '\n' && follows_return) return;
    if (letter == '\n' || letter == '\r') lines.push_back(take_rest());
    else if (line_.size() < longest_typed_line) line_ += bytes;
}

} // namespace ansage::terminal
