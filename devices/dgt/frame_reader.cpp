// SPDX-License-Identifier: GPL-3.0-or-later
// Where a message of a DGT board begins and ends.
#include "devices/dgt/frame_reader.hpp"

#include "devices/dgt/codes.hpp"

namespace ansage::devices::dgt {

namespace {

// The board's memory, which is the longest message. Longer data is counted, not kept.
constexpr std::size_t most_data = 0x1f00;

} // namespace

std::optional<std::size_t> fixed_length(std::uint8_t id) {
    switch (static_cast<MessageId>(id)) {
    case MessageId::board_dump: return 67;
    case MessageId::clock: return 10;
    case MessageId::field_update:
    case MessageId::version:
    case MessageId::bus_address: return 5;
    case MessageId::serial: return 8;
    case MessageId::bus_ping: return 6;
    case MessageId::stored_moves:
    case MessageId::trademark:
    case MessageId::battery:
    case MessageId::long_serial: break;
    }
    return std::nullopt;
}

void FrameReader::reset() { part_ = Part::outside; }

FrameReader::Step FrameReader::take(std::byte byte) {
    const auto value = std::to_integer<std::uint8_t>(byte);
    if ((value & top_bit) != 0) return begin(value);
    switch (part_) {
    case Part::outside:
    case Part::garbage: return take_garbage();
    case Part::high_length:
        length_ = std::size_t{value} << 7U;
        part_ = Part::low_length;
        return Step::more;
    case Part::low_length: return take_low_length(value);
    case Part::data: return take_data(byte);
    }
    return Step::more;
}

FrameReader::Step FrameReader::begin(std::uint8_t value) {
    const bool is_cut = part_ != Part::outside && part_ != Part::garbage;
    id_ = static_cast<std::uint8_t>(value & ~unsigned{top_bit});
    part_ = Part::high_length;
    return is_cut ? Step::damage : Step::more;
}

FrameReader::Step FrameReader::take_garbage() {
    const bool is_new = part_ == Part::outside;
    part_ = Part::garbage;
    return is_new ? Step::damage : Step::more;
}

FrameReader::Step FrameReader::take_low_length(std::uint8_t value) {
    length_ |= value;
    taken_ = 0;
    data_.clear();
    if (length_ < head_size || fixed_length(id_).value_or(length_) != length_) {
        part_ = Part::garbage;
        return Step::damage;
    }
    part_ = length_ == head_size ? Part::outside : Part::data;
    return part_ == Part::outside ? Step::whole : Step::more;
}

FrameReader::Step FrameReader::take_data(std::byte byte) {
    if (data_.size() < most_data) data_.push_back(byte);
    ++taken_;
    if (head_size + taken_ < length_) return Step::more;
    part_ = Part::outside;
    return Step::whole;
}

} // namespace ansage::devices::dgt
