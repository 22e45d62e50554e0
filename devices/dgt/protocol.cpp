// SPDX-License-Identifier: GPL-3.0-or-later
// The messages of a DGT board: each read and written.
#include "devices/dgt/protocol.hpp"

#include "base/overloaded.hpp"
#include "devices/dgt/codes.hpp"

#include <algorithm>

namespace ansage::devices::dgt {

namespace {

using base::Millis;
using chess::Reading;

constexpr std::size_t clock_size = 7;

std::optional<ClockTimes::Side> read_side(Data data) {
    const unsigned hours = value_at(data, 0) & 0x0FU;
    const auto minutes = read_sixtieths(value_at(data, 1));
    const auto seconds = read_sixtieths(value_at(data, 2));
    if (hours > 9 || !minutes || !seconds) return std::nullopt;
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

bool has_ack_mark(unsigned byte) { return (byte & 0x0FU) == 0x0AU; }

std::optional<Message> read_times(Data data) {
    const auto right = read_side(data.first(3));
    const auto left = read_side(data.subspan(3, 3));
    if (!right || !left) return std::nullopt;
    const unsigned status = value_at(data, 6);
    const auto has = [status](unsigned bit) { return ((status >> bit) & 1U) != 0; };
    return ClockTimes{
        .left = *left,
        .right = *right,
        .is_running = has(0),
        .is_right_high = has(1),
        .is_battery_low = has(2),
        .is_lefts_turn = has(3),
        .is_rights_turn = has(4),
        .is_connected = !has(5),
    };
}

std::optional<Message> read_clock(Data data) {
    if (data.size() != clock_size) return std::nullopt;
    const bool is_empty = std::ranges::all_of(data, [](std::byte b) { return b == std::byte{0}; });
    if (is_empty) return EmptyClock{};
    if (has_ack_mark(value_at(data, 0)) || has_ack_mark(value_at(data, 3))) return read_ack(data);
    return read_times(data);
}

std::optional<Message> read_dump(Data data) {
    if (data.size() != 64) return std::nullopt;
    Reading reading;
    for (unsigned field = 0; field < 64; ++field) {
        const unsigned code = value_at(data, field);
        if (code > 15) return std::nullopt;
        reading[square_of_field(field)] = seen_of_code(code);
    }
    return BoardDump{reading};
}

std::optional<Message> read_field(Data data) {
    if (data.size() != 2) return std::nullopt;
    const unsigned field = value_at(data, 0) & 0x3FU;
    return FieldUpdate{square_of_field(field), seen_of_code(value_at(data, 1) & 0x0FU)};
}

// Line breaks become spaces.
std::string read_text(Data data) {
    std::string text;
    for (const std::byte byte : data) {
        const char letter = static_cast<char>(byte);
        const bool is_break = letter == '\n' || letter == '\r' || letter == '\0';
        const bool is_printable = letter >= ' ' && letter <= '~';
        text += is_printable ? letter : is_break ? ' ' : '?';
    }
    return text;
}

constexpr Millis one_minute{60'000};
constexpr unsigned not_known = 0x7f;

std::optional<Message> read_battery(Data data) {
    if (data.size() != 9 || value_at(data, 0) > 100) return std::nullopt;
    const auto hours_and_minutes = [&](std::size_t at) {
        return one_minute * (value_at(data, at) * 60 + value_at(data, at + 1));
    };
    Battery battery;
    battery.percent = value_at(data, 0);
    if (value_at(data, 1) != not_known && value_at(data, 2) != not_known)
        battery.left = hours_and_minutes(1);
    battery.on = hours_and_minutes(3);
    battery.standby = one_minute * (value_at(data, 5) * 24 * 60) + hours_and_minutes(6);
    battery.is_charging = (value_at(data, 8) & 1U) != 0;
    battery.is_discharging = (value_at(data, 8) & 2U) != 0;
    return battery;
}

unsigned read_address(Data data) { return value_at(data, 0) << 7U | value_at(data, 1); }

unsigned sum_of(Data bytes) {
    unsigned sum = 0;
    for (const std::byte byte : bytes) sum += std::to_integer<unsigned>(byte);
    return sum & 0x7FU;
}

std::optional<Message> read_bus_address(Data data) {
    return data.size() == 2 ? std::optional<Message>{BusAddress{read_address(data)}} : std::nullopt;
}

std::optional<Message> read_bus_ping(Data data) {
    if (data.size() != 3) return std::nullopt;
    const unsigned head = (bus_ping_command + 6U) & 0x7FU;
    const bool is_right = ((head + sum_of(data.first(2))) & 0x7FU) == value_at(data, 2);
    return is_right ? std::optional<Message>{BusPing{read_address(data)}} : std::nullopt;
}

std::optional<Message> read_version(Data data) {
    if (data.size() != 2) return std::nullopt;
    return Version{value_at(data, 0), value_at(data, 1)};
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
    for (unsigned field = 0; field < 64; ++field)
        bytes.push_back(low_byte(code_of(dump.reading[square_of_field(field)])));
    return bytes;
}

Bytes write_field(const FieldUpdate& update) {
    Bytes bytes = frame(MessageId::field_update, 2);
    bytes.push_back(low_byte(field_of(update.square)));
    bytes.push_back(low_byte(code_of(update.seen)));
    return bytes;
}

Bytes write_times(const ClockTimes& times) {
    Bytes bytes = frame(MessageId::clock, clock_size);
    write_side(bytes, times.right);
    write_side(bytes, times.left);
    const std::array bits{
        times.is_running,
        times.is_right_high,
        times.is_battery_low,
        times.is_lefts_turn,
        times.is_rights_turn,
        !times.is_connected};
    unsigned status = 0;
    for (unsigned bit = 0; bit < bits.size(); ++bit) status |= bits[bit] ? 1U << bit : 0U;
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

Bytes write_text(MessageId id, std::string_view text) {
    Bytes bytes = frame(id, text.size());
    const auto letters = std::as_bytes(std::span{text});
    bytes.insert(bytes.end(), letters.begin(), letters.end());
    return bytes;
}

void write_minutes(Bytes& bytes, Millis time) {
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(time).count();
    bytes.push_back(low_byte(static_cast<unsigned>(minutes / 60)));
    bytes.push_back(low_byte(static_cast<unsigned>(minutes % 60)));
}

Bytes write_battery(const Battery& battery) {
    Bytes bytes = frame(MessageId::battery, 9);
    bytes.push_back(low_byte(battery.percent));
    if (battery.left) write_minutes(bytes, *battery.left);
    else bytes.insert(bytes.end(), 2, low_byte(not_known));
    write_minutes(bytes, battery.on);
    const auto days = std::chrono::duration_cast<std::chrono::hours>(battery.standby).count() / 24;
    bytes.push_back(low_byte(static_cast<unsigned>(days)));
    write_minutes(bytes, battery.standby - std::chrono::hours{24 * days});
    bytes.push_back(low_byte((battery.is_charging ? 1U : 0U) | (battery.is_discharging ? 2U : 0U)));
    return bytes;
}

Bytes write_address(MessageId id, unsigned address) {
    Bytes bytes = frame(id, 2);
    bytes.push_back(low_byte(address >> 7U & 0x7FU));
    bytes.push_back(low_byte(address & 0x7FU));
    return bytes;
}

Bytes write_bus_ping(const BusPing& ping) {
    Bytes bytes = frame(MessageId::bus_ping, 3);
    bytes.push_back(low_byte(ping.address >> 7U & 0x7FU));
    bytes.push_back(low_byte(ping.address & 0x7FU));
    bytes.push_back(low_byte(sum_of(bytes)));
    return bytes;
}

Bytes write_stored(const StoredMoves& stored) {
    Bytes bytes = frame(MessageId::stored_moves, stored.bytes.size());
    bytes.insert(bytes.end(), stored.bytes.begin(), stored.bytes.end());
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
    case MessageId::board_dump: return read_dump(data);
    case MessageId::clock: return read_clock(data);
    case MessageId::field_update: return read_field(data);
    case MessageId::serial: return Serial{read_text(data)};
    case MessageId::long_serial: return LongSerial{read_text(data)};
    case MessageId::version: return read_version(data);
    case MessageId::trademark: return Trademark{read_text(data)};
    case MessageId::battery: return read_battery(data);
    case MessageId::bus_address: return read_bus_address(data);
    case MessageId::bus_ping: return read_bus_ping(data);
    case MessageId::stored_moves: return StoredMoves{{data.begin(), data.end()}};
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
            [](const Serial& m) { return write_text(MessageId::serial, m.number); },
            [](const LongSerial& m) { return write_text(MessageId::long_serial, m.number); },
            [](const Version& m) { return write_version(m); },
            [](const Trademark& m) { return write_text(MessageId::trademark, m.text); },
            [](const Battery& m) { return write_battery(m); },
            [](const BusAddress& m) { return write_address(MessageId::bus_address, m.address); },
            [](const BusPing& m) { return write_bus_ping(m); },
            [](const StoredMoves& m) { return write_stored(m); },
            [](const Other& m) { return write_other(m); },
        },
        message
    );
}

} // namespace ansage::devices::dgt
