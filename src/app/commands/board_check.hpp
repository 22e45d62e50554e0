// SPDX-License-Identifier: GPL-3.0-or-later
// ansage board check: which board answers, and whether it does what it should.
#pragma once

#include "terminal/options.hpp"

namespace ansage::app {

// The exit code.
int check_board(const terminal::Arguments& arguments);

} // namespace ansage::app
