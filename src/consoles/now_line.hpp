// SPDX-License-Identifier: GPL-3.0-or-later
// How a table stands for one person, for a page that draws it: a `now` line (docs/consoles.md).
#pragma once

#include "consoles/due.hpp"

#include <cstdint>
#include <string>

namespace ansage::consoles {

// Of the lines that a page is sent. Another one when a key changes its meaning, or goes.
inline constexpr unsigned page_version = 1;

struct NowLine {
    std::string text; // without its end
    // The same as long as nothing but time passes: two lines with one of it look alike.
    std::string looks;
};

// The same by the table's clock and by the machine's.
struct Moment {
    base::Instant now;
    base::Millis wall_clock{0}; // since 1970
};

// What the state does not tell.
struct Beside {
    Asked asked;
    table::PerColor<chess::SquareSet> wrong; // on each board, as wrong_squares() has it
};

// Only the arbiter's has both boards, the witnesses and what is open (6.12).
// What the role may not know is null: a spectator's clocks (6.12), in a tournament a player's board
// (11.3.1).
[[nodiscard]] NowLine now_line(
    table::ConsoleRole role,
    const table::State& state,
    const ConsoleView& view,
    const Beside& beside,
    const Moment& moment
);

} // namespace ansage::consoles
