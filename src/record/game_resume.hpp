// SPDX-License-Identifier: GPL-3.0-or-later
// A stored game, so that it can be gone on with or looked at.
#pragma once

#include "acts/table_setup.hpp"
#include "journal/journal.hpp"
#include "table/model/state.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace ansage::record {

// For a journal: the program's version, the wall clock, this boot; `at` is the table's time.
journal::Session session_now(base::Instant at);

// A journal as it is read, with what its table needs.
struct StoredGame {
    journal::Journal journal;
    acts::TableKit kit;
};

// `data` is the --data option, empty if not given.
[[nodiscard]] base::Result<StoredGame, base::Error> open_game(
    const std::filesystem::path& path,
    const std::string& data,
    journal::Extent extent = journal::Extent::whole
);

struct ResumedGame {
    journal::Journal journal;
    journal::Header header;
    acts::TableKit kit;
    table::State state;
    base::Instant begin; // of the last thing stored: the table's time goes on from there
    // Since then, by the wall clock; absent if the clock was set back.
    std::optional<base::Millis> gap;
    // What was committed and is not there any more, where it went on all the same; or that nobody
    // can know whether something is missing.
    std::optional<base::Error> missing;
};

// Opens the journal for going on, and rebuilds its table from the stored events. `data` is the
// --data option, empty if not given. A game that is not whole is refused, but for one of which only
// the end is missing, where that is wanted.
[[nodiscard]] base::Result<ResumedGame, base::Error> resume_game(
    const std::filesystem::path& path,
    const std::string& data,
    journal::Extent extent = journal::Extent::whole
);

} // namespace ansage::record
