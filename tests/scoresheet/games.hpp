// SPDX-License-Identifier: GPL-3.0-or-later
// The games of tests/data/games.
#pragma once

#include "scoresheet/pgn.hpp"

#include <string>
#include <vector>

namespace ansage::scoresheet {

// Fails the test if there is no such file.
[[nodiscard]] std::string read_games_file(const std::string& name);
[[nodiscard]] std::vector<PgnGame> read_games(const std::string& name);

} // namespace ansage::scoresheet
