// SPDX-License-Identifier: GPL-3.0-or-later
// devices/ears.toml: through what each person hears, and how.
#pragma once

#include "base/result.hpp"
#include "profiles/document.hpp"
#include "speech/ears.hpp"

#include <string>

namespace ansage::profiles {

// A table for each audience that hears: [room], [ear-white] ...
[[nodiscard]] base::Result<speech::Ears, base::Error> load_ears(const Document& document);

// The same, to be read again.
std::string to_toml(const speech::Ears& ears);

} // namespace ansage::profiles
