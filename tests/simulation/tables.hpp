// SPDX-License-Identifier: GPL-3.0-or-later
// The games and the players of the simulations in which hands and sensors are clumsy.
#pragma once

#include "people.hpp"
#include "scoresheet/pgn.hpp"
#include "table/model/names.hpp"

#include <string>

namespace ansage::tests {

// One game in three is Chess960 (Guidelines II).
const scoresheet::PgnGame& any_game(Dice& dice);

// Who tells of the moves of a seat: nobody that the program hears, the player, or the device.
enum class Teller : std::uint8_t { nobody, player, device };

struct Player {
    table::Vision vision{};
    table::BoardKind board{};
    Teller teller{};
};

Player any_player(Dice& dice);
std::string to_string(const Player& player);
table::TableSetup setup_for(const chess::Position& start, const table::PerColor<Player>& players);
// The arbiter is asked what was played, and nobody is accused of anything.
bool is_question(table::AlertKind kind);

} // namespace ansage::tests
