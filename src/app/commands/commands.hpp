// SPDX-License-Identifier: GPL-3.0-or-later
// The commands: one file each, one table (commands.cpp).
#pragma once

#include "terminal/command.hpp"

#include <span>
#include <string>

namespace ansage::app {

// In the order in which --help lists them.
[[nodiscard]] std::span<const terminal::Command> commands();

// Each in the file of its name.
int run_clock(std::span<const std::string> arguments);
int run_say(std::span<const std::string> arguments);
int run_parse(std::span<const std::string> arguments);
int run_position(std::span<const std::string> arguments);
int run_demo(std::span<const std::string> arguments);
int run_doctor(std::span<const std::string> arguments);
int run_join(std::span<const std::string> arguments);
int run_play(std::span<const std::string> arguments);
int run_replay(std::span<const std::string> arguments);
int run_run(std::span<const std::string> arguments);
int run_arbiter(std::span<const std::string> arguments);
int run_score(std::span<const std::string> arguments);
int run_board(std::span<const std::string> arguments);
int run_profiles(std::span<const std::string> arguments);

} // namespace ansage::app
