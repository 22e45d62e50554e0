// SPDX-License-Identifier: GPL-3.0-or-later
// Pages for man(1).
#pragma once

#include "app/manual/manual.hpp"

namespace ansage::app {

// ansage(1).
std::string man_page(const Manual& manual);
// ansage-COMMAND(1).
std::string man_page(const Manual& manual, const terminal::Command& command);

} // namespace ansage::app
