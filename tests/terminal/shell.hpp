// SPDX-License-Identifier: GPL-3.0-or-later
// A shell with job control, in which a program is started, stopped and gone on with.
#pragma once

#include "pseudo_terminal.hpp"

#include <string>

namespace ansage::tests {

// Without a line editor of its own, which would set the terminal right for others.
class Shell {
public:
    static constexpr const char* prompt = "shell> ";

    explicit Shell(const std::string& home);

    [[nodiscard]] bool is_there() const { return is_there_; }

    // From then on only what comes later is awaited.
    void type(const std::string& keys);
    [[nodiscard]] bool await(const std::string& words);
    // Ctrl-Z: the job was stopped, and the terminal is the shell's as it was.
    [[nodiscard]] bool stops();
    // `fg`: the job is in front again, and has said a line or more.
    [[nodiscard]] bool goes_on();
    // The shell asks for a command, and the terminal is as it was.
    [[nodiscard]] bool has_ended();

    [[nodiscard]] PseudoTerminal& terminal() { return terminal_; }

private:
    PseudoTerminal terminal_;
    ProgramAtTerminal shell_;
    bool is_there_ = false;
    termios mode_{};
};

} // namespace ansage::tests
