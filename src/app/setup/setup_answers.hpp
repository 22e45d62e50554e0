// SPDX-License-Identifier: GPL-3.0-or-later
// What was answered when a table was set up, and what becomes of it.
#pragma once

#include "acts/settings.hpp"
#include "profiles/seats.hpp"

#include <string>
#include <vector>

namespace ansage::app {

// One who sits down at the table.
struct SetupPlayer {
    table::Seat seat; // with name and language; its board is the one that a port would have
    std::string port; // empty: no sensors
    // A device, "default" or "none"; of the opponent also "split", the other side of the player's
    // own earphones. Empty: as it was chosen before.
    std::string ear;
};

// One answer a question; every one has a default, so that Enter alone sets a table up.
struct SetupAnswers {
    SetupAnswers();

    chess::Color color = chess::Color::white;
    SetupPlayer own;
    SetupPlayer opponent;
    bool opponent_assistant = true; // of one who does not hear (D.2.11)
    bool own_assistant = true; // the same, of a player who does not see either
    std::string braille; // the code of the player; empty: none is known
    std::string tones; // heard in the place of words: "all", "taken clock"; empty: none
    acts::TableHeader table; // its seats are those above; no profile: the default
};

// As each sits, with what follows from the other answers.
table::Seat own_seat(const SetupAnswers& answers);

// As options of `ansage play`.
std::vector<std::string> to_options(const SetupAnswers& answers);

// Whether set-up answers that option, be it with nothing.
bool is_answered(const SetupAnswers& answers, std::string_view option);

// What is remembered of the player, and what is known of one who is remembered.
profiles::SeatProfile to_seat(const SetupAnswers& answers);
SetupAnswers answers_of(const profiles::SeatProfile& seat, SetupAnswers defaults);

} // namespace ansage::app
