// SPDX-License-Identifier: GPL-3.0-or-later
// The DGT serial board and its clock: bytes to messages and back. Pure.
//
// Facts from public descriptions of the protocol, not tried on hardware; where they conflict, both
// are accepted. Squares are the board's own: field 0 is a8 as the board lies, 63 is h1.
#pragma once

#include "base/instant.hpp"
#include "chess/reading.hpp"
#include "chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace ansage::devices::dgt {

// What the host may send. 4e starts the boot loader and 50 to 54 are written to the board's memory
// for good: they are not here, and the simulator remembers a host that sends them.
enum class Command : std::uint8_t {
    reset = 0x40, // stops all updates
    ask_clock = 0x41,
    ask_board = 0x42,
    update_with_clock = 0x43, // fields when they change, the clock every second
    update_board = 0x44, // fields only
    ask_serial = 0x45,
    ask_bus_address = 0x46,
    ask_trademark = 0x47,
    ask_stored_moves = 0x49,
    to_bus_mode = 0x4a,
    update_nicely = 0x4b, // fields when they change, the clock when it changes
    ask_battery = 0x4c,
    ask_version = 0x4d,
    ask_long_serial = 0x55,
    clock_message = 0x2b,
};

// With several boards on one line each command is addressed: the command, two bytes of seven bits,
// and the sum of all, without its top bit.
inline constexpr std::uint8_t bus_ping_command = 0x87;

enum class MessageId : std::uint8_t {
    board_dump = 0x06,
    bus_ping = 0x07,
    clock = 0x0d,
    field_update = 0x0e,
    stored_moves = 0x0f,
    bus_address = 0x10,
    serial = 0x11,
    trademark = 0x12,
    version = 0x13,
    battery = 0x20,
    long_serial = 0x22,
};

struct BoardDump {
    chess::Reading reading;
    bool operator==(const BoardDump&) const = default;
};

// Empty: the piece is gone. Unsure: one of the pieces 13 to 15 that stand for a result.
struct FieldUpdate {
    chess::Square square;
    chess::SquareReading seen;
    bool operator==(const FieldUpdate&) const = default;
};

// Left and right as one reads the clock's display; which colour sits where, only people know.
struct ClockTimes {
    struct Side {
        base::Millis remaining{0}; // whole seconds, below ten hours
        bool flag = false;
        bool operator==(const Side&) const = default;
    };

    Side left;
    Side right;
    bool is_running = false;
    // The lever: its left end was pressed down last, and the right player's time runs. In all
    // recordings this alone decides.
    bool is_right_high = false;
    bool is_battery_low = false;
    // Said of the same by bits of which DGT's own descriptions disagree.
    bool is_lefts_turn = false;
    bool is_rights_turn = false;
    bool is_connected = true;

    // The two bits say another side than the lever.
    bool is_doubtful() const {
        return is_lefts_turn != is_rights_turn && is_rights_turn != is_right_high;
    }

    bool operator==(const ClockTimes&) const = default;
};

// The clock's answer to a clock message, or a button: {10, 88, ...}.
struct ClockAck {
    std::array<std::uint8_t, 4> codes{};

    bool is_button() const { return codes[0] == 0x10 && codes[1] == 0x88; }

    bool is_error() const { return codes[0] == 0x40 || codes[0] == 0x20; }

    bool operator==(const ClockAck&) const = default;
};

// A clock message that says nothing (all zero), to be passed over.
struct EmptyClock {
    bool operator==(const EmptyClock&) const = default;
};

// The number on the board's underside, five digits, and the long one of newer boards, ten.
struct Serial {
    std::string number;
    bool operator==(const Serial&) const = default;
};

struct Version {
    unsigned major = 0;
    unsigned minor = 0;
    bool operator==(const Version&) const = default;
};

struct LongSerial {
    std::string number;
    bool operator==(const LongSerial&) const = default;
};

struct Trademark {
    std::string text;
    bool operator==(const Trademark&) const = default;
};

// Of a Bluetooth board. Absent times are not known.
struct Battery {
    unsigned percent = 0;
    std::optional<base::Millis> left; // whole minutes, until it is empty or, charging, full
    base::Millis on{0};
    base::Millis standby{0};
    bool is_charging = false;
    bool is_discharging = false;
    bool operator==(const Battery&) const = default;
};

struct BusAddress {
    unsigned address = 0; // 14 bits
    bool operator==(const BusAddress&) const = default;
};

// The answer to a bus ping; the checksum was right.
struct BusPing {
    unsigned address = 0;
    bool operator==(const BusPing&) const = default;
};

// What the board wrote down while it had power, the oldest first: see stored.hpp.
struct StoredMoves {
    std::vector<std::byte> bytes;
    bool operator==(const StoredMoves&) const = default;
};

// What nobody described: known by number only.
struct Other {
    std::uint8_t id = 0; // without the top bit
    std::size_t size = 0;
    bool operator==(const Other&) const = default;
};

using Message = std::variant<
    BoardDump,
    FieldUpdate,
    ClockTimes,
    ClockAck,
    EmptyClock,
    Serial,
    LongSerial,
    Version,
    Trademark,
    Battery,
    BusAddress,
    BusPing,
    StoredMoves,
    Other>;

inline constexpr std::size_t head_size = 3;

// `data` is what follows the three bytes of the head. Absent: it cannot be right.
std::optional<Message> decode(std::uint8_t id, std::span<const std::byte> data);
std::vector<std::byte> encode(const Message& message);

constexpr std::byte to_byte(Command command) { return static_cast<std::byte>(command); }

} // namespace ansage::devices::dgt
