// SPDX-License-Identifier: GPL-3.0-or-later
// A pseudo-terminal: a serial line without a wire.
#pragma once

#include "devices/transport/stream.hpp"

#include <string>

namespace ansage::devices {

struct Pty {
    Stream board; // the simulator's end
    Stream host; // the end that looks like a serial port; keeping it open lets others come and go
    std::string path; // of the host's end
};

// Both ends raw. The error says what the system refused.
[[nodiscard]] base::Result<Pty, base::Error> open_pty();

// A terminal device by its path, raw, as it is (no speed set): another program's pty. What waited
// there to be read is thrown away: nobody knows how old it is.
[[nodiscard]] base::Result<Stream, base::Error> open_terminal(const std::string& path);

} // namespace ansage::devices
