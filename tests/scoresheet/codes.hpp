// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped braille codes.
#pragma once

#include "scoresheet/braille.hpp"

#include <string>
#include <vector>

namespace ansage::scoresheet {

// The names in profiles/braille, sorted.
[[nodiscard]] std::vector<std::string> code_names();

// Fails the test if there is no such code, or if it cannot be loaded.
[[nodiscard]] Braille open_code(const std::string& name);

} // namespace ansage::scoresheet
