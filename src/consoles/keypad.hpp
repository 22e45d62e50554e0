// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a console as buttons, for whoever sits at a page without a keyboard.
#pragma once

#include "consoles/view.hpp"

#include <string>
#include <vector>

namespace ansage::consoles {

struct Key {
    std::string id; // "clocks", for programs
    std::string text; // of the button, in the language of whoever sits there
    std::string typed; // "c"; the same in every language
    bool is_begun = false; // a line that a square, a piece or a move completes: "s "
};

// Those that `?` teaches this role, in the same order. Like what it teaches, they stay the same as
// long as the game is played.
[[nodiscard]] std::vector<Key>
keys_of(table::ConsoleRole role, const table::State& state, const ConsoleView& view);

} // namespace ansage::consoles
