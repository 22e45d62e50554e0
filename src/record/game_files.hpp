// SPDX-License-Identifier: GPL-3.0-or-later
// Where games lie, and what is written beside them.
#pragma once

#include "base/result.hpp"
#include "scoresheet/pgn.hpp"
#include "table/model/state.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace ansage::record {

// ~/.local/share/ansage/games (XDG_DATA_HOME).
std::filesystem::path games_directory();

// Kept games that others could read, from before files were made private, and their folder: from
// now on nobody else can. Tells of it once, if there were any.
std::optional<std::string> keep_games_private();

// Where a new journal goes: the file of --journal; one named after the time of day in the folder of
// --journal, or in games_directory(). Makes the folder.
[[nodiscard]] base::Result<std::filesystem::path, base::Error>
new_journal_path(const std::optional<std::string>& given, const std::string& prefix);

// A journal named on the command line; `last` is the newest of games_directory().
[[nodiscard]] base::Result<std::filesystem::path, base::Error> find_journal(const std::string& name
);

// The game as the table's record has it. What is remarked of an illegal move that stands is
// score.illegal_stands in the reader's language.
scoresheet::PgnGame scoresheet_of(const table::State& state, const std::string& illegal_stands);

// For a journal: the program's version, the wall clock, this boot.
struct Stamp {
    base::Millis wall_clock{0};
    std::string boot_id;
};

Stamp stamp_now();

} // namespace ansage::record
