// SPDX-License-Identifier: GPL-3.0-or-later
// The languages of a table's listeners, as an option gives them.
#pragma once

#include "base/result.hpp"
#include "terminal/options.hpp"
#include "wording/wording.hpp"

#include <string>

namespace ansage::acts {

// --language of a table, as its @language line has it: one for all, or "white=de,black=en".
[[nodiscard]] std::string listeners_languages(const std::string& given);

// ... and the arbiter's among them, who is at the terminal.
[[nodiscard]] base::Result<std::string, base::Error>
arbiters_language_given(const terminal::Arguments& given, const wording::Wording& wording);

// --language, else the locale's.
[[nodiscard]] std::string language_or_locale(const terminal::Arguments& given);

} // namespace ansage::acts
