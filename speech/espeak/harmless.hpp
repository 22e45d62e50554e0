// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ansage::speech::espeak {

// What is left of a UTF-8 text when what the library cannot be given is taken out, for the voice of
// `language`, a tag such as "de" or "nb-NO". Words that are written as that language writes them
// come back as they are. Two things make 1.51 read and write where it must not:
// - a letter that the voice does not have: it takes another voice's tables in the middle of a
//   text, and goes on reading its own, which it freed. Such letters come back as Latin ones;
// - a word without an end: suffixes pile up in a buffer. A long one is parted.
// Broken UTF-8 and control characters come back as spaces.
// Sources: valgrind over tests/long/voice.sh; espeak-ng issues 2467, 2489, 2495.
std::string harmless(std::string_view text, const std::string& language);

} // namespace ansage::speech::espeak
