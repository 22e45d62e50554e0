// SPDX-License-Identifier: GPL-3.0-or-later
// The boards that there are: one row each, read by everything that names, opens, asks or simulates
// one. Whoever adds a board adds its folder and its row.
#pragma once

#include "devices/bluetooth/gatt.hpp"
#include "devices/board/board.hpp"
#include "devices/serial/port.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::devices {

struct BoardOption {
    std::string_view name;
    std::span<const std::string_view> values; // the first: found out by the driver; none: a file's
    // With `values`, which of them.
    void (*set)(BoardOptions& options, std::size_t value);
    // Without, what is in the file; false: that cannot be right.
    bool (*read)(BoardOptions& options, const std::string& contents);
};

// By which a board is known, or, where its maker took a usual converter, may be one.
struct UsbId {
    std::uint16_t vendor = 0;
    std::optional<std::uint16_t> product; // absent: any
    bool is_own = false; // the maker's own: no other device has it
};

struct BoardRow {
    std::string_view name; // "dgt", before the port
    std::string_view title; // "DGT board", for people
    std::optional<BoardKind> kind; // absent: it is built either way
    std::string_view seat; // of a player who has it and said no more: "sighted identity"
    serial::LineSettings line;
    // Where it speaks over Bluetooth LE, by which service.
    std::optional<bluetooth::GattService> gatt;
    std::span<const UsbId> usb;
    std::span<const BoardOption> options;
    std::unique_ptr<Driver> (*make_driver)(const BoardOptions& options, LineTime time);
    std::unique_ptr<Simulator> (*make_simulator
    )(const SimulatedBoard& board, LineTime time, base::Instant now);
};

// In the order in which a board that nobody named is asked what it is.
std::span<const BoardRow> boards();
const BoardRow* find_board(std::string_view name); // null: there is none
// "peg, dgt", for sentences.
std::string board_names();
// The boards that such a device is or may be; of those whose own number it has, only these.
std::vector<const BoardRow*> boards_of(std::uint16_t vendor, std::uint16_t product);
// Every option of any board, each once.
std::span<const BoardOption> board_options();

// A board as it is named: "dgt:/dev/ttyUSB0,orientation=turned,clock-left=black", each part but the
// port left out where there is nothing to say. `row` is null where its protocol is not named.
struct NamedBoard {
    const BoardRow* row = nullptr;
    std::string port;
    BoardOptions options;
};

[[nodiscard]] base::Result<NamedBoard, base::Error> parse_board(std::string_view text);

} // namespace ansage::devices
