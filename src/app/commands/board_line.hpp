// SPDX-License-Identifier: GPL-3.0-or-later
// A board's driver on an open line, for the commands that look at one board.
#pragma once

#include "session/board_port.hpp"
#include "terminal/command.hpp"
#include "terminal/options.hpp"
#include "wording/wording.hpp"

#include <memory>

namespace ansage::app {

base::Instant board_now();

class BoardLine {
public:
    BoardLine(const devices::BoardRow& row, const devices::BoardOptions& options, std::string port);

    // Opens the line, again too, and greets the board.
    [[nodiscard]] base::Result<void, base::Error> open();

    bool is_open() const { return stream_.is_open(); }

    // Moves bytes both ways, for at most `longest`. After a hang-up the line is closed.
    void step(base::Millis longest);

    [[nodiscard]] devices::Driver& driver() { return *driver_; }

    const devices::BoardRow& row() const { return *row_; }

private:
    void flush_output();
    void hang_up();

    const devices::BoardRow* row_;
    std::string port_;
    std::unique_ptr<devices::Driver> driver_;
    devices::Stream stream_;
};

// The board that answers on a port, asked in the manner of each board in turn; one that is named is
// asked in its own. Null: none that is known answers. An error: the port is not there.
[[nodiscard]] base::Result<std::unique_ptr<BoardLine>, base::Error>
recognise_board(const devices::NamedBoard& named);

// ansage board check: which board answers, and whether it does what it should.
terminal::Answer check_board(const terminal::Arguments& arguments);
// ansage board simulate: plays a simulated board by the lines of the standard input.
terminal::Answer simulate_board(const terminal::Arguments& arguments);

} // namespace ansage::app
