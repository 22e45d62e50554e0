#include "devices/dgt/protocol.hpp"

#include "base/overloaded.hpp"

#include <algorithm>

namespace ansage::devices::dgt {
namespace {

using base::Millis;
using chess::Color;
using chess::Piece;
using chess::Reading;
using chess::Role;
using chess::Seen;
using chess::Square;

using Data = std::span<const std::byte>;

constexpr std::uint8_t top_bit = 0x80;
// Longer data than this is counted, not kept: only stored moves are longer, and nobody reads them.
constexpr std::size_t most_data = 64;
constexpr std::size_t clock_size = 7;

constexpr std::array roles_in_code_order{
    Role::pawn, Role::rook, Role::knight, Role::bishop, Role::king, Role::queen};

constexpr Square square_of_field(unsigned field) {
    return Square{static_cast<chess::File>(field % 8U), static_cast<chess::Rank>(7U - field / 8U)};
}

constexpr unsigned field_of(Square square) {
    return (7U - square.index() / 8U) * 8U + square.index() % 8U;
}

static_assert(square_of_field(0) == Square{chess::File::a, chess::Rank::eighth});
static_assert(square_of_field(63) == Square{chess::File::h, chess::Rank::first});
static_assert(field_of(square_of_field(52)) == 52);

// 0 empty, 1-6 White's P R N B K Q, 7-12 Black's, 13-15 "draw", "White wins", "Black wins": those
// three are no chess pieces, and never a result.
Seen seen_of_code(unsigned code) {
    if (code == 0) {
        return Seen::empty();
    }
    if (code > 12) {
        return Seen::unsure();
    }
    const unsigned value = code - 1;
    return Seen::of(Piece{value < 6 ? Color::white : Color::black, roles_in_code_order[value % 6]});
}

unsigned code_of(Seen seen) {
    const auto piece = seen.piece();
    if (!piece) {
        return seen.is_empty() ? 0 : 13;
    }
    const auto* const role = std::ranges::find(roles_in_code_order, piece->role);
    const auto index = static_cast<unsigned>(role - roles_in_code_order.begin());
    return index + (piece->color == Color::white ? 1U : 7U);
}

unsigned value_at(Data data, std::size_t index) {
    return std::to_integer<unsigned>(data[index]);
}

// Two decimal digits in one byte, 00 to 59.
std::optional<unsigned> read_sixtieths(unsigned byte) {
    const unsigned tens = byte >> 4U;
    const unsigned ones = byte & 0x0FU;
    if (tens > 5 || ones > 9) {
        return std::nullopt;
    }
    return tens * 10 + ones;
}

unsigned write_sixtieths(std::int64_t value) {
    return static_cast<unsigned>((value / 10) << 4 | value % 10);
}

std::optional<ClockTimes::Side> read_side(Data data) {
    const unsigned hours = value_at(data, 0) & 0x0FU;
    const auto minutes = read_sixtieths(value_at(data, 1));
    const auto seconds = read_sixtieths(value_at(data, 2));
    if (hours > 9 || !minutes || !seconds) {
        return std::nullopt;
    }
    const std::chrono::seconds remaining{hours * 3600 + *minutes * 60 + *seconds};
    return ClockTimes::Side{remaining, (value_at(data, 0) & 0x10U) != 0};
}

// As told in the clock's manual: four codes of eight bits in data of seven, the top bits in bytes
// 0, 3.
ClockAck read_ack(Data data) {
    const auto code = [&](std::size_t low, std::size_t high, unsigned shift) {
        const unsigned top = (value_at(data, high) << shift) & top_bit;
        return static_cast<std::uint8_t>((value_at(data, low) & 0x7FU) | top);
    };
    return {{code(1, 3, 3), code(2, 3, 2), code(4, 0, 3), code(5, 0, 2)}};
}

bool has_ack_mark(unsigned byte) {
    return (byte & 0x0FU) == 0x0AU;
}

std::optional<Message> read_times(Data data) {
    const auto right = read_side(data.first(3));
    const auto left = read_side(data.subspan(3, 3));
    if (!right || !left) {
        return std::nullopt;
    }
    const unsigned status = value_at(data, 6);
    const auto has = [status](unsigned bit) { return ((status >> bit) & 1U) != 0; };
    return ClockTimes{
        .left = *left,
        .right = *right,
        .is_running = has(0),
        .is_right_high = has(1),
        .is_battery_low = has(2),
        .is_lefts_turn = has(4),
        .is_rights_turn = has(3),
        .is_connected = !has(5),
    };
}

std::optional<Message> read_clock(Data data) {
    if (data.size() != clock_size) {
        return std::nullopt;
    }
    const bool is_empty = std::ranges::all_of(data, [](std::byte b) { return b == std::byte{0}; });
    if (is_empty) {
        return EmptyClock{};
    }
    if (has_ack_mark(value_at(data, 0)) || has_ack_mark(value_at(data, 3))) {
        return read_ack(data);
    }
    return read_times(data);
}

std::optional<Message> read_dump(Data data) {
    if (data.size() != 64) {
        return std::nullopt;
    }
    Reading reading;
    for (unsigned field = 0; field < 64; ++field) {
        const unsigned code = value_at(data, field);
        if (code > 15) {
            return std::nullopt;
        }
        reading[square_of_field(field)] = seen_of_code(code);
    }
    return BoardDump{reading};
}

std::optional<Message> read_field(Data data) {
    if (data.size() != 2) {
        return std::nullopt;
    }
    const unsigned field = value_at(data, 0) & 0x3FU;
    return FieldUpdate{square_of_field(field), seen_of_code(value_at(data, 1) & 0x0FU)};
}

std::optional<Message> read_serial(Data data) {
    std::string number;
    for (const std::byte byte : data) {
        const char letter = static_cast<char>(byte);
        const bool is_printable = letter >= ' ' && letter <= '~';
        number += is_printable ? letter : '?';
    }
    return Serial{number};
}

std::optional<Message> read_version(Data data) {
    if (data.size() != 2) {
        return std::nullopt;
    }
    return Version{value_at(data, 0), value_at(data, 1)};
}

using Bytes = std::vector<std::byte>;

std::byte low_byte(unsigned value) {
    return static_cast<std::byte>(value & 0xFFU);
}

Bytes frame(MessageId id, std::size_t data_size) {
    const auto length = static_cast<unsigned>(head_size + data_size);
    Bytes bytes;
    bytes.reserve(length);
    bytes.push_back(low_byte(static_cast<unsigned>(id) | top_bit));
    bytes.push_back(low_byte(length >> 7U));
    bytes.push_back(low_byte(length & 0x7FU));
    return bytes;
}

Bytes write_dump(const BoardDump& dump) {
    Bytes bytes = frame(MessageId::board_dump, 64);
    for (unsigned field = 0; field < 64; ++field) {
        bytes.push_back(low_byte(code_of(dump.reading[square_of_field(field)])));
    }
    return bytes;
}

Bytes write_field(const FieldUpdate& update) {
    Bytes bytes = frame(MessageId::field_update, 2);
    bytes.push_back(low_byte(field_of(update.square)));
    bytes.push_back(low_byte(code_of(update.seen)));
    return bytes;
}

void write_side(Bytes& bytes, const ClockTimes::Side& side) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(side.remaining).count();
    const auto hours = static_cast<unsigned>(std::min<std::int64_t>(seconds / 3600, 9));
    bytes.push_back(low_byte(hours | (side.flag ? 0x10U : 0U)));
    bytes.push_back(low_byte(write_sixtieths(seconds / 60 % 60)));
    bytes.push_back(low_byte(write_sixtieths(seconds % 60)));
}

Bytes write_times(const ClockTimes& times) {
    Bytes bytes = frame(MessageId::clock, clock_size);
    write_side(bytes, times.right);
    write_side(bytes, times.left);
    const std::array bits{
        times.is_running,
        times.is_right_high,
        times.is_battery_low,
        times.is_rights_turn,
        times.is_lefts_turn,
        !times.is_connected};
    unsigned status = 0;
    for (unsigned bit = 0; bit < bits.size(); ++bit) {
        status |= bits[bit] ? 1U << bit : 0U;
    }
    bytes.push_back(low_byte(status));
    return bytes;
}

Bytes write_ack(const ClockAck& ack) {
    const auto top = [&](std::size_t index, unsigned shift) {
        return (unsigned{ack.codes[index]} & top_bit) >> shift;
    };
    const auto low = [&](std::size_t index) { return low_byte(ack.codes[index] & 0x7FU); };
    Bytes bytes = frame(MessageId::clock, clock_size);
    bytes.push_back(low_byte(0x0AU | top(2, 3) | top(3, 2)));
    bytes.push_back(low(0));
    bytes.push_back(low(1));
    bytes.push_back(low_byte(0x0AU | top(0, 3) | top(1, 2)));
    bytes.push_back(low(2));
    bytes.push_back(low(3));
    bytes.push_back(std::byte{0});
    return bytes;
}

Bytes write_empty_clock() {
    Bytes bytes = frame(MessageId::clock, clock_size);
    bytes.resize(head_size + clock_size);
    return bytes;
}

Bytes write_serial(const Serial& serial) {
    Bytes bytes = frame(MessageId::serial, serial.number.size());
    const auto text = std::as_bytes(std::span{serial.number});
    bytes.insert(bytes.end(), text.begin(), text.end());
    return bytes;
}

Bytes write_version(const Version& version) {
    Bytes bytes = frame(MessageId::version, 2);
    bytes.push_back(low_byte(version.major & 0x7FU));
    bytes.push_back(low_byte(version.minor & 0x7FU));
    return bytes;
}

Bytes write_other(const Other& other) {
    Bytes bytes = frame(static_cast<MessageId>(other.id), other.size);
    bytes.resize(head_size + other.size);
    return bytes;
}

} // namespace

