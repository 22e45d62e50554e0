// SPDX-License-Identifier: GPL-3.0-or-later
// What an organiser keeps of a round: ansage hall live, fetch and catch-up.
#pragma once

#include "terminal/options.hpp"

namespace ansage::app {

[[nodiscard]] terminal::Options hall_live_options();
[[nodiscard]] terminal::Options hall_fetch_options();
[[nodiscard]] terminal::Options hall_catch_up_options();
int run_hall_live(const terminal::Arguments& given);
int run_hall_fetch(const terminal::Arguments& given);
int run_hall_catch_up(const terminal::Arguments& given);

} // namespace ansage::app
