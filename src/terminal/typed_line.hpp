// SPDX-License-Identifier: GPL-3.0-or-later
// A line as it is typed at a terminal in which every key is read at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ansage::terminal {

// No act is longer; what goes beyond is cut off.
inline constexpr std::size_t longest_typed_line = 4096;

// What has been typed so far, apart from any terminal. Cursor and function keys do nothing.
class TypedLine {
public:
    // What has to be echoed for a key that does not end the line.
    [[nodiscard]] std::string type(char key);

    const std::string& text() const { return text_; }

    // The line, which begins anew.
    [[nodiscard]] std::string take();

    // Ctrl-C, or Ctrl-D where nothing has been typed yet.
    bool leaves(char key) const;

    static bool is_end_of_line(char key) { return key == '\n' || key == '\r'; }

private:
    enum class Escape : std::uint8_t { none, begun, in_sequence };

    [[nodiscard]] std::string erase();
    // True of every key that belongs to the sequence that a cursor or function key sends.
    [[nodiscard]] bool is_escaped(char key);

    std::string text_;
    Escape escape_ = Escape::none;
};

// The next key, a byte at a time, so that what is typed after a line is left to others; absent at
// the end of the input.
std::optional<char> read_key(int descriptor);

} // namespace ansage::terminal
