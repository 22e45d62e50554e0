// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a table that ansage play runs: which it is, who serves it, and how others come to it.
#pragma once

#include "app/commands/play_open.hpp"
#include "app/commands/table_output.hpp"
#include "gateway/keeper.hpp"
#include "session/live_table.hpp"
#include "terminal/options.hpp"
#include "wording/catalogue.hpp"

#include <memory>
#include <string>

namespace ansage::app {

// What was given, else what a game that is gone on with was opened with. In a tournament it may not
// be more than that: both players were told when the game began.
[[nodiscard]] base::Result<table::Pages, base::Error>
pages_wanted(const OpenedTable& opened, const terminal::Arguments& given);

// The table's page, kept as long as it runs; its address is printed, and on the network how others
// come to it. Null where none is wanted, or where none can be served, which is told in a line; the
// game is played all the same. `table` must outlive it.
[[nodiscard]] std::unique_ptr<gateway::Keeper> serve_page(
    session::LiveTable& table,
    table::Pages pages,
    const terminal::Arguments& given,
    const TableOutput& output,
    const wording::Catalogue& in
);

// The code of a role on the network, for whoever set the table up; never said in the room.
void tell_role_code(
    table::ConsoleRole role,
    const std::string& code,
    const TableOutput& output,
    const wording::Catalogue& in
);

} // namespace ansage::app
