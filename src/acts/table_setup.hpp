// SPDX-License-Identifier: GPL-3.0-or-later
// From the header lines of a table to everything that it needs: the edition of the Laws, the words,
// the catalogues, and what the journal keeps of them.
#pragma once

#include "acts/table_header.hpp"
#include "journal/journal.hpp"
#include "telling/table_words.hpp"

#include <string>

namespace ansage::acts {

struct TableKit {
    table::TableSetup setup;
    telling::TableWords words;
    journal::Header journal_header;
};

// The catalogues alone, without any profile.
[[nodiscard]] base::Result<std::shared_ptr<const wording::Wording>, base::Error>
load_wording(const std::string& data);

// Reads the profiles that the header names. `data` is the --data option, empty if not given.
[[nodiscard]] base::Result<TableKit, base::Error>
load_table(const TableHeader& header, const std::string& data);

// The same from a journal: the profiles as they were when the game began.
[[nodiscard]] base::Result<TableKit, base::Error>
load_table(const journal::Header& stored, const std::string& data, const std::string& file);

// Whether everybody's language has its sentences; English stands in where one has none.
[[nodiscard]] base::Result<void, base::Error> check_languages(const TableKit& kit);

// UCI moves, results and clocks of a table as one JSON object, the last line of `run --json`.
[[nodiscard]] std::string summary_json(const table::State& state, base::Instant now);

// The completed moves in UCI.
[[nodiscard]] std::vector<std::string> completed_moves(const table::State& state);

} // namespace ansage::acts
