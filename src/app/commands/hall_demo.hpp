// SPDX-License-Identifier: GPL-3.0-or-later
// ansage hall serve, and ansage hall demo: a hall on this machine, with tables of demo people.
#pragma once

#include "terminal/options.hpp"

namespace ansage::app {

[[nodiscard]] terminal::Options hall_demo_options();
[[nodiscard]] terminal::Options hall_serve_options();
int run_hall_serve(const terminal::Arguments& given);
int run_hall_demo(const terminal::Arguments& given);

} // namespace ansage::app
