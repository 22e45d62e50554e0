// SPDX-License-Identifier: GPL-3.0-or-later
// What was answered when a table was set up, and what becomes of it.
#pragma once

#include "profiles/seats.hpp"

#include <string>
#include <vector>

namespace ansage::app {

// One answer a question; every one has a default, so that Enter alone sets a table up.
struct SetupAnswers {
    std::string language = "en";
    std::string name;
    std::string color = "white";
    std::string vision = "impaired";
    std::string port; // empty: no sensors
    std::string board = "occupancy"; // where there is a port
    std::string announces = "self";
    std::string alarms = "none"; // or words, tones: of a player who does not see the clock
    std::string ear; // a device, "default" or "none"; empty: as it was chosen before
    std::string squares = "no"; // of a board that knows its pieces: it may be asked
    std::string opponent = "sighted"; // or impaired, or deaf
    std::string opponent_assistant = "yes"; // or no: of one who does not hear (D.2.11)
    // A device, "split" (the other side of the own earphones) or "none", of one who does not see;
    // empty: as it was chosen before.
    std::string opponent_ear;
    std::string opponent_name;
    std::string opponent_port;
    std::string opponent_board = "identity";
    std::string time = "90m+30s";
    std::string words = "fide";
    std::string profile; // the edition of the Laws; empty: the default
    std::string braille; // the code of the player; empty: none is known
    std::string tones; // heard in the place of words: "all", "taken clock"; empty: none
    std::string mode = "tournament";
    std::string arbiter_games = "1"; // that he watches at once (A.4, B.2), in rapid and blitz
    std::string arbiter_records = "yes"; // he or an assistant writes the moves down
    std::string hall_rulings = "no"; // arbiters of the hall may rule from there
};

// As options of `ansage play`.
[[nodiscard]] std::vector<std::string> to_options(const SetupAnswers& answers);

// What is remembered of the player, and what is known of one who is remembered.
[[nodiscard]] profiles::SeatProfile to_seat(const SetupAnswers& answers);
[[nodiscard]] SetupAnswers answers_of(const profiles::SeatProfile& seat, SetupAnswers defaults);

} // namespace ansage::app
