// SPDX-License-Identifier: GPL-3.0-or-later
// The options by which a table is told of a hall.
#pragma once

#include "hall/participant.hpp"
#include "terminal/options.hpp"

#include <optional>

namespace ansage::hall {

// Absent where no hall was given: then nothing is connected.
[[nodiscard]] base::Result<std::optional<Reports>, base::Error>
reports_given(const terminal::Arguments& given);

} // namespace ansage::hall
