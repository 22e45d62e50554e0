// SPDX-License-Identifier: GPL-3.0-or-later
// A console: shows what the table tells its role and sends what is typed. It decides nothing, so
// that it may die at any moment.
#pragma once

#include "base/result.hpp"
#include "table/model/input.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace ansage::consoles {

struct ConsoleChoice {
    std::filesystem::path socket;
    table::ConsoleRole role{};
    std::string code;
    // Who sits at the same keyboard: "1 " before a line is White's, "2 " Black's.
    std::optional<table::ConsoleRole> other;
    bool is_window = false; // the terminal at which the table was opened, and closes
    bool enter_presses = false; // a move alone announces and presses, from the start
    bool json = false; // the table's lines as they come
    bool large = false; // for eyes: few words, far apart, in large letters where the terminal can
    bool is_watcher = false; // of a demo, instead of a role
};

// Until the table or the person ends it. A table that does not answer for a while is joined again.
// False: the table let this console go, and said why.
[[nodiscard]] base::Result<bool, base::Error> run_console(const ConsoleChoice& choice);

} // namespace ansage::consoles
