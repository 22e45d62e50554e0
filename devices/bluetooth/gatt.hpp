// SPDX-License-Identifier: GPL-3.0-or-later
// Boards over Bluetooth LE: a service of theirs by way of BlueZ and the system's D-Bus, as a stream
// of bytes. The only folder that includes sdbus-c++.
#pragma once

#include "devices/transport/stream.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::devices::bluetooth {

// The characteristics of a service that carry bytes to a board and from it, in small letters. Where
// a board has others, those of the service that can do it are taken.
struct GattService {
    std::string_view service;
    std::string_view write;
    std::string_view notify;
    // How the names of such boards begin, unless their owners gave them another.
    std::span<const std::string_view> names;
    std::span<const std::string_view> others; // the same of other boards with this service
};

struct Device {
    std::string address; // "AA:BB:CC:DD:EE:FF"
    std::string name; // may be empty
    std::vector<std::string> services;
    bool operator==(const Device&) const = default;
};

// A board of that kind, by its service: its name counts only where its services are not known, or
// to tell apart boards that share one.
bool is_of(const GattService& service, const Device& device);

// Those that BlueZ knows; empty where there is no Bluetooth.
std::vector<Device> list_devices();

// `address` may be empty: the only board of that kind. One that is not known yet is looked for, as
// long as `limit`; connecting may take as long again. One read is one notification.
[[nodiscard]] base::Result<Stream, base::Error>
open_gatt(const std::string& address, const GattService& service, base::Millis limit);

} // namespace ansage::devices::bluetooth
