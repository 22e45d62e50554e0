// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison of scores for people and for programs.
#pragma once

#include "laws/edition.hpp"
#include "table/disputes/boards_ruling.hpp"
#include "telling/table_words.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::arbiter {

// Who reads it, and whose Laws it cites.
struct RulingReader {
    const telling::TableWords& words;
    const laws::Edition& edition;
    std::string language;
};

// How each score was kept, by table::kind_name, each kind once; empty where nobody told.
using ScoreKinds = table::PerColor<std::vector<std::string>>;

// At most three, for whoever has no time: what was found, the ruling with the hands that it takes,
// and the clocks.
std::vector<std::string>
first_lines(const table::Comparison& comparison, const RulingReader& reader);

// Everything, one fact a line, key word first: for ears and braille.
std::vector<std::string>
to_lines(const table::Comparison& comparison, const ScoreKinds& kinds, const RulingReader& reader);

// One object; docs/arbiter.md names the keys. `game` is its number in a file of several.
std::string to_json(
    const table::Comparison& comparison,
    const ScoreKinds& kinds,
    const laws::Edition& edition,
    std::optional<std::size_t> game
);

} // namespace ansage::arbiter
