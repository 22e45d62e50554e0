// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of a pair, which differ only in what a player may not know (tests/data/alike): the moves,
// the ways to handle them, and the seats; and each table as a script.
#pragma once

#include "table/model/seat.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace ansage::session {

using Words = std::vector<std::string>;

struct ShownPly {
    Words hands; // "lifts e3"
    std::string words;
};

struct Contrast {
    std::string name;
    std::array<std::string, 2> positions;
    std::vector<ShownPly> before;
    ShownPly move;
    std::string short_words;
    ShownPly reply;
    bool ends_game = false; // at one of the tables, without a press (5.1.1, 5.2, 9.6)
};

// One way of handling a move: who does what, in order.
using Way = std::vector<std::pair<std::string, std::string>>;
// The mover's seat and his opponent's.
using Seats = std::array<std::string, 2>;

std::vector<Contrast> contrasts(); // moves.txt
std::vector<Way> ways(); // ways.txt
std::vector<Seats> seats(); // seats.txt

// The table of the pair that has that position.
std::string script_of(
    const Contrast& contrast,
    std::size_t position,
    const Seats& seats,
    const Way& way,
    table::Mode mode
);

} // namespace ansage::session
