// SPDX-License-Identifier: GPL-3.0-or-later
// ansage profiles missing [LANGUAGE]: what is still said in English.
#pragma once

#include "terminal/command.hpp"

namespace ansage::app {

// A count for each language; of one that is named also the sentences. The exit code says whether
// any is missing.
terminal::Answer tell_missing(const terminal::Arguments& arguments);

} // namespace ansage::app
