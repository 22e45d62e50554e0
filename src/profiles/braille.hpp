// SPDX-License-Identifier: GPL-3.0-or-later
// profiles/braille/*.toml: how a country writes chess in braille.
#pragma once

#include "base/result.hpp"
#include "profiles/document.hpp"
#include "scoresheet/braille.hpp"

namespace ansage::profiles {

// Every piece has a letter of its own, every key is known, and the code says what of it is verified
// and what is not. Whether liblouis has the table is found out when the code is opened.
[[nodiscard]] base::Result<scoresheet::BrailleCode, base::Error>
load_braille(const Document& document);

} // namespace ansage::profiles
