// SPDX-License-Identifier: GPL-3.0-or-later
// What each piece attacks on a board (3.1.2 to 3.8), from tables made at compile time. Of use
// inside chess/ only; others ask a Position.
#pragma once

#include "chess/types.hpp"

#include <array>
#include <cstdint>

namespace ansage::chess::attacks {

struct Step {
    int files;
    int ranks;
};

inline constexpr std::array<Step, 8> king_steps{
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
inline constexpr std::array<Step, 8> knight_steps{
    {{2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}, {1, -2}, {2, -1}}};

constexpr std::optional<Square> step_from(Square square, Step step) {
    const int file = static_cast<int>(square.file()) + step.files;
    const int rank = static_cast<int>(square.rank()) + step.ranks;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return std::nullopt;
    return Square{static_cast<File>(file), static_cast<Rank>(rank)};
}

using SetOfSquare = std::array<SquareSet, 64>;

template <std::size_t N>
constexpr SquareSet leaper_set(Square square, const std::array<Step, N>& steps) {
    SquareSet set;
    for (const Step step : steps)
        if (const auto target = step_from(square, step)) set.insert(*target);
    return set;
}

template <std::size_t N>
constexpr SetOfSquare leaper_table(const std::array<Step, N>& steps) {
    SetOfSquare table;
    for (unsigned index = 0; index < 64; ++index)
        table[index] = leaper_set(Square::from_index(index), steps);
    return table;
}

// The squares from `square` to the edge, without `square`.
constexpr SquareSet ray(Square square, Step step) {
    SquareSet set;
    for (auto next = step_from(square, step); next; next = step_from(*next, step))
        set.insert(*next);
    return set;
}

struct Lines {
    SquareSet file;
    SquareSet diagonal;
    SquareSet antidiagonal;
};

constexpr std::array<Lines, 64> lines_table() {
    std::array<Lines, 64> table{};
    for (unsigned index = 0; index < 64; ++index) {
        const Square square = Square::from_index(index);
        table[index].file = ray(square, {0, 1}) | ray(square, {0, -1});
        table[index].diagonal = ray(square, {1, 1}) | ray(square, {-1, -1});
        table[index].antidiagonal = ray(square, {1, -1}) | ray(square, {-1, 1});
    }
    return table;
}

// The files attacked from a file along a rank: towards the h-file and towards the a-file, up to the
// first that is occupied.
constexpr std::uint8_t rank_set(unsigned occupied, unsigned file) {
    unsigned set = 0;
    for (unsigned bit = 2U << file; bit <= 0x80U; bit <<= 1U) {
        set |= bit;
        if ((occupied & bit) != 0) break;
    }
    for (unsigned bit = (1U << file) >> 1U; bit != 0; bit >>= 1U) {
        set |= bit;
        if ((occupied & bit) != 0) break;
    }
    return static_cast<std::uint8_t>(set);
}

// [occupation of the six inner files][file]. What stands on the outer files cannot change it.
constexpr std::array<std::array<std::uint8_t, 8>, 64> rank_table() {
    std::array<std::array<std::uint8_t, 8>, 64> table{};
    for (unsigned inner = 0; inner < 64; ++inner)
        for (unsigned file = 0; file < 8; ++file) table[inner][file] = rank_set(inner << 1U, file);
    return table;
}

constexpr void fill_between(SetOfSquare& sets, Square from, Step step) {
    SquareSet passed;
    for (auto next = step_from(from, step); next; next = step_from(*next, step)) {
        sets[next->index()] = passed;
        passed.insert(*next);
    }
}

constexpr std::array<SetOfSquare, 64> between_table() {
    std::array<SetOfSquare, 64> table{};
    for (unsigned index = 0; index < 64; ++index) {
        for (const Step step : king_steps)
            fill_between(table[index], Square::from_index(index), step);
    }
    return table;
}

inline constexpr SetOfSquare king_sets = leaper_table(king_steps);
inline constexpr SetOfSquare knight_sets = leaper_table(knight_steps);
inline constexpr std::array<SetOfSquare, 2> pawn_sets{
    leaper_table(std::array<Step, 2>{{{-1, 1}, {1, 1}}}),
    leaper_table(std::array<Step, 2>{{{-1, -1}, {1, -1}}})};
inline constexpr std::array<Lines, 64> line_sets = lines_table();
inline constexpr auto rank_sets = rank_table();
inline constexpr auto between_sets = between_table();

constexpr SquareSet king(Square square) { return king_sets[square.index()]; }

constexpr SquareSet knight(Square square) { return knight_sets[square.index()]; }

// Where a pawn of that colour attacks from the square.
constexpr SquareSet pawn(Color color, Square square) {
    return pawn_sets[static_cast<std::size_t>(color)][square.index()];
}

// Subtracting a slider from the pieces of its line borrows up to the first piece above it; the same
// with the board turned upside down finds the first below.
constexpr SquareSet along(SquareSet line, Square square, SquareSet occupied) {
    const std::uint64_t slider = SquareSet{square}.bits();
    const std::uint64_t up = (occupied & line).bits();
    const std::uint64_t down = __builtin_bswap64(up);
    const std::uint64_t found = (up - slider) ^ __builtin_bswap64(down - __builtin_bswap64(slider));
    return SquareSet{found} & line;
}

constexpr SquareSet bishop(Square square, SquareSet occupied) {
    const Lines& lines = line_sets[square.index()];
    return along(lines.diagonal, square, occupied) | along(lines.antidiagonal, square, occupied);
}

constexpr SquareSet rook(Square square, SquareSet occupied) {
    const unsigned shift = square.index() & 56U;
    const std::uint64_t inner = occupied.bits() >> (shift + 1) & 63U;
    const std::uint64_t along_rank = std::uint64_t{rank_sets[inner][square.index() & 7U]} << shift;
    return SquareSet{along_rank} | along(line_sets[square.index()].file, square, occupied);
}

constexpr SquareSet queen(Square square, SquareSet occupied) {
    return rook(square, occupied) | bishop(square, occupied);
}

// What a piece that is no pawn attacks.
constexpr SquareSet piece(Role role, Square square, SquareSet occupied) {
    switch (role) {
    case Role::knight: return knight(square);
    case Role::bishop: return bishop(square, occupied);
    case Role::rook: return rook(square, occupied);
    case Role::queen: return queen(square, occupied);
    case Role::king: return king(square);
    case Role::pawn: break;
    }
    return {};
}

// The squares strictly between two squares of one line; none if they share no line.
constexpr SquareSet between(Square a, Square b) { return between_sets[a.index()][b.index()]; }

constexpr SquareSet rank_of(Rank rank) {
    return SquareSet{std::uint64_t{0xff} << (8U * static_cast<unsigned>(rank))};
}

inline constexpr SquareSet a_file{0x0101010101010101U};
inline constexpr SquareSet h_file{0x8080808080808080U};

constexpr Rank back_rank(Color color) { return color == Color::white ? Rank::first : Rank::eighth; }

static_assert(
    rook(Square::from_index(0), SquareSet{0x0000000100000008U}).bits() == 0x000000010101010eU
);
static_assert(bishop(Square::from_index(27), SquareSet{}).size() == 13);
static_assert(between(Square::from_index(0), Square::from_index(63)).size() == 6);

} // namespace ansage::chess::attacks
