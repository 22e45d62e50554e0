// SPDX-License-Identifier: GPL-3.0-or-later
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
// The board's memory, which is the longest message. Longer data is counted, not kept.
constexpr std::size_t most_data = 0x1f00;
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
        .is_lefts_turn = has(3),
        .is_rights_turn = has(4),
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
    if (data.size() != 9 || value_at(data, 0) > 100) {
        return std::nullopt;
    }
    const auto hours_and_minutes = [&](std::size_t at) {
        return one_minute * (value_at(data, at) * 60 + value_at(data, at + 1));
    };
    Battery battery;
    battery.percent = value_at(data, 0);
    if (value_at(data, 1) != not_known && value_at(data, 2) != not_known) {
        battery.left = hours_and_minutes(1);
    }
    battery.on = hours_and_minutes(3);
    battery.standby = one_minute * (value_at(data, 5) * 24 * 60) + hours_and_minutes(6);
    battery.is_charging = (value_at(data, 8) & 1U) != 0;
    battery.is_discharging = (value_at(data, 8) & 2U) != 0;
    return battery;
}

unsigned read_address(Data data) {
    return value_at(data, 0) << 7U | value_at(data, 1);
}

unsigned sum_of(Data bytes) {
    unsigned sum = 0;
    for (const std::byte byte : bytes) {
        sum += std::to_integer<unsigned>(byte);
    }
    return sum & 0x7FU;
}

std::optional<Message> read_bus_address(Data data) {
    return data.size() == 2 ? std::optional<Message>{BusAddress{read_address(data)}} : std::nullopt;
}

std::optional<Message> read_bus_ping(Data data) {
    if (data.size() != 3) {
        return std::nullopt;
    }
    const unsigned head = (bus_ping_command + 6U) & 0x7FU;
    const bool is_right = ((head + sum_of(data.first(2))) & 0x7FU) == value_at(data, 2);
    return is_right ? std::optional<Message>{BusPing{read_address(data)}} : std::nullopt;
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
        times.is_lefts_turn,
        times.is_rights_turn,
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
    if (battery.left) {
        write_minutes(bytes, *battery.left);
    } else {
        bytes.insert(bytes.end(), 2, low_byte(not_known));
    }
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
    case MessageId::board_dump:
        return read_dump(data);
    case MessageId::clock:
        return read_clock(data);
    case MessageId::field_update:
        return read_field(data);
    case MessageId::serial:
        return Serial{read_text(data)};
    case MessageId::long_serial:
        return LongSerial{read_text(data)};
    case MessageId::version:
        return read_version(data);
    case MessageId::trademark:
        return Trademark{read_text(data)};
    case MessageId::battery:
        return read_battery(data);
    case MessageId::bus_address:
        return read_bus_address(data);
    case MessageId::bus_ping:
        return read_bus_ping(data);
    case MessageId::stored_moves:
        return StoredMoves{{data.begin(), data.end()}};
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

namespace {

// How many bytes follow, the start of the clock's message (03), the command, its data, the end
// (00).
Bytes clock_bytes(ClockCommand command, std::initializer_list<unsigned> data) {
    Bytes bytes{
        to_byte(Command::clock_message),
        low_byte(static_cast<unsigned>(data.size()) + 3),
        std::byte{3},
        static_cast<std::byte>(command)};
    for (const unsigned value : data) {
        bytes.push_back(low_byte(value));
    }
    bytes.push_back(std::byte{0});
    return bytes;
}

struct Parts {
    unsigned hours = 0;
    unsigned minutes = 0;
    unsigned seconds = 0;
};

Parts parts_of(Millis time) {
    const auto seconds =
        static_cast<unsigned>(std::clamp<std::int64_t>(time.count() / 1000, 0, 10 * 3600 - 1));
    return {seconds / 3600, seconds / 60 % 60, seconds % 60};
}

constexpr unsigned left_counts = 0x01;
constexpr unsigned right_counts = 0x02;
constexpr unsigned is_paused = 0x04;
constexpr unsigned lever_changes = 0x08;

std::optional<Millis> read_parts(Data data) {
    const unsigned hours = value_at(data, 0) & 0x0FU;
    const unsigned minutes = value_at(data, 1);
    const unsigned seconds = value_at(data, 2);
    if (hours > 9 || minutes > 59 || seconds > 59) {
        return std::nullopt;
    }
    return std::chrono::seconds{hours * 3600 + minutes * 60 + seconds};
}

} // namespace

std::vector<std::byte> set_message(const ClockSetting& setting) {
    const Parts left = parts_of(setting.left);
    const Parts right = parts_of(setting.right);
    const bool stands = !setting.is_left_running && !setting.is_right_running;
    const unsigned bits = (setting.is_left_running ? left_counts : 0U) |
        (setting.is_right_running ? right_counts : 0U) | (stands ? is_paused : 0U) | lever_changes;
    return clock_bytes(
        ClockCommand::set_and_run,
        {left.hours, left.minutes, left.seconds, right.hours, right.minutes, right.seconds, bits}
    );
}

std::optional<ClockSetting> read_setting(std::span<const std::byte> data) {
    if (data.size() != 7) {
        return std::nullopt;
    }
    const auto left = read_parts(data.first(3));
    const auto right = read_parts(data.subspan(3, 3));
    if (!left || !right) {
        return std::nullopt;
    }
    const unsigned bits = value_at(data, 6);
    const bool runs = (bits & is_paused) == 0;
    return ClockSetting{
        .left = *left,
        .right = *right,
        .is_left_running = runs && (bits & left_counts) != 0,
        .is_right_running = runs && (bits & right_counts) != 0};
}

std::vector<std::byte> text_message(std::string_view text) {
    std::array<unsigned, 8> letters{};
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const char letter = i < text.size() ? text[i] : ' ';
        letters[i] = letter >= ' ' && letter <= '~' ? static_cast<unsigned>(letter) : '?';
    }
    constexpr unsigned silent = 0;
    return clock_bytes(
        ClockCommand::text,
        {letters[0],
         letters[1],
         letters[2],
         letters[3],
         letters[4],
         letters[5],
         letters[6],
         letters[7],
         silent}
    );
}

