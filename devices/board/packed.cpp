// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/board/packed.hpp"

#include <utility>

namespace ansage::devices {

using chess::Reading;
using chess::Square;
using chess::SquareReading;

namespace {

// Both orders go through a board rank by rank, from the eighth: the other way along each or not.
Square packed_square(const PackedFormat& format, std::size_t index) {
    return Square::from_index(static_cast<unsigned>(index) ^ format.first);
}

unsigned packed_code(const PackedFormat& format, SquareReading seen) {
    const auto piece = seen.piece();
    const std::size_t code = piece ? format.letters.find(chess::to_char(*piece)) : 0;
    return code == std::string_view::npos ? 0U : static_cast<unsigned>(code);
}

// How far the half byte of a square is shifted.
unsigned half(const PackedFormat& format, std::size_t index) {
    return (index % 2 == 0) == format.is_low_half_first ? 0U : 4U;
}

} // namespace

std::vector<std::byte> encode(const PackedFormat& format, const Reading& reading) {
    std::vector<std::byte> bytes{
        static_cast<std::byte>(format.board_head[0]), static_cast<std::byte>(format.board_head[1])};
    for (std::size_t index = 0; index < 64; index += 2) {
        unsigned value = 0;
        for (const std::size_t square : {index, index + 1}) {
            const unsigned code = packed_code(format, reading[packed_square(format, square)]);
            value |= code << half(format, square);
        }
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

std::vector<std::byte> encode(const PackedFormat& format, const Battery& battery) {
    const auto level = format.write_battery(battery);
    return {
        static_cast<std::byte>(format.battery_head[0]),
        static_cast<std::byte>(format.battery_head[1]),
        static_cast<std::byte>(level[0]),
        static_cast<std::byte>(level[1])};
}

PackedReader::PackedReader(const PackedFormat& format)
    : format_(&format) {
    for (std::size_t code = 0; code < format.letters.size(); ++code) {
        const auto piece = chess::parse_piece(format.letters[code]);
        pieces_[code] = piece ? SquareReading::of(*piece) : SquareReading::empty();
    }
}

PackedReader::Step PackedReader::take(std::uint8_t value) {
    switch (part_) {
    case Part::outside: begin(value); return Step::more;
    case Part::head:
        if (!begin_data(value)) begin(value);
        return Step::more;
    case Part::data: return take_data(value);
    case Part::tail: take_tail(value); return Step::more;
    }
    return Step::more;
}

void PackedReader::begin(std::uint8_t value) {
    const bool is_head = value == format_->board_head[0] || value == format_->battery_head[0];
    begun_ = value;
    part_ = is_head ? Part::head : Part::outside;
}

// True: this byte ends a head, and its data follow.
bool PackedReader::begin_data(std::uint8_t value) {
    const PackedFormat::Two head{std::exchange(begun_, value), value};
    if (head != format_->board_head && head != format_->battery_head) return false;
    is_board_ = head == format_->board_head;
    count_ = 0;
    part_ = Part::data;
    return true;
}

// What was taken for a head was the end of a tail, for the head comes only now: no position has a
// black pawn or two kings among the first squares of the eighth rank.
bool PackedReader::was_tail(std::uint8_t value) {
    return is_board_ && count_ > 0 && count_ < format_->tail && begin_data(value);
}

// Some sources have it shorter than its length says: a head at its end counts.
void PackedReader::take_tail(std::uint8_t value) {
    const bool is_end = ++count_ == format_->tail;
    if (is_end) part_ = Part::outside;
    if (!is_end || !begin_data(value)) begun_ = value;
}

PackedReader::Step PackedReader::take_data(std::uint8_t value) {
    if (was_tail(value)) return Step::more;
    begun_ = value;
    if (is_board_ && !is_board_byte(value)) {
        begin(value);
        return Step::damage;
    }
    data_[count_++] = value;
    const std::size_t size = is_board_ ? data_.size() : format_->battery_head.size();
    if (count_ < size) return Step::more;
    part_ = is_board_ && format_->tail > 0 ? Part::tail : Part::outside;
    count_ = 0;
    return Step::whole;
}

bool PackedReader::is_board_byte(std::uint8_t value) const {
    return (value & 0x0FU) < format_->letters.size() && value >> 4U < format_->letters.size();
}

Reading PackedReader::reading() const {
    Reading reading;
    for (std::size_t index = 0; index < 64; ++index) {
        const unsigned code = unsigned{data_[index / 2]} >> half(*format_, index) & 0x0FU;
        reading[packed_square(*format_, index)] = pieces_[code];
    }
    return reading;
}

void PackedDriver::read(std::span<const std::byte> bytes) {
    reader_.receive(
        bytes,
        [this](const Reading& raw) { on_board(raw); },
        [this](const Battery& battery) {
            heard();
            battery_ = battery;
        },
        [this] { damaged_unchecked(); }
    );
}

void PackedDriver::on_board(const Reading& raw) {
    heard();
    if (is_said_twice(raw)) saw_own(raw);
    else ask_again();
}

} // namespace ansage::devices
