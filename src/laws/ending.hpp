// SPDX-License-Identifier: GPL-3.0-or-later
// What ends the game at once, and with what result.
#pragma once

#include "base/instant.hpp"
#include "chess/position.hpp"
#include "laws/edition.hpp"
#include "laws/result.hpp"

#include <optional>
#include <span>

namespace ansage::laws {

struct Ending {
    Score score{};
    Termination termination{};
    bool operator==(const Ending&) const = default;
};

// How often the last position of the game has occurred by now, as 9.2.3 compares and as `edition`
// counts for 9.6.1 (2014: consecutive). `game` is every position since the start, the last one
// last.
unsigned automatic_repetitions(std::span<const chess::PositionKey> game, const Edition& edition);

// How often it has occurred for a claim (9.2.2).
unsigned repetitions(std::span<const chess::PositionKey> game);

// What the move that led to `after` ends at once: mate before all others, then stalemate, dead
// position, fivefold and 75 moves where the edition has them. `repeated` is
// automatic_repetitions().
std::optional<Ending>
ending(const chess::Position& after, unsigned repeated, const Edition& edition);

// 6.9. A draw needs proof that the opponent cannot mate; where it is unknown, the flag loses.
Ending flag_ending(const chess::Position& position, chess::Color fallen, const Edition& edition);

// 5.1.2.
Ending
resignation_ending(const chess::Position& position, chess::Color resigning, const Edition& edition);

// 7.5.5: the ending after the given offence of `offender` (1 = his first), or absence where the
// game goes on. `position` is the one restored.
std::optional<Ending> illegal_move_ending(
    const chess::Position& position,
    chess::Color offender,
    unsigned offence,
    const IllegalMoveRule& rule
);

// 7.5.5: what the opponent gains for that offence; zero where the rule gives nothing.
Millis illegal_move_penalty(unsigned offence, const IllegalMoveRule& rule);

// 9.2.2, 9.3.2: whether a claim in `position` is right. 9.2.1 and 9.3.1: give the position after
// the move that was written down, and the count with it.
bool threefold_claim_is_right(unsigned repeated, const Edition& edition);
bool fifty_moves_claim_is_right(const chess::Position& position, const Edition& edition);

} // namespace ansage::laws
