// SPDX-License-Identifier: GPL-3.0-or-later
// What opponent and arbiter accept together before the first move (D.1, D.2).
#pragma once

#include "app/setup/setup_talk.hpp"
#include "table/model/input.hpp"
#include "table/model/seat.hpp"

#include <optional>
#include <string>

namespace ansage::app {

// Set-up with opponent and arbiter together: the mode, the official clock, who announces and
// repeats, who hears what, consent to recording, the words. Each is told; Enter accepts.
struct SetupToAgree {
    const table::TableSetup& setup;
    std::string words;
    std::string clock; // whose times are official
    std::string move; // a move in these words
    bool listens = false; // to moves that are said: each is asked whether to him, too
};

struct Agreed {
    std::string text; // what the journal keeps, a line each: "mode tournament accepted"
    // The arbiter's, where a player does not hear and nobody assists (D.2.11).
    std::optional<table::ArbiterOverrides> overrides;
    table::PerColor<bool> heard{}; // who consents to be listened to
};

// Absent: somebody did not accept.
std::optional<Agreed> agree_together(const SetupTalk& talk, const SetupToAgree& told);

} // namespace ansage::app
