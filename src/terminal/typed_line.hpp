// SPDX-License-Identifier: GPL-3.0-or-later
// A line as it is typed at a terminal in which every key is read at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ansage::terminal {

// No act is longer; what goes beyond is cut off.
inline constexpr std::size_t longest_typed_line = 4096;

// The bytes of what cursor and function keys send (ECMA-48, and the doubled bracket of Linux's
// console), which are no text.
class EscapeSequence {
public:
    static constexpr char begin = '\x1b';

    // True of every byte that belongs to one.
    [[nodiscard]] bool take(char key);

private:
    enum class At : std::uint8_t { none, begun, bracket, parameters, last };

    At at_ = At::none;
};

// What has been typed so far, apart from any terminal. Backspace takes back a letter as people see
// it, Ctrl-W a word, Ctrl-U all; cursor and function keys do nothing.
class TypedLine {
public:
    // What has to be echoed for a key that does not end the line: whole letters, of which those
    // that would move the cursor or hide something are shown by a mark.
    [[nodiscard]] std::string type(char key);

    const std::string& text() const { return text_; }

    // As it stands on the terminal.
    std::string shown() const;

    // The line, which begins anew.
    [[nodiscard]] std::string take();

    // Ctrl-C, or Ctrl-D where nothing has been typed yet.
    bool leaves(char key) const;

    static constexpr char end_key = '\x04'; // Ctrl-D

    static bool is_end_of_line(char key) { return key == '\n' || key == '\r'; }

private:
    // Erases it from that byte on.
    [[nodiscard]] std::string erase_from(std::size_t begin);
    [[nodiscard]] std::size_t begin_of_last_word() const;

    std::string text_;
    std::size_t bytes_shown_ = 0; // of that: a letter is shown when all of its bytes have come
    EscapeSequence escapes_;
};

// The next key, a byte at a time, so that what is typed after a line is left to others; absent at
// the end of the input. `gone_on` is called when the program was stopped and has the terminal
// again.
std::optional<char> read_key(int descriptor, const std::function<void()>& gone_on);

// The next key, or that something can be read from `other`, whichever comes first.
struct KeyOrOther {
    std::optional<char> key; // absent: the input has ended, or the other one came
    bool is_other = false;
};

// A negative `other` is none.
KeyOrOther read_key_or_other(int descriptor, int other, const std::function<void()>& gone_on);

} // namespace ansage::terminal
