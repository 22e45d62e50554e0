// SPDX-License-Identifier: GPL-3.0-or-later
// The codes that the messages, the clock and the memory of a DGT board share: fields, pieces,
// times. For the files of this folder only.
#pragma once

#include "devices/dgt/protocol.hpp"

#include <algorithm>

namespace ansage::devices::dgt {

using Data = std::span<const std::byte>;

using Bytes = std::vector<std::byte>;

inline constexpr std::uint8_t top_bit = 0x80;

inline constexpr std::array roles_in_code_order{
    chess::Role::pawn,
    chess::Role::rook,
    chess::Role::knight,
    chess::Role::bishop,
    chess::Role::king,
    chess::Role::queen};

constexpr chess::Square square_of_field(unsigned field) {
    return chess::Square{
        static_cast<chess::File>(field % 8U), static_cast<chess::Rank>(7U - field / 8U)};
}

constexpr unsigned field_of(chess::Square square) {
    return (7U - square.index() / 8U) * 8U + square.index() % 8U;
}

static_assert(square_of_field(0) == chess::Square{chess::File::a, chess::Rank::eighth});
static_assert(square_of_field(63) == chess::Square{chess::File::h, chess::Rank::first});
static_assert(field_of(square_of_field(52)) == 52);

// 0 empty, 1-6 White's P R N B K Q, 7-12 Black's, 13-15 "draw", "White wins", "Black wins": those
// three are no chess pieces, and never a result.
inline chess::SquareReading seen_of_code(unsigned code) {
    if (code == 0) return chess::SquareReading::empty();
    if (code > 12) return chess::SquareReading::unsure();
    const unsigned value = code - 1;
    return chess::SquareReading::of(chess::Piece{
        value < 6 ? chess::Color::white : chess::Color::black, roles_in_code_order[value % 6]});
}

inline unsigned code_of(chess::SquareReading seen) {
    const auto piece = seen.piece();
    if (!piece) return seen.is_empty() ? 0 : 13;
    const auto* const role = std::ranges::find(roles_in_code_order, piece->role);
    const auto index = static_cast<unsigned>(role - roles_in_code_order.begin());
    return index + (piece->color == chess::Color::white ? 1U : 7U);
}

inline unsigned value_at(Data data, std::size_t index) {
    return std::to_integer<unsigned>(data[index]);
}

inline std::byte low_byte(unsigned value) { return static_cast<std::byte>(value & 0xFFU); }

// Two decimal digits in one byte, 00 to 59.
inline std::optional<unsigned> read_sixtieths(unsigned byte) {
    const unsigned tens = byte >> 4U;
    const unsigned ones = byte & 0x0FU;
    if (tens > 5 || ones > 9) return std::nullopt;
    return tens * 10 + ones;
}

inline unsigned write_sixtieths(std::int64_t value) {
    return static_cast<unsigned>((value / 10) << 4 | value % 10);
}

inline void write_side(Bytes& bytes, const ClockTimes::Side& side) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(side.remaining).count();
    const auto hours = static_cast<unsigned>(std::min<std::int64_t>(seconds / 3600, 9));
    bytes.push_back(low_byte(hours | (side.flag ? 0x10U : 0U)));
    bytes.push_back(low_byte(write_sixtieths(seconds / 60 % 60)));
    bytes.push_back(low_byte(write_sixtieths(seconds % 60)));
}

} // namespace ansage::devices::dgt
