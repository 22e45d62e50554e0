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

// Null where nobody is to be listened to, or, with one sentence on standard error, where the model
// is not installed: the table opens all the same. `microphone` is a device, "default" or empty: not
// asked for. Errors: a tournament, nobody's consent, words that cannot be heard.
[[nodiscard]] base::Result<std::unique_ptr<listening::Ear>, base::Error> ear_given(
    const terminal::Arguments& given, const std::string& microphone, const acts::TableKit& kit
);

} // namespace ansage::app
