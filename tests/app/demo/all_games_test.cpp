// SPDX-License-Identifier: GPL-3.0-or-later
// Every shared game through both simulated boards, bytes and all.
#include "chess/uci.hpp"
#include "child.hpp"
#include "scoresheet/pgn.hpp"
#include "support/catch.hpp"
#include "support/few.hpp"
#include "support/places.hpp"

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace {

using ansage::scoresheet::PgnGame;
using ansage::scoresheet::PgnReader;
using nlohmann::json;

constexpr std::size_t most_games = ansage::tests::are_few ? 25 : SIZE_MAX;

std::vector<PgnGame> read_games(const std::string& file) {
    std::ifstream stream{file};
    std::ostringstream text;
    text << stream.rdbuf();
    const std::string whole = text.str();
    PgnReader reader{whole, file};
    std::vector<PgnGame> games;
    while (auto game = reader.next()) games.push_back(std::move(*game));
    games.resize(std::min(games.size(), most_games));
    return games;
}

// The file itself, or its first games where there is little time.
std::string file_to_play(
    const std::string& file, const std::vector<PgnGame>& games, const ansage::test::Folder& folder
) {
    if (most_games == SIZE_MAX) return file;
    const std::string part = folder.file("games.pgn");
    std::ofstream stream{part};
    for (const PgnGame& game : games) stream << ansage::scoresheet::to_pgn(game);
    return part;
}

std::vector<std::string> uci_moves(const PgnGame& game) {
    using ansage::chess::CastlingStyle;
    const bool standard = game.start == ansage::chess::Position{};
    const auto style = standard ? CastlingStyle::king_two_squares : CastlingStyle::king_takes_rook;
    ansage::chess::Position position = game.start;
    std::vector<std::string> moves;
    for (const ansage::chess::Move move : game.moves) {
        moves.push_back(ansage::chess::to_uci(position, move, style));
        position.play(move);
    }
    return moves;
}

// How often the Laws ended a game before its record does, by termination.
using EndedEarly = std::map<std::string, int>;

void compare(const PgnGame& game, const json& summary, EndedEarly& early) {
    const std::vector<std::string> recorded = uci_moves(game);
    const auto played = summary.at("moves").get<std::vector<std::string>>();
    CHECK(summary.at("alerts").empty());
    CHECK(summary.at("pending").is_null());
    REQUIRE(played.size() <= recorded.size());
    CHECK(std::equal(played.begin(), played.end(), recorded.begin()));
    if (played.size() < recorded.size()) ++early[summary.at("termination").get<std::string>()];
}

EndedEarly play_file(const std::string& name) {
    const std::string file = std::string{ansage::tests::root()} + "/tests/data/games/" + name;
    const std::vector<PgnGame> games = read_games(file);
    const ansage::test::Folder folder;
    const ansage::test::Run run = ansage::test::run_ansage(
        {"demo",
         "--pgn",
         file_to_play(file, games, folder),
         "--all",
         "--speed",
         "max",
         "--audio",
         "none",
         "--json"}
    );
    REQUIRE(run.code == 0);
    REQUIRE(run.lines.size() == games.size());
    EndedEarly early;
    for (std::size_t i = 0; i < games.size(); ++i) {
        INFO(file << ", game " << i + 1);
        compare(games[i], json::parse(run.lines[i]), early);
    }
    return early;
}

} // namespace

TEST_CASE("Every game with rare events comes out of both boards move for move, with no alert") {
    const EndedEarly early = play_file("rare-events.pgn");
    if (most_games == SIZE_MAX) {
        // 9.6.1, 9.6.2 and 5.2.2 end these before their records do.
        CHECK(
            early == EndedEarly{{"fivefold", 30}, {"seventyfive_moves", 3}, {"dead_position", 4}}
        );
    }
}

TEST_CASE("Every Chess960 game comes out of both boards move for move, with no alert") {
    CHECK(play_file("chess960-selfplay.pgn").empty());
}
