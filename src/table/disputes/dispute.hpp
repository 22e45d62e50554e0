// SPDX-License-Identifier: GPL-3.0-or-later
// Boards that differ, and the evidence for what D.2.9 does about it.
#pragma once

#include "table/disputes/boards_ruling.hpp"
#include "table/making/decision.hpp"

#include <vector>

namespace ansage::table {

// The clocks as recorded when that ply was completed; 0 is the start. Absent if it was not.
[[nodiscard]] std::optional<PerColor<base::Millis>> clocks_after(const State& state, Ply ply);
// Touched pieces that were not moved in the plies that come after `agreed`, and every illegal move
// that still stands in the record (7.5.1).
[[nodiscard]] std::vector<Irregularity> irregularities(const State& state, Ply agreed);

// The touched piece that the move neither moved nor took (4.3), of those that the alert is about;
// absent if it is about none.
[[nodiscard]] std::optional<chess::Square>
touched_in_vain(const State& state, const OpenAlert& alert);

// A board that differs, and the newest ply that it should show. `carried_out`: that move stands
// there, and the difference is of something else that was knocked about.
struct Departure {
    chess::Color board{};
    Ply due;
    bool carried_out = false;
};

// For the open matter of boards; it is raised where there is none.
void propose_on_boards(
    Decision& decision, Proposal proposal, std::optional<chess::Color> board, Ply ply
);
// What D.2.9 asks for now.
void propose_for_boards(Decision& decision, const Departure& departure);
// An alert says so, and nobody has mended it.
bool do_boards_differ(const State& state);
void look_at_scores(Decision& decision);
// The position after what was made, with that move in its place; absent where what was made
// there was illegal, or what was made since is not legal then.
[[nodiscard]] std::optional<chess::Position>
corrected_position(const State& state, const MoveCorrection& correction);
// What a ruling needs at once beside the proposal, for the arbiter alone.
void tell_evidence(Decision& decision, const Proposal& proposal);
// All of it, which is long for ears and told on request: where the evidence agrees, what each score
// has, what each hand has to do, clocks, articles, the position that belongs on the boards and what
// stands there. False where no boards differ.
[[nodiscard]] bool tell_all_evidence(Decision& decision, Audience audience);

} // namespace ansage::table
