// SPDX-License-Identifier: GPL-3.0-or-later
// A board at a table in real time: moves the bytes between its port and its driver, and opens the
// port again when the cable was pulled. The game never waits for it.
#pragma once

#include "session/board_port.hpp"

#include <functional>

namespace boost::asio {
class io_context;
}

namespace ansage::session {

class PlayBoard {
public:
    // `woken` is called when there may be events. All of it happens on the thread of `context`,
    // which must outlive the board.
    struct Surroundings {
        boost::asio::io_context& context;
        std::function<base::Instant()> now;
        std::function<void()> woken;
    };

    // A stream that is not open: the board is not there yet, and is waited for.
    PlayBoard(BoardPort port, devices::Stream stream, Surroundings surroundings);
    PlayBoard(const PlayBoard&) = delete;
    PlayBoard& operator=(const PlayBoard&) = delete;
    ~PlayBoard();

    // Greets the board.
    void start();
    void on_time(base::Instant now);
    [[nodiscard]] std::optional<base::Instant> next_deadline() const;
    [[nodiscard]] std::vector<devices::SensorEvent> take_events();
    // False: its line is gone, or not there yet.
    [[nodiscard]] bool is_open() const;
    // What it is told is sent by the next on_time().
    [[nodiscard]] devices::Driver& driver();
    // What is wrong with the device or its line, each thing once, for the person who set it up.
    [[nodiscard]] std::optional<base::Error> take_problem();

private:
    class Contents;

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::session
