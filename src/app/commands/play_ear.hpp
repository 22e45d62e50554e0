// SPDX-License-Identifier: GPL-3.0-or-later
// The ear of a table that listens (docs/hearing.md).
#pragma once

#include "acts/table_setup.hpp"
#include "base/result.hpp"
#include "listening/ear.hpp"
#include "terminal/options.hpp"

#include <memory>
#include <string>

namespace ansage::app {

// `microphone`, here and below: a device, "default", or empty: not asked for. What is refused
// before anybody is asked: a tournament, and consent where no microphone is named.
[[nodiscard]] base::Result<void, base::Error> check_hearing_given(
    const terminal::Arguments& given, const std::string& microphone, table::Mode mode
);

// Null where no microphone is asked for, or, with one sentence on standard error, where the model
// is not installed: the table opens all the same. `consents`: who may be heard. Errors: nobody may,
// words that cannot be heard.
[[nodiscard]] base::Result<std::unique_ptr<listening::Ear>, base::Error> open_ear(
    const std::string& microphone, const acts::TableKit& kit, const table::PerColor<bool>& consents
);

} // namespace ansage::app
