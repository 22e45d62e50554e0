// SPDX-License-Identifier: GPL-3.0-or-later
// The character set of PGN and of other files of old.
#pragma once

#include <string>

namespace ansage::scoresheet {

// The text itself if it is UTF-8; else what it says in ISO 8859-1, the character set of the PGN
// standard, as UTF-8. Whatever a file holds, what comes out of the reader is UTF-8.
std::string to_utf8(std::string text);

} // namespace ansage::scoresheet
