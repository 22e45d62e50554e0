// SPDX-License-Identifier: GPL-3.0-or-later
// A terminal of the test's own, and a program that sits at it. No wait is without a limit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>
#include <termios.h>
#include <vector>

namespace ansage::tests {

class PseudoTerminal {
public:
    PseudoTerminal();
    PseudoTerminal(const PseudoTerminal&) = delete;
    PseudoTerminal& operator=(const PseudoTerminal&) = delete;
    PseudoTerminal(PseudoTerminal&&) = delete;
    PseudoTerminal& operator=(PseudoTerminal&&) = delete;
    ~PseudoTerminal();

    // What a program has as its terminal.
    [[nodiscard]] int descriptor() const { return slave_; }

    void type(const std::string& keys) const;
    // Everything that was printed since the test began, up to these words; false if they did not
    // come.
    [[nodiscard]] bool await(const std::string& words);

    [[nodiscard]] const std::string& printed() const { return printed_; }

    // From now on only what comes later is awaited.
    void forget() { printed_.clear(); }

    // Ctrl-S and Ctrl-Q.
    void stop() const;
    void go_on() const;

    [[nodiscard]] termios mode() const;
    // Every key is read at once.
    [[nodiscard]] bool is_raw() const;
    [[nodiscard]] bool awaits_raw() const;
    // O_NONBLOCK, which everybody who has this terminal shares.
    [[nodiscard]] bool is_non_blocking() const;

    // Whether something was printed within that time.
    [[nodiscard]] bool read_some(int milliseconds);

private:
    int master_ = -1;
    int slave_ = -1;
    std::string printed_;
};

[[nodiscard]] bool is_same(const termios& one, const termios& other);

// A program whose input, output and errors are that terminal.
class ProgramAtTerminal {
public:
    // Of whom the terminal is: a shell needs it for its jobs.
    enum class Controls : std::uint8_t { nobody, program };

    ProgramAtTerminal(
        const PseudoTerminal& terminal,
        const std::vector<std::string>& arguments,
        const std::string& home,
        Controls controls = Controls::nobody
    );
    ProgramAtTerminal(const ProgramAtTerminal&) = delete;
    ProgramAtTerminal& operator=(const ProgramAtTerminal&) = delete;
    ProgramAtTerminal(ProgramAtTerminal&&) = delete;
    ProgramAtTerminal& operator=(ProgramAtTerminal&&) = delete;
    ~ProgramAtTerminal();

    void send(int signal) const;
    // The status of waitpid(); absent if it did not end within the limit. Its output is read
    // meanwhile.
    [[nodiscard]] std::optional<int> wait(PseudoTerminal& terminal);

private:
    pid_t child_ = -1;
};

} // namespace ansage::tests
