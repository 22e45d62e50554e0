// SPDX-License-Identifier: GPL-3.0-or-later
// What an answer of the arbiter would lead to now. It is decided on a copy of the table, as it will
// be when he gives it: nothing here knows a rule.
#pragma once

#include "consoles/picture/table_json.hpp"
#include "table/model/input.hpp"

#include <optional>

namespace ansage::consoles {

struct ClocksThen {
    ClocksPicture before;
    ClocksPicture after;
    // After it this clock shows less the longer he waits, as it does before; otherwise it is set to
    // what it shows here.
    table::PerColor<bool> is_passing;
};

struct Outlook {
    std::optional<ClocksThen> clocks; // absent: neither their times change, nor which one runs
    bool is_final = false; // the matter is closed, and that cannot be taken back
    bool ends_game = false;
    bool loses_moves = false; // that were made since the ruling that is taken back
};

// Absent: the table would refuse it.
[[nodiscard]] std::optional<Outlook>
outlook_of(const table::State& state, const table::Arbiter& act, base::Instant now);

} // namespace ansage::consoles
