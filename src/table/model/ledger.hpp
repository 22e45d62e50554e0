// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger: for every ply, what each witness said and when.
#pragma once

#include "base/instant.hpp"
#include "chess/move.hpp"
#include "chess/ply.hpp"
#include "chess/reading.hpp"
#include "laws/touch.hpp"
#include "table/model/seat.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ansage::table {

using chess::PerPly;
using chess::Ply;

enum class CastlingSide : std::uint8_t { short_side, long_side };

// What words or sensors tell of a move, legal or not: as much as was said or seen.
struct SpokenMove {
    std::optional<chess::Role> role;
    std::optional<chess::Square> from;
    std::optional<chess::Square> to;
    std::optional<chess::Role> promotion;
    std::optional<CastlingSide> castling;
    // The part of the origin that was said where it was not the whole square: "Springer Gustav
    // Felix drei".
    std::optional<chess::File> from_file{};
    std::optional<chess::Rank> from_rank{};
    std::optional<bool> capture{}; // that something is taken was said
    friend bool operator==(const SpokenMove&, const SpokenMove&) = default;
};

// A move as it reached the table: the text as heard, and what it means in the position that the
// speaker's words refer to. Exactly one of `move` and `error` is there. Both are stored, so that a
// replay needs no vocabulary.
struct HeardMove {
    std::string text;
    std::optional<chess::Move> move;
    std::optional<chess::MoveError> error;
    SpokenMove said;
    // Of not_a_move: the words of the speaker's language in which it is one, but not this table's.
    std::optional<std::string> other_words{};
    friend bool operator==(const HeardMove&, const HeardMove&) = default;
};

enum class Witness : std::uint8_t {
    mover_board,
    announcement,
    repetition,
    opponent_board,
    white_score,
    black_score,
};

// Where a testimony comes from.
enum class Source : std::uint8_t { sensor, speech, device, assistant };

// How an entry of a scoresheet was made (D.2.7). A score as spoken holds the slip of the tongue,
// one in braille what was meant.
enum class ScoreKind : std::uint8_t { spoken, braille, typed };

struct Testimony {
    Witness witness{};
    base::Instant at;
    Source source{};
    // Derived testimony never confirms what it was derived from (first principle 7).
    std::optional<Witness> derived_from;
    HeardMove move;
    std::optional<ScoreKind> kind; // of a scoresheet's entry, where it is known
    std::optional<bool> corrects{}; // D.2.8: instead of the announcement before it
    // Of words that were typed and read back: when they were typed, and when they were confirmed.
    // `at` is the one that counts: the first where the player has spoken himself, the second where
    // the table speaks for him (D.2.3, 6.8).
    std::optional<base::Instant> typed_at{};
    std::optional<base::Instant> confirmed_at{};
    std::optional<base::Instant> withdrawn_at{}; // D.2.8, with nothing in its place yet
    friend bool operator==(const Testimony&, const Testimony&) = default;
};

// One change that the board reported.
struct Change {
    chess::Square square;
    chess::SquareReading now;
    base::Instant at;
    chess::SquareReading was; // before it
    bool is_adjusting = false; // j'adoube (4.2.1)
    friend bool operator==(const Change&, const Change&) = default;
};

enum class PlyState : std::uint8_t {
    open, // being played: not made yet
    made, // D.2.3, or 4.7 for a sighted player
    completed, // 6.2.1
};

// Which attempt at a move it is, of all that a game has seen: from its first word or touch on, and
// whatever record it is in. None is ever used again; 0 stands for the start.
enum class MoveId : std::uint32_t {};

// One half-move of the record.
struct PlyRecord {
    MoveId id{};
    MoveId parent{}; // the move before it
    chess::Color mover{};
    PlyState state = PlyState::open;
    std::vector<Testimony> testimonies;
    std::optional<chess::Move> move; // once made
    bool legal = true; // false: an illegal move was completed and has not been undone
    // A king's, with both kings off their squares, and nothing but that one board tells it: it may
    // be the way to the middle, by which players show that they have agreed.
    bool in_doubt = false;
    std::string san; // without check signs
    std::optional<base::Instant> made_at;
    std::optional<base::Instant> pressed_at;
    std::optional<base::Instant> completed_at;
    PerColor<base::Millis> clocks; // remaining times at completion
    base::Millis gained{0}; // by its press: the increment
    PerColor<bool> recorded; // whose voice was recorded for it (D.2.7)
    // Of an illegal one, in the order of touching: 4.3 holds for the move that replaces it (7.5.1).
    std::vector<laws::Touch> touches;

    // The newest testimony of that witness that was not withdrawn, or null.
    const Testimony* newest(Witness witness) const;
};

Witness score_of(chess::Color color);
// Whose mouth, hand or sheet it is that testifies of a move of `mover`.
chess::Color person_of(Witness witness, chess::Color mover);

// True if `said` can mean `move` in a game where castling squares are known from the move itself.
bool fits(const SpokenMove& said, chess::Move move, chess::Role role);
// What a whole move says of itself.
SpokenMove spoken(chess::Move move, chess::Role role);
// Two sayings that cannot mean the same move, legal or not: what one of them leaves out, it does
// not deny.
bool contradict(const HeardMove& one, const HeardMove& other);

// The record has another move at this ply than both players testify (D.2.9).
struct MoveCorrection {
    Ply ply;
    chess::Move move = chess::Move::ordinary({}, {});
    friend bool operator==(const MoveCorrection&, const MoveCorrection&) = default;
};

} // namespace ansage::table
