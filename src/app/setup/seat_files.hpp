// SPDX-License-Identifier: GPL-3.0-or-later
// Seat files: those that are shipped, and the user's own, which set-up writes.
#pragma once

#include "base/result.hpp"
#include "profiles/seats.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace ansage::app {

// Whether a --white or --black names a file and is not a seat itself, which is two words at least.
bool names_seat_file(const std::string& value);

// With every value read as its setting reads it.
[[nodiscard]] base::Result<profiles::SeatProfile, base::Error>
load_seat(const profiles::Document& document);

// `data` is the --data option, empty if not given.
[[nodiscard]] base::Result<profiles::SeatProfile, base::Error>
read_seat_file(const std::string& name, const std::string& data);

struct RememberedSeat {
    std::filesystem::path file;
    profiles::SeatProfile seat;
};

// The seat that was remembered last, if there is one that can be read.
std::optional<RememberedSeat> last_seat();

// In ~/.config/ansage/seats (XDG_CONFIG_HOME), under the player's name. Gives the file.
[[nodiscard]] base::Result<std::filesystem::path, base::Error>
remember_seat(const profiles::SeatProfile& seat);

} // namespace ansage::app
