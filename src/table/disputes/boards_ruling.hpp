// SPDX-License-Identifier: GPL-3.0-or-later
// The ruling that D.2.9 (2023), D.2 point 8 (2014) asks for when two boards differ: what the two
// scores agree on, who corrects what, or where to go back to. The arbiter decides; this proposes.
#pragma once

#include "base/names.hpp"
#include "chess/positions.hpp"
#include "laws/rules.hpp"
#include "table/model/ledger.hpp"
#include "table/model/message.hpp"
#include "table/witnesses/repair.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ansage::table {

// Why an entry of a score gives no move.
enum class EntryFault : std::uint8_t {
    missing, // nothing is written where a move should be
    ambiguous, // two legal moves fit what is written
    unreadable, // not a move in any notation
    illegal, // a move that is not legal there
};

// What a move that cannot be read is in a score.
[[nodiscard]] EntryFault to_fault(chess::MoveError error);

// What a score says of one ply; exactly one of `move` and `fault` is there.
struct ScoreEntry {
    std::string text; // as written
    std::optional<chess::Move> move;
    std::optional<EntryFault> fault;
    SpokenMove said; // of an ambiguous entry: what the other score's move must fit
    std::optional<base::Millis> clock; // the mover's time left, where the score notes it
    std::string where; // "file:line", for the arbiter
    std::optional<ScoreKind> kind; // how it was kept, where that is known
    std::optional<Witness> derived_from; // of an entry that the device made
    // Nothing is written, and what the player announced or repeated stands for it, by analogy: the
    // Laws know no other record where nobody keeps a score (8.4).
    bool by_words = false;
    // Nothing is written either: the record's own move, which both boards have shown.
    bool by_record = false;
};

// How an entry was kept: "spoken", "braille", "typed", "device_announcement", "device_board"; empty
// if nobody told.
[[nodiscard]] std::string_view kind_name(const ScoreEntry& entry);

// Reads the entry for `ply` (1 is the first half-move), given the position before it; absent after
// the last. Asked once for each ply, in order, until the scores differ.
using ScoreReader =
    std::function<std::optional<ScoreEntry>(Ply ply, const chess::Position& before)>;

struct ClockTimes {
    base::Millis white{0};
    base::Millis black{0};
    friend bool operator==(const ClockTimes&, const ClockTimes&) = default;
};

// What a table's journal knows of the clocks.
struct ClockRecord {
    const PerPly<PlyRecord>* plies = nullptr; // never null
    ClockTimes start; // before the first move
    ClockTimes now; // where the journal ends
};

struct Dispute {
    chess::Position start;
    PerColor<ScoreReader> scores;
    PerColor<std::optional<chess::Reading>> boards; // as they stand, where somebody looked
    std::optional<ClockRecord> clocks;
};

enum class Ruling : std::uint8_t { none, correct_board, restore };

using base::to_string;

// What a hand changes on one board. `steps` are the same changes in the fewest hand movements.
struct BoardCorrection {
    chess::Color board{};
    chess::SquareSet remove; // something stands there that must go
    chess::SquareSet place; // the target's piece must come there
    std::vector<RepairStep> steps;
};

struct ScoreProblem {
    chess::Color score{};
    Ply ply;
    ScoreEntry entry;
};

struct ScoreDifference {
    Ply ply;
    PerColor<ScoreEntry> entries; // what each score has; an ambiguous one fits no reading
};

enum class ClockSource : std::uint8_t { journal, white_score, black_score };

struct RestoredClocks {
    ClockTimes times;
    ClockSource source{};
};

// What a ruling rests on: the scores (D.2.9), the announcements as repeated where no score speaks,
// or, where nothing was heard either, the last position that both boards showed.
enum class Basis : std::uint8_t { scores, words, boards };

// Something against the Laws among the moves that are disputed or will be taken back: a touched
// piece that was not moved (4.3), or a move that was not legal (7.5).
struct Irregularity {
    Ply ply;
    chess::Color player{};
    std::string move; // an illegal one, as written
    std::optional<chess::Square> touched;
};

struct Comparison {
    Basis basis = Basis::scores;
    // The last ply that both scores have and on which they agree; 0 is the start.
    Ply agree_until;
    // The last ply that either score itself speaks of.
    Ply written_until;
    std::optional<ScoreDifference> difference;
    // At the ply of `difference` both agree, and on another move than this one, which was made.
    std::optional<chess::Move> made_instead;
    // ... and the moves made after it are legal with theirs too: the record takes it, and the
    // player who made another one corrects his board.
    std::optional<MoveCorrection> corrects_record;
    Ruling ruling = Ruling::none;
    // With no board given: the ruling if the boards do differ.
    std::optional<Ruling> if_boards_differ;
    std::vector<BoardCorrection> corrections; // White's board first
    // Where boards should stand: after `target_ply` plies.
    Ply target_ply;
    chess::Position target;
    // For a restoration only; absent where nobody noted the times.
    std::optional<RestoredClocks> clocks;
    std::optional<ClockTimes> clocks_unchanged;
    // Where a score stops being evidence, or is silent.
    std::vector<ScoreProblem> problems;
    std::vector<Irregularity> irregularities;
    // Why somebody whose score is silent need not keep one (8.4, A.2); absent where he has to.
    std::optional<laws::ScoreExcuse> excuse;
    PerColor<std::optional<chess::Reading>> boards; // as they stand, where somebody looked
    // The position before each ply, and its move, as far as one score speaks and the other does not
    // contradict.
    chess::Positions positions;
    PerPly<chess::Move> moves;

    [[nodiscard]] bool asks_to_restore() const {
        return ruling == Ruling::restore || if_boards_differ == Ruling::restore;
    }
};

// A score that is merely shorter agrees (8.1.3), and so does one that misses a move. An entry that
// is unreadable or illegal ends what its score can testify. Scores that differ while the boards
// agree rule nothing: D.2.9 speaks of boards.
[[nodiscard]] Comparison compare(const Dispute& dispute);

// What changes `reading` into `target`.
[[nodiscard]] BoardCorrection
correction(chess::Color board, const chess::Reading& reading, const chess::Reading& target);

// --- a comparison as sentences for the arbiter: typed data, one fact a message, worded by the
// shell What an arbiter needs at once, beside what is proposed: what was found, how much the hands
// have to do, and the clocks as they are. Three sentences at most.
[[nodiscard]] std::vector<Message> messages_at_first(const Comparison& comparison);

// Where the evidence agrees, where not, and where it stops being evidence.
[[nodiscard]] std::vector<Message> messages_of_scores(const Comparison& comparison);

// What is proposed.
[[nodiscard]] std::vector<Message> messages_of_ruling(const Comparison& comparison);

// The position that belongs on the boards, and what stands there: long for ears.
[[nodiscard]] std::vector<Message> messages_of_positions(const Comparison& comparison);

// How a hand changes each board, the clocks, what else is against the Laws, and the articles.
[[nodiscard]] std::vector<Message> messages_of_remedy(
    const Comparison& comparison, const laws::Edition& edition, std::string_view language
);

// The articles that the ruling rests on, without those that the edition does not print.
[[nodiscard]] std::vector<std::string>
articles_of(const Comparison& comparison, const laws::Edition& edition, std::string_view language);

} // namespace ansage::table
