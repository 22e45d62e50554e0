// SPDX-License-Identifier: GPL-3.0-or-later
// What the arbiter is asked: the kinds of matters on the agenda, and the answer that is proposed.
#pragma once

#include "table/model/input.hpp"
#include "table/model/message.hpp"

namespace ansage::table {

enum class MatterKind : std::uint8_t {
    boards, // they differ (D.2.9)
    illegal_move, // 7.5.1, 7.5.2
    press_without_move, // 7.5.3
    touched_piece, // 4.3 to 4.5
    claim,
    flag, // 6.8
    ending, // the Laws ended the game, or the arbiter does
    restoration, // by the arbiter, of a ply that he named
    late_arrival, // 6.7.1
    suggestion, // of a player, where no arbiter is present (first principle 9)
};

enum class MatterState : std::uint8_t {
    open,
    stands, // so was it ruled: nothing follows
    ruled,
    undone, // ruled, and the ply is taken back
    lapsed, // too late for it (A.5.2)
    moot, // another decision has left nothing of it
};

enum class ProposalKind : std::uint8_t {
    none,
    correct_board,
    restore,
    result,
    act, // what both players may agree on where no arbiter is present
};

struct Proposal {
    ProposalKind kind{};
    std::optional<chess::Color> board; // correct_board: that one; both if absent
    Ply ply; // the position to correct to, or to restore
    std::optional<laws::Score> score; // result
    std::optional<laws::Termination> termination;
    std::optional<base::Millis> penalty; // to whose clock: `board`'s opponent
    std::optional<MoveCorrection> corrected; // correct_board: and the record with it
    Message message;
    std::optional<AgreedAct> act{}; // kind `act`
    std::optional<bool> is_new_game{}; // restore: another one is begun (7.2, 7.3)
    friend bool operator==(const Proposal&, const Proposal&) = default;
};

// Two players would take back what was ruled, or keep a move that is in doubt: also after the end.
bool outlasts_end(const Proposal& proposal);

} // namespace ansage::table
