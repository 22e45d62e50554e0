// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/peg/board_text.hpp"

#include <cstddef>

namespace ansage::devices::peg {

using chess::Reading;
using chess::SquareReading;

namespace {

constexpr std::size_t board_text_size = 71;

// Where a square stands in the text: a8 first, h1 last.
constexpr std::size_t text_index(unsigned square_index) {
    const unsigned row = 7U - square_index / 8U;
    return row * 9U + square_index % 8U;
}

bool has_rank_separators(std::string_view text) {
    for (std::size_t index = 8; index < text.size(); index += 9)
        if (text[index] != '/') return false;
    return true;
}

} // namespace

char to_char(SquareReading seen) {
    if (const auto piece = seen.piece()) return chess::to_char(*piece);
    if (seen.is_unsure()) return '?';
    return seen.is_empty() ? '.' : 'x';
}

std::optional<SquareReading> read_seen(char letter) {
    switch (letter) {
    case '.': return SquareReading::empty();
    case 'x': return SquareReading::occupied();
    case '?': return SquareReading::unsure();
    }
    const auto piece = chess::parse_piece(letter);
    return piece ? std::optional<SquareReading>{SquareReading::of(*piece)} : std::nullopt;
}

void append_board(std::string& line, const Reading& reading) {
    const std::size_t start = line.size();
    line.append(board_text_size, '/');
    for (unsigned index = 0; index < 64; ++index)
        line[start + text_index(index)] = to_char(reading.squares[index]);
}

std::optional<Reading> read_board(std::string_view text) {
    if (text.size() != board_text_size || !has_rank_separators(text)) return std::nullopt;
    Reading reading;
    for (unsigned index = 0; index < 64; ++index) {
        const auto seen = read_seen(text[text_index(index)]);
        if (!seen) return std::nullopt;
        reading.squares[index] = *seen;
    }
    return reading;
}

} // namespace ansage::devices::peg
