// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/reading.hpp"

namespace ansage::chess {
namespace {

char to_char(SquareReading seen) {
    if (const auto piece = seen.piece()) return to_char(*piece);
    return seen.is_unsure() ? '?' : 'x';
}

std::optional<SquareReading> parse_seen(char letter) {
    if (letter == 'x') return SquareReading::occupied();
    if (letter == '?') return SquareReading::unsure();
    const auto piece = parse_piece(letter);
    return piece ? std::optional{SquareReading::of(*piece)} : std::nullopt;
}

void append_rank(std::string& text, const Reading& reading, Rank rank) {
    char gap = '0';
    for (unsigned file = 0; file < 8; ++file) {
        const SquareReading seen = reading[Square{static_cast<File>(file), rank}];
        if (seen.is_empty()) {
            ++gap;
            continue;
        }
        if (gap != '0') text += gap;
        gap = '0';
        text += to_char(seen);
    }
    if (gap != '0') text += gap;
}

// How many squares the rank's letters fill, or nothing if a letter is none.
std::optional<unsigned> read_rank(Reading& reading, unsigned rank, std::string_view text) {
    unsigned file = 0;
    for (const char letter : text) {
        if ('1' <= letter && letter <= '8') {
            file += static_cast<unsigned>(letter - '0');
            continue;
        }
        const auto seen = parse_seen(letter);
        if (!seen || file >= 8) return std::nullopt;
        reading[Square::from_index(rank * 8 + file)] = *seen;
        ++file;
    }
    return file;
}

} // namespace

SquareSet Reading::occupied() const {
    SquareSet set;
    for (unsigned index = 0; index < 64; ++index)
        if (squares[index].is_occupied()) set.insert(Square::from_index(index));
    return set;
}

std::string to_placement(const Reading& reading) {
    std::string text;
    for (unsigned rank = 8; rank-- > 0;) {
        append_rank(text, reading, static_cast<Rank>(rank));
        if (rank > 0) text += '/';
    }
    return text;
}

std::optional<Reading> parse_placement(std::string_view text) {
    Reading reading;
    for (unsigned rank = 8; rank-- > 0;) {
        const std::size_t length = text.find('/');
        const bool is_last = length == std::string_view::npos;
        if (is_last != (rank == 0) || read_rank(reading, rank, text.substr(0, length)) != 8U)
            return std::nullopt;
        text.remove_prefix(is_last ? text.size() : length + 1);
    }
    return reading;
}

Reading occupancy_of(const Reading& reading) {
    Reading seen = reading;
    for (SquareReading& square : seen.squares)
        if (square.is_occupied()) square = SquareReading::occupied();
    return seen;
}

} // namespace ansage::chess
