// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a table of `ansage play`: of its set-up, too, where that is asked for by ear.
#pragma once

#include "app/commands/play_open.hpp"
#include "app/commands/table_output.hpp"
#include "consoles/setup_server.hpp"
#include "gateway/keeper.hpp"
#include "session/live_table.hpp"
#include "telling/table_words.hpp"
#include "terminal/options.hpp"

#include <memory>
#include <optional>
#include <string>

namespace ansage::app {

// What was given, else what a game that is gone on with was opened with. In a tournament it may not
// be more than that: both players were told when the game began.
[[nodiscard]] base::Result<table::Pages, base::Error>
pages_wanted(const OpenedTable& opened, const terminal::Arguments& given);

// The code of a role on the network, for whoever set the table up; never said in the room.
void tell_role_code(
    table::ConsoleRole role,
    const std::string& code,
    const TableOutput& output,
    const wording::Catalogue& in
);

// Of one table, before it is open and while it is played.
class TablePage {
public:
    TablePage();
    TablePage(const TablePage&) = delete;
    TablePage& operator=(const TablePage&) = delete;
    TablePage(TablePage&&) = delete;
    TablePage& operator=(TablePage&&) = delete;
    ~TablePage();

    // Before there is a table, in that language. Where no page can be served it is told in a line,
    // and set-up goes on at the terminal.
    void open_for_setup(
        table::Pages wanted, const wording::Catalogue& in, const terminal::Arguments& given
    );

    // Null: set-up has no page.
    [[nodiscard]] consoles::SetupServer* setup() const { return setup_.get(); }

    // Whoever set the table up did it on the page, and may have his place there, for a page is
    // accepted.
    [[nodiscard]] bool is_players(table::Pages accepted) const;

    // What a table is opened with that goes on where set-up was.
    struct Place {
        std::optional<consoles::ConsolePlace> held;
        std::optional<consoles::Entry::Seated> seated; // on the network
    };

    // Set-up is over. `seat`: of whoever set the table up on the page; absent: he says it there.
    [[nodiscard]] Place end_setup(table::Pages accepted, std::optional<table::ConsoleRole> seat);

    // Of an open table, if a page is wanted and it has none yet; on the network, how others come to
    // it is printed.
    void serve(
        session::LiveTable& table,
        table::Pages pages,
        const terminal::Arguments& given,
        const TableOutput& output,
        const wording::Catalogue& in
    );

    // Before the table goes.
    void close();

private:
    // Between the thread that looks after the gateway and the table.
    struct News;

    [[nodiscard]] bool
    keep(const std::string& name, const std::string& language, const terminal::Arguments& given);

    table::Pages served_ = table::Pages::none;
    std::shared_ptr<News> news_;
    std::unique_ptr<consoles::SetupServer> setup_;
    std::unique_ptr<gateway::Keeper> keeper_;
};

} // namespace ansage::app
