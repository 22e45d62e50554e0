// SPDX-License-Identifier: GPL-3.0-or-later
// What a player or his assistant does at the table, as himself or through a console. Of input.hpp.
#pragma once

#include "base/instant.hpp"
#include "base/ordinal.hpp"
#include "chess/reading.hpp"
#include "chess/types.hpp"
#include "table/model/ledger.hpp"
#include "table/model/seat.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace ansage::table {

// Who performs a player's duty: the player or the assistant.
enum class Performer : std::uint8_t { player, assistant };

// How words reached the table. What was typed nobody at the board has heard yet.
enum class Medium : std::uint8_t { voice, keys };

// Whose console it is. What each may do is in table/asking/rights.hpp.
enum class ConsoleRole : std::uint8_t { white, black, assistant, arbiter, spectator };

// Of the agenda, by which the arbiter names what he answers; the first is 1.
using MatterNumber = base::Ordinal<struct MatterNumberKind>;

// --- boards without sensors
// A board without sensors has been repaired, says its player.
struct Confirms {
    chess::Color seat{};
};

// A move executed on a board without sensors, said by whoever saw it.
struct Executes {
    chess::Color seat{}; // whose board it is
    HeardMove move;
    std::optional<Performer> by{}; // the player if absent
};

// Boards that no sensor sees are compared by questions: "What stands on Felix sechs?" The arbiter
// begins, or, where none is present, a player.
struct Compares {
    std::optional<chess::Color> seat; // who begins; the arbiter if absent
};

// What stands on the square that was asked for; nothing if absent.
struct AnswersSquare {
    std::optional<chess::Color> seat;
    std::optional<chess::Piece> piece;
};

// --- speech
struct Announces {
    chess::Color seat{};
    Performer by{};
    HeardMove move;
    std::optional<Medium> through{}; // aloud if absent, here and below
    friend bool operator==(const Announces&, const Announces&) = default;
};

struct Repeats {
    chess::Color seat{}; // who repeats
    Performer by{};
    HeardMove move;
    std::optional<Medium> through{};
    friend bool operator==(const Repeats&, const Repeats&) = default;
};

struct Corrects {
    chess::Color seat{};
    HeardMove move;
    std::optional<Performer> by{}; // the player if absent
    std::optional<Medium> through{};
    friend bool operator==(const Corrects&, const Corrects&) = default;
};

struct Adjusts { // j'adoube (4.2.1)
    chess::Color seat{};
    bool open = true;
};

enum class Question : std::uint8_t {
    time,
    opponent_time,
    both,
    moves,
    last,
    score,
    square,
    position,
    running, // whose clock runs
    period, // which period, and the moves to its end
    repeat, // the last thing said to that ear
    opponent,
    pieces, // where such pieces stand
    squares, // what stands on a file or a rank
    evidence, // the positions that a proposal speaks of: the arbiter's question
    agenda, // what is open, by number: the arbiter's question
    since, // what happened since the own last act, or for some time
};

struct Asks {
    chess::Color seat{};
    Question question{};
    std::optional<chess::Square> square;
    std::optional<chess::SquareSet> squares; // a file or a rank
    std::optional<chess::Role> piece;
    std::optional<chess::MoveNumber> number; // the move of an entry of the own score
    std::optional<base::Millis> back{}; // how far; to the own last act if absent
    std::optional<ConsoleRole> by{}; // who asks; the player if absent
    // So many of these were answered since then, and not stored: nothing follows of this one.
    std::optional<unsigned> count{};
    std::optional<base::Instant> from{};
};

// The standing request to be told when the own time runs low; `none` ends it.
struct RequestsAlarms {
    chess::Color seat{};
    Alarms alarms{};
};

enum class DrawAct : std::uint8_t { offer, accept, decline };

struct Draws {
    chess::Color seat{};
    DrawAct act{};
    friend bool operator==(const Draws&, const Draws&) = default;
};

enum class ClaimKind : std::uint8_t {
    threefold,
    fifty,
    flag,
    illegal,
    touch,
    quickplay,
    extra_time, // Guidelines III.4
};

struct Claims {
    chess::Color seat{};
    ClaimKind kind{};
    std::optional<HeardMove> with; // the move that the player intends (9.2.1, 9.3.1)
    friend bool operator==(const Claims&, const Claims&) = default;
};

struct Resigns {
    chess::Color seat{};
    friend bool operator==(const Resigns&, const Resigns&) = default;
};

// An entry on the own scoresheet (8.1).
struct Writes {
    chess::Color seat{};
    Ply ply;
    HeardMove move;
    std::optional<ScoreKind> kind;
};

// The key that records the own voice: the own move, or the repetition of the opponent's.
enum class RecordingKey : std::uint8_t { own, repetition, off };

// The same key once more is the end of it, too.
struct Records {
    chess::Color seat{};
    RecordingKey key{};
};

struct Signs { // 8.7
    chess::Color seat{};
    std::optional<std::string> name; // as the player gave it
};

// Where no arbiter is present, both players accept a proposal, or one rejects it (principle 9).
struct AnswersProposal {
    chess::Color seat{};
    bool accepts{};
    std::optional<MatterNumber>
        matter; // of the agenda; if absent, the newest that can be agreed on
};

// --- clock and call
struct Presses {
    chess::Color seat{};
    Performer by{};
    std::optional<Medium> through{}; // by a hand on the clock if absent
};

struct Pauses { // to call the arbiter (6.11.2)
    chess::Color seat{};
};

struct Arrives {
    chess::Color seat{};
};

struct Seals { // adjournment: the move itself is on paper
    chess::Color seat{};
};

// A player who neither sees nor hears has read on the braille display what the device announces for
// him; his interlocked press takes effect then.
struct Acknowledges {
    chess::Color seat{};
};

// --- the read-back
// What a person typed in the name of a player, and what the other player would hear of. It counts
// when whoever typed it has had it read back and confirms it: a slip of the fingers is no slip at
// the board.
using ReadBackAct = std::variant<Announces, Corrects, Draws, Claims, Resigns, Repeats>;

struct TypesLine {
    ConsoleRole console{};
    ReadBackAct act;
};

// It was read back and is meant.
struct ConfirmsLine {
    ConsoleRole console{};
    bool in_words{}; // "yes", which no finger types by bouncing on Enter
};

struct WithdrawsLine {
    ConsoleRole console{};
};

// In a club and in training each player has his lines read back or not, as he likes.
struct ChoosesReadBack {
    chess::Color seat{};
    bool wanted{};
};

// --- his voice
// That player's voice is heard no more: consent is withdrawn by one word.
struct WithdrawsHearing {
    chess::Color seat{};
};

// Another microphone from now on, by a part of its name; the recorder looks for it (D.2.7).
struct ChoosesMicrophone {
    std::string device;
};

} // namespace ansage::table
