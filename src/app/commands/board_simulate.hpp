// SPDX-License-Identifier: GPL-3.0-or-later
// ansage board simulate: a board on a port of its own.
#pragma once

#include "terminal/options.hpp"

namespace ansage::app {

// Plays a simulated board by the lines of the standard input until they end; the exit code.
int simulate_board(const terminal::Arguments& arguments);

} // namespace ansage::app
