// A board on a port: what the command line calls it, its line, and the driver that speaks its
// protocol.
#pragma once

#include "base/result.hpp"
#include "devices/board/board.hpp"
#include "devices/transport/stream.hpp"
#include "table/seat.hpp"

#include <memory>
#include <optional>
#include <string>

namespace ansage::session {

enum class BoardProtocol : std::uint8_t { peg, dgt };

// "peg:/dev/ttyACM0", "dgt:/dev/ttyUSB0", "tcp:HOST:PORT", or a path alone.
struct BoardPort {
    BoardProtocol protocol{};
    std::string port; // "/dev/ttyACM0", "tcp:HOST:PORT"
    std::string text; // as it was given
};

// Without a protocol's name the seat decides: a sighted player's identity board is a DGT, any other
// a peg board.
[[nodiscard]] BoardPort read_board_port(const std::string& text, const table::Seat& seat);

// What the text says of its protocol.
[[nodiscard]] std::optional<BoardProtocol> named_protocol(const std::string& text);

// A serial port, a pty (also under another name) or tcp:HOST:PORT. A TCP port may take until
// `limit` to answer. An error means that the port is not there.
[[nodiscard]] base::Result<devices::Stream, base::Error>
open_stream(const std::string& port, int baud, base::Millis limit);

[[nodiscard]] base::Result<devices::Stream, base::Error>
open_stream(const BoardPort& port, base::Millis limit);

[[nodiscard]] std::unique_ptr<devices::Driver> make_driver(BoardProtocol protocol);

} // namespace ansage::session
