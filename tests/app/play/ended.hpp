// SPDX-License-Identifier: GPL-3.0-or-later
// A command of the program that is run to its end, and what it printed.
#pragma once

#include "support/folder.hpp"
#include "support/process.hpp"

#include <string>
#include <vector>

namespace ansage::tests {

using Words = std::vector<std::string>;

struct Ended {
    int code = 0;
    Words lines;
    std::string errors;
};

// The program, and these words behind it.
[[nodiscard]] Words command_line(const Words& words);
// Nobody writes to it.
Ended run(const Words& words, const Folder& folder);

[[nodiscard]] bool is_one_line(const std::string& text);
[[nodiscard]] bool holds(const Words& lines, const std::string& part);

} // namespace ansage::tests
