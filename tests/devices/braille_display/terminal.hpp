// SPDX-License-Identifier: GPL-3.0-or-later
// A display for brltty's `tt` driver, which takes a terminal for one: the text in its first line,
// the cells as Unicode patterns in its second. It understands what curses sends to a VT100.
#pragma once

#include "base/instant.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <string>

namespace ansage::devices::braille_display {

class TerminalDisplay {
public:
    // Throws if the system gives no pseudo terminal.
    TerminalDisplay();
    TerminalDisplay(const TerminalDisplay&) = delete;
    TerminalDisplay& operator=(const TerminalDisplay&) = delete;
    TerminalDisplay(TerminalDisplay&&) = delete;
    TerminalDisplay& operator=(TerminalDisplay&&) = delete;
    ~TerminalDisplay();

    // For brltty's -d.
    [[nodiscard]] const std::string& path() const { return path_; }

    // A key as the terminal sends it: "4", "\x1bOA" for the arrow up.
    void press(const std::string& key) const;
    // Reads until the display is so; false if it was not within the limit.
    [[nodiscard]] bool
    await(const std::function<bool(const TerminalDisplay&)>& wanted, base::Millis limit);

    // Without the blanks at their ends, UTF-8.
    [[nodiscard]] std::string text() const { return line(0); }

    [[nodiscard]] std::string cells() const { return line(1); }

private:
    [[nodiscard]] bool read_some(base::Millis limit);
    void take(const std::string& bytes);
    [[nodiscard]] bool take_sequence();
    void obey(char command, std::size_t number);
    void put(char32_t letter);
    [[nodiscard]] std::string line(std::size_t row) const;

    int master_ = -1;
    int slave_ = -1; // held open, so that the line survives brltty
    std::string path_;
    std::string unread_;
    std::array<std::u32string, 24> rows_;
    std::size_t row_ = 0;
    std::size_t column_ = 0;
};

} // namespace ansage::devices::braille_display
