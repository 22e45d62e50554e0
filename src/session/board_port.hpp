// SPDX-License-Identifier: GPL-3.0-or-later
// A board on a port, as the command line names it.
#pragma once

#include "base/result.hpp"
#include "devices/boards/boards.hpp"
#include "devices/transport/stream.hpp"
#include "table/model/seat.hpp"
#include "wording/catalogue.hpp"

#include <optional>
#include <string>

namespace ansage::session {

struct BoardPort {
    const devices::BoardRow* row = nullptr; // never null
    devices::BoardOptions options;
    std::string port; // "/dev/ttyACM0", "tcp:HOST:PORT"
    std::string text; // as it was given
};

// Without a board's name the seat decides: a sighted player's identity board is a DGT, any other a
// peg board. In tournament mode one over radio is refused (11.3.2.1), in the words of `in`.
[[nodiscard]] base::Result<BoardPort, base::Error> read_board_port(
    const std::string& text,
    const table::TableSetup& setup,
    chess::Color color,
    const wording::Catalogue& in
);

// The seat of a player of whom only the board is known: "sighted identity". Absent where its name
// does not stand there.
[[nodiscard]] std::optional<std::string_view> seat_of_board(const std::string& text);

// A serial port, a pty (also under another name), /dev/hidrawN, tcp:HOST:PORT or ble:ADDRESS. The
// last two may take until `limit` to answer. An error means that the port is not there.
[[nodiscard]] base::Result<devices::Stream, base::Error>
open_stream(const std::string& port, const devices::BoardRow& row, base::Millis limit);

// A board of that row cannot be there: it speaks in another manner.
[[nodiscard]] bool suits(const std::string& port, const devices::BoardRow& row);

// A line that may come later: whoever sets the table up hears that it is waited for, and why.
[[nodiscard]] devices::Stream open_or_wait(const BoardPort& port, base::Millis limit);

// The same board again after its line was gone, also where the system has given it another name.
class PortMemory {
public:
    // `port` was opened.
    void learn(const BoardPort& port);
    [[nodiscard]] base::Result<devices::Stream, base::Error>
    open(const BoardPort& port, base::Millis limit) const;

private:
    std::optional<devices::serial::PortInfo> device_; // absent: no USB device
};

} // namespace ansage::session
