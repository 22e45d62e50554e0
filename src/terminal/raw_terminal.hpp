// SPDX-License-Identifier: GPL-3.0-or-later
// A terminal in which every key is read at once.
#pragma once

#include <cstdint>
#include <optional>
#include <termios.h>

namespace ansage::terminal {

// Without an echo; as before when this is gone, while the program is stopped, and also when a
// signal or a failed check ends the program first. What is no terminal stays as it is. The
// descriptor must outlive it.
class RawTerminal {
public:
    // Ctrl-C is a signal, or, where nobody handles it and the terminal would stay raw, a key.
    enum class Interrupt : std::uint8_t { signal, key };

    RawTerminal(int descriptor, Interrupt interrupt);
    RawTerminal(const RawTerminal&) = delete;
    RawTerminal& operator=(const RawTerminal&) = delete;
    ~RawTerminal();

    bool is_raw() const { return before_.has_value(); }

private:
    int descriptor_;
    std::optional<termios> before_;
    bool is_outermost_ = false;
};

// When a signal ends the program, this is done first; it must be safe in a signal's handler.
void before_ending_by_signal(void (*act)() noexcept);

// As it was before anything made it raw; safe in a signal's handler.
void give_back_terminal() noexcept;

// As whoever reads keys here wants it; safe likewise. Nothing while the program is in the
// background.
void take_back_terminal() noexcept;

} // namespace ansage::terminal
