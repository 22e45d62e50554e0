// SPDX-License-Identifier: GPL-3.0-or-later
// Clumsy hands: a move of a real game carried out in every way of devices/hands and with what else
// hands do on the way. Every act is one that a board could report; after them the board stands as
// it should.
#pragma once

#include "people.hpp"

#include <string_view>
#include <variant>
#include <vector>

namespace ansage::tests {

struct Adjust { // j'adoube: begins or ends
    bool open = false;
};

struct Speak {}; // the announcement

struct ClumsyAct {
    Millis after{0}; // since the act before
    std::variant<devices::Lift, devices::Place, Adjust, Speak> act;
};

// What one player does on his own board from hearing the last move to his press.
struct Handling {
    std::vector<ClumsyAct> acts;
    Millis until_press{0};
    std::vector<std::string_view> ways; // of the own move, each once: the rows of the report
    bool is_touched = false; // another piece was taken up on the way, and nobody said j'adoube
    bool is_dark = false; // an occupancy board cannot tell: a victim's square never seen empty,
                          // or a castling that leaves the occupancy as it was
};

struct Job {
    chess::Position before; // the position after the last move
    chess::Move move = chess::Move::ordinary({}, {}); // the own one
    // The opponent's, to be carried out first.
    std::optional<chess::Position> before_last;
    std::optional<chess::Move> last;
    bool is_peg_board = true; // lifted out of apertures: nothing slides
    bool rests_make_moves = false; // a sighted player's piece is played where it rests (4.7)
    bool speaks = false;
};

[[nodiscard]] Handling clumsy_handling(const Job& job, Dice& dice);

} // namespace ansage::tests
