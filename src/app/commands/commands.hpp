// SPDX-License-Identifier: GPL-3.0-or-later
// The commands: each in the file of its name, and all in one table (commands.cpp).
#pragma once

#include "terminal/command.hpp"

#include <span>

namespace ansage::app {

extern const terminal::Command demo_command;
extern const terminal::Command play_command;
extern const terminal::Command clock_command;
extern const terminal::Command join_command;
extern const terminal::Command learn_command;
extern const terminal::Command card_command;
extern const terminal::Command page_command;
extern const terminal::Command replay_command;
extern const terminal::Command say_command;
extern const terminal::Command parse_command;
extern const terminal::Command hear_command;
extern const terminal::Command position_command;
extern const terminal::Command run_command;
extern const terminal::Command arbiter_command;
extern const terminal::Command hall_command;
extern const terminal::Command score_command;
extern const terminal::Command board_command;
extern const terminal::Command doctor_command;
extern const terminal::Command profiles_command;

// In the order in which --help lists them.
std::span<const terminal::Command> commands();
// Of every command whose options may also be settings of one's own.
[[nodiscard]] std::vector<terminal::Options> options_with_settings();

const terminal::Command* find_command(std::string_view name);

// "help [COMMAND|PERSON]", which is no row of the table: it tells of the table.
extern const terminal::Command help_command;

} // namespace ansage::app
