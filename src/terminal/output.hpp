// SPDX-License-Identifier: GPL-3.0-or-later
// What goes to stdout and stderr, so that a reader who stops reading (Ctrl-S, `| less`) holds up
// nobody but himself.
#pragma once

#include "base/instant.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ansage::terminal {

// Lines in the order in which they come, written by a thread of its own. May be used from several
// threads. Neither the descriptors nor what the program does about SIGPIPE are changed.
class Output {
public:
    // What happens to a line for which there is no room: at a table in real time it is lost, for
    // the table goes on; where time is made, whoever hands it in waits.
    enum class When : std::uint8_t { loses_lines, holds_back };

    // What tells a reader who reads again how many lines he lost; called on the writing thread.
    using Lost = std::function<std::string(std::uint64_t)>;

    struct Limits {
        std::size_t lines = 10'000;
        std::size_t bytes = 4'000'000;
    };

    struct Places {
        int out = STDOUT_FILENO;
        int error = STDERR_FILENO;
    };

    Output(When when, Lost lost)
        : Output(when, std::move(lost), Places{}, Limits{}) {}

    Output(When when, Lost lost, Places places, Limits limits);
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    // What has not been written yet is not waited for: close() does that.
    ~Output();

    // A line without its end.
    void push(std::string line);
    void push_error(std::string line);

    // Until close() whatever the program prints with print_line() and print_notice() goes here. One
    // output at a time.
    void carry_all();

    // The first error of writing to stdout; nothing more is written there then. EPIPE: its reader
    // went away.
    std::optional<std::error_code> problem() const;

    // Nothing more is taken; what waits is written, but for no longer than this. False: not all of
    // it was written.
    bool close(base::Millis limit);

private:
    struct State;
    class Thread;

    std::shared_ptr<State> state_;
    std::unique_ptr<Thread> thread_;
};

// A line on stdout, at once, or in its turn where an Output carries all; without its end.
void print_line(const std::string& line);
// A sentence on stderr, likewise, such as that a device is back. Whoever has no stderr any more is
// told nothing, and the program goes on.
void print_notice(const std::string& sentence);

} // namespace ansage::terminal
