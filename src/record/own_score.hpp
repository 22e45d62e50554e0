// SPDX-License-Identifier: GPL-3.0-or-later
// One player's own scoresheet for the arbiter to see (8.2): what was written, how, and when.
#pragma once

#include "record/game_record.hpp"
#include "scoresheet/notation.hpp"

#include <string>

namespace ansage::record {

// One line an entry, the move first: "12... Sf6, in braille, written 3 half-moves late".
std::string own_score_text(
    const GameRecord& record,
    chess::Color color,
    const wording::Catalogue& catalogue,
    const scoresheet::Notation& notation
);

// One JSON object in one line: of, entries with ply, text, san, kind, source, derived_from, at_ms,
// behind, corrected_from.
std::string own_score_json(const GameRecord& record, chess::Color color);

} // namespace ansage::record
