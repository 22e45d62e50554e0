// SPDX-License-Identifier: GPL-3.0-or-later
// The arbiters' page, as the broker serves it: files as they are, and the words of every language.
#pragma once

#include "hall/setup.hpp"
#include "wording/wording.hpp"

namespace ansage::hall {

// Into the plan's folder. `data` is the --data option, empty if not given.
[[nodiscard]] base::Result<void, base::Error>
write_page(const Plan& plan, const std::string& data, const wording::Wording& wording);

} // namespace ansage::hall
