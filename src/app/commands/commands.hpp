// SPDX-License-Identifier: GPL-3.0-or-later
// The commands: one file each, one table (commands.cpp).
#pragma once

#include "terminal/command.hpp"
#include "terminal/options.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

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
int run_hall(std::span<const std::string> arguments);

// What each takes, in the same file; play_options() is in play_settings.hpp.
terminal::Options clock_options();
terminal::Options say_options();
terminal::Options parse_options();
terminal::Options position_options();
terminal::Options demo_options();
terminal::Options doctor_options();
terminal::Options join_options();
terminal::Options replay_options();
terminal::Options run_options();
terminal::Options score_options();
terminal::Options board_options();
terminal::Options profiles_options();
std::vector<terminal::Options> arbiter_options();
std::vector<terminal::Options> hall_options();

// Of --speed, which demo and hall demo have; absent: max, as fast as it goes.
[[nodiscard]] base::Result<std::optional<double>, base::Error> parse_speed(const std::string& text);

// "help [COMMAND|PERSON]", which is no row of the table above: it tells of the table.
int run_help(std::span<const std::string> arguments);
terminal::Options help_options();

} // namespace ansage::app
