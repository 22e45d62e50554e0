// SPDX-License-Identifier: GPL-3.0-or-later
// The time controls that are chosen by number, and how any time control is said.
#pragma once

#include "base/result.hpp"
#include "profiles/time.hpp"
#include "wording/catalogue.hpp"

#include <string>
#include <vector>

namespace ansage::app {

// Those of profiles/time, the user's own included, by number. `data` is the --data option.
[[nodiscard]] base::Result<std::vector<profiles::TimePreset>, base::Error>
load_presets(const std::string& data);

const profiles::TimePreset*
find_preset(const std::vector<profiles::TimePreset>& presets, unsigned number);

// "40 moves in 90 minutes with 30 seconds a move, then 30 minutes with 30 seconds a move"
std::string words_of(const clock::TimeControl& control, const wording::Catalogue& catalogue);

// "Preset 11: 15 minutes with 10 seconds a move."
std::string words_of(const profiles::TimePreset& preset, const wording::Catalogue& catalogue);

} // namespace ansage::app
