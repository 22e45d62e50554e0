// SPDX-License-Identifier: GPL-3.0-or-later
// What those consoles of a table are told besides that are pages: who sits there, and how the table
// stands for him (docs/consoles.md, "A page").
#pragma once

#include "consoles/connection.hpp"
#include "consoles/shares.hpp"
#include "consoles/table_pages.hpp"
#include "consoles/view.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::consoles {

class PersonPages {
public:
    // `pages`: what the arbiter accepted; where there is none a table has pages in any case.
    // `view` must outlive it.
    PersonPages(const ConsoleView& view, const table::TableSetup& setup, table::Pages pages);

    [[nodiscard]] const TablePages& offered() const { return offered_; }

    // The id of the sentence that says why no page may join; absent: it may.
    [[nodiscard]] std::optional<std::string_view> why_not(bool is_on_network) const;

    // The page had lines of this run of the table, and of no other.
    [[nodiscard]] bool is_back(const std::string& run) const { return run == run_; }

    // What does not change as long as the game is played.
    void
    add_to_welcome(ConsoleLine& line, table::ConsoleRole role, const table::State& state) const;
    // What somebody was asked, or had read back to him, stands beside the answers; what comes to
    // stand wrong on a board is marked there. `after`: the state after all of it was decided.
    void note(const table::Event& event, const table::State& after);
    // Nothing where that page looks as it did.
    void
    send_how_it_stands(ConsoleSession& session, const table::State& state, base::Instant now) const;

private:
    const ConsoleView& view_;
    table::Pages accepted_;
    TablePages offered_;
    std::string run_;
    std::array<std::string, all_roles.size()> questions_; // that were put last, by role
    table::PerColor<chess::SquareSet> wrong_; // on each board
};

} // namespace ansage::consoles
