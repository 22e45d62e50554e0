// SPDX-License-Identifier: GPL-3.0-or-later
// Human interface devices of the USB, raw: one read is one report, one write another.
#pragma once

#include "devices/transport/stream.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace ansage::devices {

struct HidInfo {
    std::string path; // "/dev/hidraw0"
    std::string name; // as the device says, may be empty
    std::uint16_t vendor = 0;
    std::uint16_t product = 0;
    bool operator==(const HidInfo&) const = default;
};

// Sorted by path; empty where the machine has none. `devices` is where the system describes them.
std::vector<HidInfo> list_hid(const std::filesystem::path& devices = "/sys/class/hidraw");

[[nodiscard]] base::Result<Stream, base::Error> open_hid(const std::string& path);

} // namespace ansage::devices
