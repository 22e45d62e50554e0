// SPDX-License-Identifier: GPL-3.0-or-later
#include "games.hpp"

#include "base/encoding.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <fstream>
#include <iterator>

namespace ansage::scoresheet {

std::string read_games_file(const std::string& name) {
    std::ifstream file{tests::root() + "/tests/data/games/" + name, std::ios::binary};
    INFO(name);
    REQUIRE(file.good());
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::vector<PgnGame> read_games(const std::string& name) {
    const std::string text = base::decode(read_games_file(name)).text;
    PgnReader reader{text, name};
    std::vector<PgnGame> games;
    while (auto game = reader.next()) games.push_back(std::move(*game));
    return games;
}

} // namespace ansage::scoresheet