std::vector<std::byte> end_message() {
    return clock_bytes(ClockCommand::end, {});
}

std::vector<std::byte> clock_version_message() {
    return clock_bytes(ClockCommand::ask_version, {});
}

std::vector<std::byte> beep_message(Millis duration) {
    constexpr std::int64_t step = 64;
    const auto steps = std::clamp<std::int64_t>(duration.count() / step, 1, 16);
    return clock_bytes(ClockCommand::beep, {static_cast<unsigned>(steps)});
}

namespace {

// One-byte tags of the board's memory.
constexpr unsigned tag_power_up = 0x6a;
constexpr unsigned tag_four_rows = 0x6c;
constexpr unsigned tag_start = 0x6f;
constexpr unsigned tag_start_turned = 0x7a;

bool is_change_tag(unsigned tag) {
    return tag >= 0x40 && tag <= 0x5f;
}

bool is_time_tag(unsigned tag) {
    return (tag & 0x60U) == 0x60U && (tag & 0x0FU) <= 9;
}

std::optional<StoredEntry> read_tag(unsigned tag) {
    switch (tag) {
    case tag_power_up:
        return StoredPowerUp{};
    case tag_four_rows:
        return StoredFourRows{};
    case tag_start:
        return StoredStart{false};
    case tag_start_turned:
        return StoredStart{true};
    default:
        return std::nullopt;
    }
}

std::optional<StoredEntry> read_stored_time(Data data) {
    const auto minutes = read_sixtieths(value_at(data, 1));
    const auto seconds = read_sixtieths(value_at(data, 2));
    if (!minutes || !seconds) {
        return std::nullopt;
    }
    const unsigned hours = value_at(data, 0) & 0x0FU;
    return StoredTime{
        .is_left = (value_at(data, 0) & 0x10U) != 0,
        .remaining = std::chrono::seconds{hours * 3600 + *minutes * 60 + *seconds}};
}

Bytes write_stored_time(const StoredTime& time) {
    Bytes bytes;
    write_side(bytes, {time.remaining, time.is_left});
    bytes.front() |= std::byte{0x60};
    return bytes;
}

} // namespace

std::vector<StoredEntry> stored_entries(std::span<const std::byte> bytes) {
    std::vector<StoredEntry> entries;
    while (!bytes.empty()) {
        const unsigned tag = value_at(bytes, 0);
        const std::size_t size = is_change_tag(tag) ? 2 : is_time_tag(tag) ? 3 : 1;
        if (bytes.size() < size) {
            break;
        }
        std::optional<StoredEntry> entry = read_tag(tag);
        if (is_change_tag(tag)) {
            entry =
                FieldUpdate{square_of_field(value_at(bytes, 1) & 0x3FU), seen_of_code(tag & 0x0FU)};
        } else if (is_time_tag(tag)) {
            entry = read_stored_time(bytes.first(3));
        }
        if (entry) {
            entries.push_back(*entry);
        }
        bytes = bytes.subspan(size);
    }
    return entries;
}

std::vector<std::byte> encode_stored(const StoredEntry& entry) {
    return std::visit(
        base::Overloaded{
            [](const StoredPowerUp&) { return Bytes{low_byte(tag_power_up)}; },
            [](const StoredFourRows&) { return Bytes{low_byte(tag_four_rows)}; },
            [](const StoredStart& start) {
                return Bytes{low_byte(start.is_turned ? tag_start_turned : tag_start)};
            },
            [](const FieldUpdate& update) {
                return Bytes{
                    low_byte(0x40U | code_of(update.seen)), low_byte(field_of(update.square))};
            },
            [](const StoredTime& time) { return write_stored_time(time); },
        },
        entry
    );
}

std::optional<std::size_t> fixed_length(std::uint8_t id) {
    switch (static_cast<MessageId>(id)) {
    case MessageId::board_dump:
        return 67;
    case MessageId::clock:
        return 10;
    case MessageId::field_update:
    case MessageId::version:
    case MessageId::bus_address:
        return 5;
    case MessageId::serial:
        return 8;
    case MessageId::bus_ping:
        return 6;
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
