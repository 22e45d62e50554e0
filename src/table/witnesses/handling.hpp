// SPDX-License-Identifier: GPL-3.0-or-later
// What a hand did on a sensor board in one turn: the one account from which the move is announced,
// confirmed and judged. It asks what was lifted and placed and in which order, never which moves
// are legal (first principle 3).
#pragma once

#include "base/instant.hpp"
#include "chess/position.hpp"
#include "table/model/ledger.hpp"

#include <optional>
#include <span>
#include <vector>

namespace ansage::table {

struct BoardEvidence {
    chess::Reading reading;
    std::vector<Change> trace; // what led to it, at least since the last move was made
    base::Millis debounce{0}; // shorter lifts are phantoms of a weak magnet
    // An occupancy board looks right before a capture of the opponent's is carried out to its end:
    // what was emptied and filled first on this square is no act of the turn.
    std::optional<chess::Square> executed;
};

struct Handling {
    // Against the position before the move, of what the hand was at.
    chess::SquareSet own_left;
    chess::SquareSet other_left;
    chess::SquareSet came; // occupied, where nothing stood or, as an identity board knows, another
    chess::SquareSet differs; // all that is not as in that position
    // Since the turn's own handling began, without phantoms.
    chess::SquareSet lifted;
    chess::SquareSet placed;
    std::optional<chess::Square> last_placed;
    // Squares of opposing pieces that were emptied and filled again, however quickly, while the own
    // piece that left was in the hand, and not while he adjusted: where it may stand. A sensor that
    // flickers looks the same: none counts that was empty for a moment only, and more than once.
    chess::SquareSet refilled;
    chess::SquareSet refilled_at_once; // of these, as briefly as a sensor may drop out
    // Own pieces in the order in which they were taken up, phantoms too, each once.
    std::vector<chess::Square> taken_up;

    // Where a piece was put down that was the only one in the hand, and where it came from last.
    struct Carried {
        chess::Square from;
        chess::Square to;
    };

    std::vector<Carried> carried;
};

Handling handling_of(const BoardEvidence& board, const chess::Position& before);

// A sensor may lose what stands there for as long: a look at all squares, or two.
inline constexpr base::Millis longest_drop_out{300};

// In one report the order is the board's: what carries out the last move came before what begins
// the next.
void put_in_order(std::vector<Change>& trace, const chess::Position& before);
// What was taken up after the press belongs to no move; what was put down still does, for a board
// reports late.
void forget_lifts_after(BoardEvidence& board, base::Instant press);

// The turn's own changes: after the last moment at which the board was as before the move or, where
// something stands wrong all the time, differed least.
std::span<const Change> own_changes(const BoardEvidence& board, const chess::Position& before);

// Both own pieces were off their squares at once.
bool were_out_together(std::span<const Change> trace, chess::Square one, chess::Square other);

// True if nothing on the board contradicts `target`: an unsure square fits everything, an occupied
// one every piece.
bool agrees(const chess::Reading& reading, const chess::Reading& target);
// The squares that contradict it.
chess::SquareSet differing(const chess::Reading& reading, const chess::Reading& target);
bool fits_square(chess::SquareReading seen, std::optional<chess::Piece> expected);

} // namespace ansage::table
