// SPDX-License-Identifier: GPL-3.0-or-later
// Does a board keep to docs/peg-board-protocol.md? Everything that can be found out without hands.
// The bytes are moved by the caller, so that the same questions go to a port and to a simulator.
#pragma once

#include "devices/peg/protocol.hpp"

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::devices::peg {

// A line from the board without its line feed, and when its last byte came.
struct HeardLine {
    base::Instant at;
    std::string text;
};

// Sends the bytes (there may be none), listens for so long, and gives every whole line that came.
using Exchange =
    std::function<std::vector<HeardLine>(std::string_view to_send, base::Millis listen_for)>;

// What was heard instead, in English, and as a message for a person: its id, and the texts that
// {first} and {second} stand for.
struct Reason {
    std::string text;
    std::string id;
    std::array<std::string, 2> values;
};

// Programs read the English; `id` is the message that asks the question of a person, with {text}
// as `about`.
struct Finding {
    std::string question; // "the board answers a greeting"
    bool is_good = false;
    std::string reason; // what was heard instead; empty if good
    std::string id;
    std::string about;
    Reason told;
};

// Takes about eight seconds. The board must be at rest: nobody touches it meanwhile.
std::vector<Finding> check_conformance(const Exchange& exchange);

} // namespace ansage::devices::peg
