// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/ending.hpp"
#include "laws/shipped.hpp"
#include "scoresheet/pgn.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <fstream>
#include <iterator>
#include <map>

namespace ansage::laws {
namespace {

std::string text_of_games() {
    std::ifstream file{std::filesystem::path{tests::root()} / "tests/data/games/rare-events.pgn"};
    return {std::istreambuf_iterator<char>{file}, {}};
}

// What ends the game before its record does, if anything.
std::optional<Termination> early_ending(const scoresheet::PgnGame& game, const Edition& edition) {
    auto position = game.start;
    std::vector<chess::PositionKey> keys{position.repetition_key()};
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        position.play(game.moves[ply]);
        keys.push_back(position.repetition_key());
        if (const auto found = ending(position, automatic_repetitions(keys, edition), edition))
            return ply + 1 < game.moves.size() ? std::optional{found->termination} : std::nullopt;
    }
    return std::nullopt;
}

} // namespace

TEST_CASE("Of the games with rare events the Laws of 2023 end 37 before their records do") {
    const auto edition = tests::shipped_edition("fide-2023");
    const std::string text = text_of_games();
    scoresheet::PgnReader reader{text, "rare-events.pgn"};
    std::map<Termination, int> early;
    int games = 0;
    while (const auto game = reader.next()) {
        ++games;
        if (const auto termination = early_ending(*game, edition)) ++early[*termination];
    }
    CHECK(games == 1204);
    CHECK(early.size() == 3);
    CHECK(early[Termination::fivefold] == 30);
    CHECK(early[Termination::seventyfive_moves] == 3);
    CHECK(early[Termination::dead_position] == 4);
}

} // namespace ansage::laws
