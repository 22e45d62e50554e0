// SPDX-License-Identifier: GPL-3.0-or-later
// The braille codes that the players of a game read, as set-up or their seat files have them: of
// their displays, and of the sheets that are written of that game.
#pragma once

#include "base/result.hpp"
#include "journal/journal.hpp"
#include "table/model/seat.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace ansage::record {

using BrailleChoice = table::PerColor<std::optional<std::string>>; // names of profiles/braille

// For the journal's first rows.
journal::Profile profile_of(const BrailleChoice& choice);
BrailleChoice braille_chosen(const journal::Header& header);

// Whose sheet it is says which code it has; of the table's sheet, the code of the only player who
// has chosen one. Absent: nobody did, or that is no journal.
std::optional<std::string>
braille_of_game(const std::filesystem::path& game, std::optional<chess::Color> of);

} // namespace ansage::record
