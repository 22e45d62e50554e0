// SPDX-License-Identifier: GPL-3.0-or-later
// A board as someone or something sees it: a position's pieces without whose turn it is, where a
// square may hold "something" (an occupancy sensor) or be unsure.
#pragma once

#include "chess/types.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::chess {

// What one square holds. An occupancy sensor knows empty and occupied; an identity sensor knows the
// piece; either may be unsure.
class SquareReading {
public:
    constexpr SquareReading() = default;

    static constexpr SquareReading empty() { return SquareReading{0}; }

    static constexpr SquareReading occupied() { return SquareReading{1}; }

    static constexpr SquareReading unsure() { return SquareReading{2}; }

    static constexpr SquareReading of(Piece piece) {
        return SquareReading{static_cast<std::uint8_t>(
            3U + static_cast<unsigned>(piece.color) * 6U + static_cast<unsigned>(piece.role)
        )};
    }

    constexpr bool is_empty() const { return code_ == 0; }

    constexpr bool is_unsure() const { return code_ == 2; }

    // Something stands here, known or not.
    constexpr bool is_occupied() const { return code_ == 1 || code_ > 2; }

    constexpr std::optional<Piece> piece() const {
        if (code_ < 3) return std::nullopt;
        const unsigned value = code_ - 3U;
        return Piece{value >= 6U ? Color::black : Color::white, static_cast<Role>(value % 6U)};
    }

    constexpr bool operator==(const SquareReading&) const = default;

private:
    constexpr explicit SquareReading(std::uint8_t code)
        : code_(code) {}

    std::uint8_t code_ = 0;
};

// All 64 squares, indexed by Square::index().
struct Reading {
    std::array<SquareReading, 64> squares{};

    constexpr SquareReading operator[](Square square) const { return squares[square.index()]; }

    constexpr SquareReading& operator[](Square square) { return squares[square.index()]; }

    SquareSet occupied() const;
    constexpr bool operator==(const Reading&) const = default;
};

// FEN placement ("8/8/...") with two more letters: 'x' something stands here, '?' unsure.
std::string to_placement(const Reading& reading);
std::optional<Reading> parse_placement(std::string_view text);
// What an occupancy board would see of it.
Reading occupancy_of(const Reading& reading);

} // namespace ansage::chess
