// SPDX-License-Identifier: GPL-3.0-or-later
// The nouns of chess, one type each. Absence is std::optional; there is no "none" value.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::chess {

enum class Color : std::uint8_t { white, black };
enum class Role : std::uint8_t { pawn, knight, bishop, rook, queen, king };
enum class File : std::uint8_t { a, b, c, d, e, f, g, h };
enum class Rank : std::uint8_t { first, second, third, fourth, fifth, sixth, seventh, eighth };

inline constexpr std::array both_colors{Color::white, Color::black};

constexpr Color operator!(Color color) {
    return color == Color::white ? Color::black : Color::white;
}

struct Piece {
    Color color{};
    Role role{};
    constexpr bool operator==(const Piece&) const = default;
};

// One of the 64 squares. index(): a1 = 0, b1 = 1, ... h8 = 63.
class Square {
public:
    constexpr Square() = default;

    constexpr Square(File file, Rank rank)
        : index_(static_cast<std::uint8_t>(
              static_cast<unsigned>(rank) * 8U + static_cast<unsigned>(file)
          )) {}

    // index must be below 64.
    static constexpr Square from_index(unsigned index) {
        Square square;
        square.index_ = static_cast<std::uint8_t>(index);
        return square;
    }

    constexpr unsigned index() const { return index_; }

    constexpr File file() const { return static_cast<File>(index_ & 7U); }

    constexpr Rank rank() const { return static_cast<Rank>(index_ >> 3U); }

    friend constexpr auto operator<=>(const Square&, const Square&) = default;

private:
    std::uint8_t index_ = 0;
};

// A set of squares, one bit each, bit n = Square::from_index(n).
class SquareSet {
public:
    constexpr SquareSet() = default;

    constexpr explicit SquareSet(std::uint64_t bits)
        : bits_(bits) {}

    constexpr explicit SquareSet(Square square)
        : bits_(std::uint64_t{1} << square.index()) {}

    constexpr std::uint64_t bits() const { return bits_; }

    constexpr bool empty() const { return bits_ == 0; }

    constexpr int size() const { return __builtin_popcountll(bits_); }

    constexpr bool contains(Square square) const { return ((bits_ >> square.index()) & 1U) != 0; }

    // The lowest square; the set must not be empty.
    constexpr Square first() const {
        return Square::from_index(static_cast<unsigned>(__builtin_ctzll(bits_)));
    }

    constexpr SquareSet& insert(Square square) {
        bits_ |= std::uint64_t{1} << square.index();
        return *this;
    }

    constexpr SquareSet& erase(Square square) {
        bits_ &= ~(std::uint64_t{1} << square.index());
        return *this;
    }

    friend constexpr SquareSet operator|(SquareSet a, SquareSet b) {
        return SquareSet{a.bits_ | b.bits_};
    }

    friend constexpr SquareSet operator&(SquareSet a, SquareSet b) {
        return SquareSet{a.bits_ & b.bits_};
    }

    friend constexpr SquareSet operator^(SquareSet a, SquareSet b) {
        return SquareSet{a.bits_ ^ b.bits_};
    }

    friend constexpr SquareSet operator~(SquareSet a) { return SquareSet{~a.bits_}; }

    constexpr bool operator==(const SquareSet&) const = default;

    // for (Square square : set), lowest first.
    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Square;
        using difference_type = std::ptrdiff_t;
        using pointer = const Square*;
        using reference = Square;

        constexpr Iterator() = default;

        constexpr explicit Iterator(std::uint64_t bits)
            : bits_(bits) {}

        constexpr Square operator*() const {
            return Square::from_index(static_cast<unsigned>(__builtin_ctzll(bits_)));
        }

        constexpr Iterator& operator++() {
            bits_ &= bits_ - 1;
            return *this;
        }

        constexpr Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }

        constexpr bool operator==(const Iterator&) const = default;

    private:
        std::uint64_t bits_ = 0;
    };

    constexpr Iterator begin() const { return Iterator{bits_}; }

    constexpr Iterator end() const { return Iterator{0}; }

private:
    std::uint64_t bits_ = 0;
};

// From a1 on, rank by rank.
inline constexpr SquareSet all_squares{~std::uint64_t{0}};

// "e4"; parse accepts exactly that form, lower case.
std::string to_string(Square square);
std::optional<Square> parse_square(std::string_view text);
// 'a' to 'h', '1' to '8'.
char to_char(File file);
char to_char(Rank rank);
// Upper case: P N B R Q K. parse_role takes upper case only.
char to_char(Role role);
std::optional<Role> parse_role(char letter);
// Upper case for White's pieces, lower for Black's, as in FEN.
char to_char(Piece piece);
std::optional<Piece> parse_piece(char letter);
// "white", "black".
std::string_view to_string(Color color);

} // namespace ansage::chess
