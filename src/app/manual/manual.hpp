// SPDX-License-Identifier: GPL-3.0-or-later
// All that is to be read about the program, from the tables of which --help is made.
#pragma once

#include "terminal/command.hpp"
#include "terminal/options.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::app {

inline constexpr std::string_view about_program =
    "chess at two boards for players who cannot see them, spoken, clocked and witnessed";

struct Manual {
    std::span<const terminal::Command> commands;
    terminal::Options help; // of "ansage help", which is in no table of commands
    std::vector<std::string> persons; // who have a page in the guide
    std::vector<std::string> languages; // in which people are spoken to
    std::string version;
};

} // namespace ansage::app
