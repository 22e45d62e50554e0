// SPDX-License-Identifier: GPL-3.0-or-later
#include "tables.hpp"

#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/sitting.hpp"

#include <array>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace ansage::tests {

using chess::Color;
using chess::Position;
using scoresheet::PgnGame;
using table::BoardKind;

namespace {

std::vector<PgnGame> games_of(const std::string& name) {
    std::ifstream file{tests::root() + "/tests/data/games/" + name, std::ios::binary};
    REQUIRE(file.good());
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    scoresheet::PgnReader reader{text, name};
    std::vector<PgnGame> games;
    while (auto game = reader.next())
        if (!game->moves.empty()) games.push_back(std::move(*game));
    return games;
}

} // namespace

const PgnGame& any_game(Dice& dice) {
    static const std::vector<PgnGame> standard = games_of("rare-events.pgn");
    static const std::vector<PgnGame> chess960 = games_of("chess960-selfplay.pgn");
    const std::vector<PgnGame>& some = dice.one_in(3) ? chess960 : standard;
    return some[dice.below(some.size())];
}

Player any_player(Dice& dice) {
    Player player;
    player.vision = dice.one_in(3) ? table::Vision::sighted : table::Vision::impaired;
    player.board = dice.one_in(2) ? BoardKind::identity : BoardKind::occupancy;
    const bool impaired = player.vision == table::Vision::impaired;
    const std::size_t tellers = impaired ? 3 : 2;
    player.teller = static_cast<Teller>(dice.below(tellers));
    return player;
}

std::string to_string(const Player& player) {
    constexpr std::array tellers{"nobody tells", "the player tells", "the device tells"};
    return fmt::format(
        "{}, {}, {}",
        table::to_string(player.vision),
        table::to_string(player.board),
        tellers[static_cast<std::size_t>(player.teller)]
    );
}

bool is_question(table::AlertKind kind) {
    return kind == table::AlertKind::sensor_unclear ||
        kind == table::AlertKind::promotion_not_announced;
}

table::TableSetup setup_for(const Position& start, const table::PerColor<Player>& players) {
    static const laws::Edition edition = test_edition();
    table::TableSetup setup;
    setup.edition = edition;
    setup.time = *clock::parse_time_control("90m+30s");
    setup.start = start;
    for (const Color color : chess::both_colors) {
        setup.seats[color].vision = players[color].vision;
        setup.seats[color].board = players[color].board;
        if (players[color].teller == Teller::device)
            setup.seats[color].announces = table::Announcer::device;
    }
    return setup;
}

} // namespace ansage::tests