std::optional<Message> decode(std::uint8_t id, std::span<const std::byte> data) {
    switch (static_cast<MessageId>(id)) {
    case MessageId::board_dump:
        return read_dump(data);
    case MessageId::clock:
        return read_clock(data);
    case MessageId::field_update:
        return read_field(data);
    case MessageId::serial:
    case MessageId::long_serial:
        return read_serial(data);
    case MessageId::version:
        return read_version(data);
    case MessageId::stored_moves:
    case MessageId::trademark:
    case MessageId::battery:
        break;
    }
    return Other{id, data.size()};
}

std::vector<std::byte> encode(const Message& message) {
    return std::visit(
        base::Overloaded{
            [](const BoardDump& m) { return write_dump(m); },
            [](const FieldUpdate& m) { return write_field(m); },
            [](const ClockTimes& m) { return write_times(m); },
            [](const ClockAck& m) { return write_ack(m); },
            [](const EmptyClock&) { return write_empty_clock(); },
            [](const Serial& m) { return write_serial(m); },
            [](const Version& m) { return write_version(m); },
            [](const Other& m) { return write_other(m); },
        },
        message
    );
}

std::vector<std::byte> beep_message(Millis duration) {
    constexpr std::int64_t step = 64;
    const auto steps = std::clamp<std::int64_t>(duration.count() / step, 1, 16);
    return {
        to_byte(Command::clock_message),
        std::byte{4}, // bytes that follow
        std::byte{3}, // start of the clock's message
        std::byte{0x0b}, // beep
        low_byte(static_cast<unsigned>(steps)),
        std::byte{0}};
}

