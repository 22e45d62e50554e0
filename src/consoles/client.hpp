// SPDX-License-Identifier: GPL-3.0-or-later
// A console: shows what the table tells its role and sends what is typed. It decides nothing, so
// that it may die at any moment.
#pragma once

#include "base/result.hpp"
#include "table/input.hpp"

#include <filesystem>
#include <string>

namespace ansage::consoles {

struct ConsoleChoice {
    std::filesystem::path socket;
    table::ConsoleRole role{};
    std::string code;
    bool json = false; // the table's lines as they come
    bool large = false; // for eyes: few words, far apart, in large letters where the terminal can
};

// Until the table or the person ends it. A table that does not answer for a while is joined again.
// False: the table let this console go, and said why.
[[nodiscard]] base::Result<bool, base::Error> run_console(const ConsoleChoice& choice);

} // namespace ansage::consoles
