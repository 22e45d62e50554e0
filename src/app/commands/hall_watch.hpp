// SPDX-License-Identifier: GPL-3.0-or-later
// The arbiters' list in a terminal: ansage hall watch.
#pragma once

#include "terminal/options.hpp"

namespace ansage::app {

[[nodiscard]] terminal::Options hall_watch_options();
int run_hall_watch(const terminal::Arguments& given);

} // namespace ansage::app
