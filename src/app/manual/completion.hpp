// SPDX-License-Identifier: GPL-3.0-or-later
// What a shell offers after the Tab key: commands, actions, options, and the values that are known.
#pragma once

#include "app/manual/manual.hpp"

namespace ansage::app {

// In single quotes of sh, bash and zsh.
[[nodiscard]] std::string shell_quoted(std::string_view text);

[[nodiscard]] std::string bash_completion(const Manual& manual);
[[nodiscard]] std::string zsh_completion(const Manual& manual);
[[nodiscard]] std::string fish_completion(const Manual& manual);

} // namespace ansage::app
