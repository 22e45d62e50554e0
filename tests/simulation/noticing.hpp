// SPDX-License-Identifier: GPL-3.0-or-later
// A participant that writes down whatever leaves a table, for whom and when.
#pragma once

#include "consoles/view.hpp"
#include "pairs.hpp"
#include "session/participants.hpp"

#include <cstddef>
#include <optional>

namespace ansage::session {

// Everything that leaves a table, as it leaves.
struct Noticed {
    Words players; // ... and everybody else but the arbiter
    Words arbiter;
    // How many of these before the press, or a claim.
    std::optional<std::size_t> players_before;
    std::optional<std::size_t> arbiter_before;
};

ParticipantPtr
make_noticing_participant(consoles::ConsoleView view, const Contrast& contrast, Noticed& noticed);

} // namespace ansage::session
