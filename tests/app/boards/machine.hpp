// SPDX-License-Identifier: GPL-3.0-or-later
// A machine with boards of the test's own: simulated boards behind USB converters and as human
// interface devices, which the program finds, opens and loses as real ones.
#pragma once

#include "support/folder.hpp"
#include "support/process.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ansage::tests {

using Words = std::vector<std::string>;

// A board that `ansage board simulate` makes.
class Board {
public:
    Board(const Words& words, const Folder& folder);

    // The pty at which it speaks.
    [[nodiscard]] std::string port() const;

    void hand(std::initializer_list<std::string> acts) const;

    // Awaits a line of what its host let it show.
    [[nodiscard]] bool await(const std::string& start) { return process_.await(start); }

    [[nodiscard]] const std::string& last() const { return process_.last(); }

private:
    Process process_;
};

struct UsbPort {
    std::string name; // "ttyUSB0", "hidraw0"
    std::string vendor;
    std::string product;
    std::string serial;
};

class Machine {
public:
    explicit Machine(const Folder& folder);

    void plug(const UsbPort& port, const Board& board) const;
    void unplug(const std::string& name) const;

    // `ansage` with these words, on that machine.
    [[nodiscard]] std::unique_ptr<Process> start(const Words& words) const;

private:
    const Folder& folder_;
};

struct Ended {
    int code = 0;
    Words lines;
    std::string errors;
};

// To its end, without a word to it.
[[nodiscard]] Ended end_of(Process& process);

// Awaits a line that begins so; the failure shows what came instead.
void expect(Process& process, const std::string& start);

// No line says that a board's bytes have come; on a busy machine that takes seconds.
void let_board_tell();

// People take their time, and a clock shows what it did once a second.
void let_time_pass();

[[nodiscard]] bool holds(const Words& lines, const std::string& part);

} // namespace ansage::tests
