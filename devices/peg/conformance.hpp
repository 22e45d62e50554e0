// SPDX-License-Identifier: GPL-3.0-or-later
// Does a board keep to docs/peg-board-protocol.md? Everything that can be found out without hands.
// The bytes are moved by the caller, so that the same questions go to a port and to a simulator.
#pragma once

#include "devices/peg/protocol.hpp"

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

struct Finding {
    std::string question; // "the board answers a greeting"
    bool is_good = false;
    std::string reason; // what was heard instead; empty if good
};

// Takes about eight seconds. The board must be at rest: nobody touches it meanwhile.
[[nodiscard]] std::vector<Finding> check_conformance(const Exchange& exchange);

} // namespace ansage::devices::peg
