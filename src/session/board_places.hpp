// SPDX-License-Identifier: GPL-3.0-or-later
// Where boards may be: serial ports, human interface devices, Bluetooth LE, each with the boards
// that its numbers, its service or its name speak for.
#pragma once

#include "base/result.hpp"
#include "devices/boards/boards.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ansage::session {

struct BoardPlace {
    std::string path; // "/dev/ttyACM0", "ble:AA:BB:CC:DD:EE:FF"
    std::string description;
    std::string maker;
    std::string product;
    std::string serial_number;
    std::optional<std::uint16_t> usb_vendor;
    std::optional<std::uint16_t> usb_product;
    std::vector<const devices::BoardRow*> boards;
};

// Every serial port, whatever is plugged in there, and of the others those that may be boards. The
// error: the system does not say which serial ports it has.
[[nodiscard]] base::Result<std::vector<BoardPlace>, base::Error> list_board_places();

} // namespace ansage::session
