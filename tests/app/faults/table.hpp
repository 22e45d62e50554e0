// SPDX-License-Identifier: GPL-3.0-or-later
// A short game at `play`, typed through a pipe while something fails, and what is left of it.
#pragma once

#include "support/folder.hpp"
#include "support/process.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ansage::tests::faults {

using Words = std::vector<std::string>;

// See shim.cpp. `act`: "kill", "slow", or the number of an errno; `many` 0: all that follow.
struct Fault {
    std::string at = "game.ansage";
    std::string act;
    long first = 1;
    long many = 0;
};

struct Sitting {
    int code = -1; // -1: killed by a signal, or hung
    Words printed; // outcomes: what the table's own words about itself are not
    std::string errors;
};

// Words before the program's own that let it run under that.
[[nodiscard]] Words under(const Fault& fault);

[[nodiscard]] std::string journal_in(const Folder& folder);
[[nodiscard]] std::string contents(const std::string& file);
[[nodiscard]] Words new_table(const Folder& folder);
[[nodiscard]] Words resumed_table(const Folder& folder);
[[nodiscard]] Words short_game(); // what is typed

// `before` comes before the program: see under().
[[nodiscard]] Sitting
sit(const Folder& folder, const Words& before, const Words& program, const Words& typed);

// How many writes, cuts and syncs of the journal there are in a sitting where nothing fails.
[[nodiscard]] long count_of_writes(const Words& typed);

// That every outcome which was printed is in the journal, which opens and verifies, and that
// whatever ended the game was said in a sentence.
void check_nothing_lost(const Folder& folder, const Sitting& sitting);
// The game goes on where nothing fails any more.
void check_goes_on(const Folder& folder);

} // namespace ansage::tests::faults
