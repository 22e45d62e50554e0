// SPDX-License-Identifier: GPL-3.0-or-later
// A text as a JSON string.
#pragma once

#include <string>
#include <string_view>

namespace ansage::journal {

// Appends `text` in quotation marks, escaped. Bytes that are not UTF-8 become U+FFFD, so that the
// result is JSON whatever somebody typed.
void append_json_text(std::string& out, std::string_view text);

} // namespace ansage::journal
