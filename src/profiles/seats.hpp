// SPDX-License-Identifier: GPL-3.0-or-later
// profiles/seats/*.toml and ~/.config/ansage/seats/*.toml: how a player sits, so that it is said
// only once.
#pragma once

#include "base/result.hpp"
#include "profiles/document.hpp"

#include <optional>
#include <string>

namespace ansage::profiles {

struct SeatProfile {
    std::string seat; // the words of an @white line: "impaired occupancy announces=self"
    std::optional<std::string> name; // for the scoresheet
    std::optional<std::string> language; // the listener's
    std::optional<std::string> board; // the port: "peg:/dev/ttyACM0"
    std::optional<std::string> braille; // the code that is read: "en-uk"
    std::optional<std::string> tones; // what is heard as a tone: "taken clock"
    // What this player likes to play with; the table has one of each.
    std::optional<std::string> words;
    std::optional<std::string> time;
    std::optional<std::string> mode;
    friend bool operator==(const SeatProfile&, const SeatProfile&) = default;
};

[[nodiscard]] base::Result<SeatProfile, base::Error> load_seat(const Document& document);

// The text of such a file.
[[nodiscard]] std::string to_toml(const SeatProfile& seat);

} // namespace ansage::profiles
