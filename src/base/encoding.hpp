// SPDX-License-Identifier: GPL-3.0-or-later
// From the bytes of a file to text: the one way for every reader, whatever program saved the file.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::base {

enum class Encoding : std::uint8_t {
    utf8, // and what is only ASCII
    utf16,
    utf32,
    windows_1252, // and what is only ISO 8859-1, the character set of the PGN standard
    utf8_and_windows_1252, // each line one of them, as in files that were put together
};

// UTF-8 without byte order marks; each line ends with a line feed.
struct Decoded {
    std::string text;
    Encoding taken_for{};
};

// A byte order mark says what follows. Without one, UTF-16 has zeros at every second place; a line
// of well-formed UTF-8 is that, and any other is Windows-1252. A line ends with CR LF, LF or CR.
Decoded decode(std::string_view bytes);

// One line of a text that comes bit by bit, or a part of one: UTF-8 or Windows-1252.
std::string decode_line(std::string_view bytes);

// What to tell of a file that is no UTF-8: letters may be wrong, and who knows it saves it anew.
std::optional<Error> encoding_remark(Encoding taken_for, Phrase where);

} // namespace ansage::base
