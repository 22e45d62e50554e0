// SPDX-License-Identifier: GPL-3.0-or-later
// The people of the demo: what anybody at the table does next, as a pure function of the game's
// record, the table and the own board. After a crash they go on from the journal as if nothing had
// happened.
#pragma once

#include "devices/board/board.hpp"
#include "scoresheet/pgn.hpp"
#include "table/model/state.hpp"
#include "telling/table_words.hpp"

#include <optional>
#include <variant>

namespace ansage::app {

// A peg that goes into the wrong aperture while the opponent's move is carried out.
struct Slip {
    chess::Ply ply; // the move that is carried out wrongly
    chess::Color board{};
    chess::Square wrong;
};

// What goes wrong on the way, so that it can be put right.
struct DemoPlot {
    std::optional<chess::Ply> misheard_ply; // repeated wrongly at first
    std::optional<Slip> slip;
};

// The first plies of the game that lend themselves to it.
DemoPlot plot_for(const scoresheet::PgnGame& game, const table::TableSetup& setup);

struct Scene {
    const scoresheet::PgnGame& game;
    const DemoPlot& plot;
    const table::State& state;
    const telling::TableWords* words = nullptr; // null where nobody speaks
    table::PerColor<const chess::Reading*>
        truth; // what really stands on each board; null: no board
};

// A hand's act at a board, which reaches the table through the board's wire.
struct AtBoard {
    chess::Color board{};
    devices::HandAct act;
};

struct DemoAct {
    base::Millis after{0}; // since what happened last
    std::variant<AtBoard, table::InputBody> what;
};

// Absent: nobody has anything more to do.
std::optional<DemoAct> next_act(const Scene& scene);

// The boards as the journal left them: pieces in the air are out, and what an occupancy sensor
// cannot know is taken from the record.
chess::Reading board_from_ledger(
    const scoresheet::PgnGame& game,
    const DemoPlot& plot,
    const table::State& state,
    chess::Color board
);

} // namespace ansage::app
