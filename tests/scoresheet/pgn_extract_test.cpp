// SPDX-License-Identifier: GPL-3.0-or-later
// pgn-extract, an independent reader, finds the same moves in what we write as in what we have
// read.
#include "games.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <unistd.h>

namespace ansage::scoresheet {
namespace {

const std::string program = "/usr/games/pgn-extract";

// The moves in UCI, a line a game, among other lines.
std::string extract(const std::filesystem::path& file) {
    const std::string command =
        program + " -s -Wuci -w100000 --notags --nocomments " + file.string() + " 2>/dev/null";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe{popen(command.c_str(), "r"), pclose};
    REQUIRE(pipe != nullptr);
    std::string text;
    std::array<char, 65536> buffer{};
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe.get()))
        text.append(buffer.data(), size);
    return text;
}

// Without the lines that name files and players.
std::string moves_of(const std::string& text) {
    std::string moves;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string line = text.substr(start, end - start);
        const bool is_moves =
            line.size() > 3 && line[0] >= 'a' && line[0] <= 'h' && line[1] >= '1' && line[1] <= '8';
        moves += is_moves ? line + "\n" : "";
        start = end + 1;
    }
    return moves;
}

} // namespace

TEST_CASE("pgn-extract reads the same moves from the written games as from their originals") {
    REQUIRE(std::filesystem::exists(program));
    const auto name =
        GENERATE(as<std::string>{}, "rare-events.pgn", "chess960-selfplay.pgn", "with-clocks.pgn");
    INFO(name);
    const std::vector<PgnGame> games = read_games(name);
    const auto written = std::filesystem::temp_directory_path() /
        ("ansage-written-" + std::to_string(getpid()) + name);
    std::ofstream file{written, std::ios::binary};
    for (const PgnGame& game : games) file << to_pgn(game);
    file.close();
    const std::string moves = moves_of(extract(written));
    std::filesystem::remove(written);
    const auto has_moves = [](const PgnGame& game) { return !game.moves.empty(); };
    CHECK(
        std::count(moves.begin(), moves.end(), '\n') ==
        std::count_if(games.begin(), games.end(), has_moves)
    );
    CHECK((moves == moves_of(extract(tests::root() + "/tests/data/games/" + name))));
}

} // namespace ansage::scoresheet
