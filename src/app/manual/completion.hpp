// SPDX-License-Identifier: GPL-3.0-or-later
// What a shell offers after the Tab key: commands, actions, options, and the values that are known.
#pragma once

#include "app/manual/manual.hpp"

namespace ansage::app {

// In single quotes of sh, bash and zsh.
std::string shell_quoted(std::string_view text);

std::string bash_completion(const Manual& manual);
std::string zsh_completion(const Manual& manual);
std::string fish_completion(const Manual& manual);

} // namespace ansage::app
