// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped vocabulary, and rows of test data.
#pragma once

#include "chess/position.hpp"
#include "phonetics/lexicon.hpp"
#include "phonetics/vocabulary.hpp"

#include <string>
#include <vector>

namespace ansage::phonetics::test {

[[nodiscard]] const Vocabulary& fide();
[[nodiscard]] const Lexicon& fide_lexicon();

struct Row {
    std::string where; // file:line
    std::vector<std::string> fields;
};

// The lines of tests/data/phonetics/NAME without comments, split at tabs.
[[nodiscard]] std::vector<Row> rows(const std::string& name);

// "start" is the start position.
[[nodiscard]] chess::Position position_of(const std::string& fen);

// A uci move, or the name of the error.
[[nodiscard]] std::string
outcome(const chess::Position& position, const base::Result<chess::Move, chess::MoveError>& move);

// Every position of `games` random games of at most `plies` plies, the first from the start
// position, the others from Chess960 ones; the same at every call.
[[nodiscard]] std::vector<chess::Position> random_positions(unsigned games, unsigned plies);

} // namespace ansage::phonetics::test
