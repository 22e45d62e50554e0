// SPDX-License-Identifier: GPL-3.0-or-later
// Which program holds a serial port, as /proc tells it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace ansage::app {

struct Holder {
    long process = 0;
    std::string name; // "brltty"
    friend bool operator==(const Holder&, const Holder&) = default;
};

// The first program that has the device open, this one excepted; only the user's own programs can
// be seen, all of them by root.
std::optional<Holder>
holder_of(const std::filesystem::path& device, const std::filesystem::path& proc = "/proc");

// A running program of that name.
std::optional<Holder>
program_called(const std::string& name, const std::filesystem::path& proc = "/proc");

} // namespace ansage::app