std::optional<std::size_t> fixed_length(std::uint8_t id) {
    switch (static_cast<MessageId>(id)) {
    case MessageId::board_dump:
        return 67;
    case MessageId::clock:
        return 10;
    case MessageId::field_update:
    case MessageId::version:
        return 5;
    case MessageId::serial:
        return 8;
    case MessageId::stored_moves:
    case MessageId::trademark:
    case MessageId::battery:
    case MessageId::long_serial:
        break;
    }
    return std::nullopt;
}

void FrameReader::reset() {
    part_ = Part::outside;
}

FrameReader::Step FrameReader::take(std::byte byte) {
    const auto value = std::to_integer<std::uint8_t>(byte);
    if ((value & top_bit) != 0) {
        return begin(value);
    }
    switch (part_) {
    case Part::outside:
    case Part::garbage:
        return take_garbage();
    case Part::high_length:
        length_ = std::size_t{value} << 7U;
        part_ = Part::low_length;
        return Step::more;
    case Part::low_length:
        return take_low_length(value);
    case Part::data:
        return take_data(byte);
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
    return part_ == Part::outside ? Step::message : Step::more;
}

FrameReader::Step FrameReader::take_data(std::byte byte) {
    if (data_.size() < most_data) {
        data_.push_back(byte);
    }
    ++taken_;
    if (head_size + taken_ < length_) {
        return Step::more;
    }
    part_ = Part::outside;
    return Step::message;
}

} // namespace ansage::devices::dgt
