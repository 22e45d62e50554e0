// SPDX-License-Identifier: GPL-3.0-or-later
// profiles/time/*.toml: time controls that are chosen by number.
#pragma once

#include "base/result.hpp"
#include "clock/time_control.hpp"
#include "profiles/document.hpp"

#include <string>

namespace ansage::profiles {

struct TimePreset {
    unsigned number = 0; // from 1
    std::string spec; // as it is written after --time
    clock::TimeControl control;
};

[[nodiscard]] base::Result<TimePreset, base::Error> load_time(const Document& document);

} // namespace ansage::profiles
