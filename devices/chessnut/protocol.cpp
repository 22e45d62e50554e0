// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/chessnut/protocol.hpp"

#include <algorithm>
#include <string_view>

namespace ansage::devices::chessnut {

using chess::Reading;
using chess::Seen;
using chess::Square;

namespace {

constexpr std::uint8_t board_id = 0x01;
constexpr std::uint8_t board_size = 0x24;
constexpr std::uint8_t battery_id = 0x2a;
constexpr std::uint8_t battery_size = 0x02;
constexpr unsigned charging = 0x80;
constexpr std::string_view letters = ".qkbpnRPrBNQK"; // by code

// h8 first, then g8.
constexpr Square square_at(std::size_t index) {
    return Square::from_index(static_cast<unsigned>(index) ^ 63U);
}

std::optional<chess::Piece> piece_of(unsigned code) {
    return code == 0 ? std::nullopt : chess::parse_piece(letters[code]);
}

unsigned code_of(Seen seen) {
    const auto piece = seen.piece();
    const std::size_t code = piece ? letters.find(chess::to_char(*piece)) : 0;
    return code == std::string_view::npos ? 0U : static_cast<unsigned>(code);
}

bool is_board_byte(std::uint8_t value) {
    return (value & 0x0FU) < letters.size() && value >> 4U < letters.size();
}

} // namespace

std::vector<std::byte> encode(Command command) {
    return {static_cast<std::byte>(command), std::byte{0x01}, std::byte{0x00}};
}

std::vector<std::byte> encode(const Reading& reading, std::uint32_t tail) {
    std::vector<std::byte> bytes{std::byte{board_id}, std::byte{board_size}};
    for (std::size_t index = 0; index < 64; index += 2) {
        const unsigned low = code_of(reading[square_at(index)]);
        const unsigned high = code_of(reading[square_at(index + 1)]);
        bytes.push_back(static_cast<std::byte>(low | high << 4U));
    }
    for (unsigned shift = 0; shift < 32; shift += 8) {
        bytes.push_back(static_cast<std::byte>(tail >> shift & 0xFFU));
    }
    return bytes;
}

std::vector<std::byte> encode(const Battery& battery) {
    const unsigned level = battery.percent | (battery.is_charging ? charging : 0U);
    return {
        std::byte{battery_id},
        std::byte{battery_size},
        static_cast<std::byte>(level),
        std::byte{0}};
}

ReportReader::Step ReportReader::take(std::uint8_t value) {
    switch (part_) {
    case Part::outside:
        begin(value);
        return Step::more;
    case Part::board_head:
    case Part::battery_head: {
        const bool is_board = part_ == Part::board_head;
        const bool is_head = value == (is_board ? board_size : battery_size);
        part_ = is_board ? Part::board : Part::battery;
        count_ = 0;
        if (!is_head) {
            begin(value);
        }
        return Step::more;
    }
    case Part::board:
    case Part::battery:
        return take_data(value);
    }
    return Step::more;
}

void ReportReader::begin(std::uint8_t value) {
    part_ = value == board_id ? Part::board_head
        : value == battery_id ? Part::battery_head
                              : Part::outside;
}

ReportReader::Step ReportReader::take_data(std::uint8_t value) {
    const bool is_board = part_ == Part::board;
    if (is_board && !is_board_byte(value)) {
        begin(value);
        return Step::damage;
    }
    data_[count_++] = value;
    const std::size_t size = is_board ? data_.size() : battery_size;
    if (count_ < size) {
        return Step::more;
    }
    part_ = Part::outside;
    return is_board ? Step::board : Step::battery;
}

Reading ReportReader::reading() const {
    Reading reading;
    for (std::size_t index = 0; index < 64; ++index) {
        const unsigned code = unsigned{data_[index / 2]} >> (index % 2 == 0 ? 0U : 4U) & 0x0FU;
        const auto piece = piece_of(code);
        reading[square_at(index)] = piece ? Seen::of(*piece) : Seen::empty();
    }
    return reading;
}

Battery ReportReader::battery() const {
    return {.percent = data_[0] & 0x7FU, .is_charging = (data_[0] & charging) != 0};
}

} // namespace ansage::devices::chessnut
