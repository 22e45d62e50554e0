// SPDX-License-Identifier: GPL-3.0-or-later
// Serial ports through libserialport; the only folder that includes it.
#pragma once

#include "devices/transport/stream.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ansage::devices::serial {

struct PortInfo {
    std::string path; // "/dev/ttyACM0"
    std::string description; // as the system names it, may be empty
    std::string maker; // of the USB device, may be empty
    std::string product;
    std::string serial_number;
    std::optional<std::uint16_t> usb_vendor;
    std::optional<std::uint16_t> usb_product;
};

// Sorted by path. Empty where the machine has none.
[[nodiscard]] base::Result<std::vector<PortInfo>, base::Error> list_ports();

// Where the device is now that was `before`: the same USB device, by its serial number. Of several
// that are the same, the one under its old name. Absent: it is not there, or nobody can tell.
std::optional<std::string> find_again(const PortInfo& before, std::span<const PortInfo> now);

// Eight data bits, no parity, one stop bit, no handshake. Seven-bit lines are opened as eight and
// their parity made by the protocol.
struct LineSettings {
    int baud = 9600;
    bool is_dtr_low = false; // some boards take DTR for a reset
};

inline constexpr LineSettings peg_line{.baud = 115200};
inline constexpr LineSettings dgt_line{.baud = 9600};

// Opens the port for this program alone and throws away what it had buffered.
[[nodiscard]] base::Result<Stream, base::Error>
open_port(const std::string& path, const LineSettings& settings);

} // namespace ansage::devices::serial
