// SPDX-License-Identifier: GPL-3.0-or-later
// Typed lines out of bytes that come bit by bit, from whatever program or file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::terminal {

// As base::decode() takes whole texts: a line ends with LF, CR LF or CR, and is UTF-8 or
// Windows-1252; what begins like UTF-16 is that. Of a line that is longer than anybody types
// (longest_typed_line), the beginning.
class LinesOfBytes {
public:
    // The lines that end in these bytes.
    [[nodiscard]] std::vector<std::string> take(std::string_view bytes);

    // Of a line that has no end yet there is something.
    bool has_begun() const { return !line_.empty() || !first_.empty(); }

    // As much of it as there is.
    [[nodiscard]] std::string take_rest();

private:
    enum class Width : std::uint8_t { unknown, bytes, little_endian, big_endian };

    void add(char byte, std::vector<std::string>& lines);
    // False: it takes one more.
    [[nodiscard]] bool find_width();
    void add_letter(std::string_view bytes, char letter, std::vector<std::string>& lines);

    std::string first_; // bytes of all, until the width of its letters is known
    Width width_ = Width::unknown;
    std::optional<char> half_; // of a letter of two bytes
    std::string line_;
    bool follows_return_ = false;
};

} // namespace ansage::terminal
