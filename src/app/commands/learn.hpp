// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "terminal/options.hpp"

#include <span>
#include <string>

namespace ansage::app {

[[nodiscard]] terminal::Options learn_options();
int run_learn(std::span<const std::string> arguments);

} // namespace ansage::app
