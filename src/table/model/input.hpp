// SPDX-License-Identifier: GPL-3.0-or-later
// What reaches the table: what a person did, what a board or clock reported, what an adapter
// reports back, or that time was reached. The shell stamps each once.
#pragma once

#include "base/alternatives.hpp"
#include "base/instant.hpp"
#include "base/ordinal.hpp"
#include "chess/reading.hpp"
#include "chess/types.hpp"
#include "laws/result.hpp"
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

// --- boards; `board` is the seat whose board it is
struct Lifts {
    chess::Color board{};
    chess::Square square;
    std::optional<chess::Piece> piece; // identity boards
};

struct Places {
    chess::Color board{};
    chess::Square square;
    std::optional<chess::Piece> piece;
};

struct Unsure {
    chess::Color board{};
    chess::Square square;
};

// A full reading.
struct Shows {
    chess::Color board{};
    chess::Reading reading;
};

enum class BoardButton : std::uint8_t { announce, repeat, time, draw };

struct PressesButton {
    chess::Color board{};
    BoardButton button{};
};

// flutters: so much comes from there that no hand has done it; it is not believed, and its noise is
// counted, until it is steady.
enum class BoardReport : std::uint8_t { lost, back, turned, flutters, steady };

// What of a board flutters, where it is no square.
enum class BoardPart : std::uint8_t { lever, buttons, board };

struct BoardReports {
    chess::Color board{};
    BoardReport report{};
    std::optional<chess::Square> square{}; // flutters, steady: this one, or that part
    std::optional<BoardPart> part{};
    std::optional<unsigned> count{}; // steady: what came of it meanwhile
};

// What the clock at a board displays, to the second. Where it is the official one, ours follow it.
struct ClockShows {
    chess::Color board{};
    base::Millis white{0};
    base::Millis black{0};
    bool is_white_down = false; // the flag
    bool is_black_down = false;
    std::optional<chess::Color> running; // absent: both stand
    bool is_there = true; // false: it was unplugged from the board
};

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

// --- arbiter
enum class ArbiterAct : std::uint8_t {
    starts,
    pauses,
    resumes,
    accepts_proposal,
    rejects_proposal,
    rules_correct,
    rules_incorrect,
    rules_stands,
    adjourns,
    rules_illegal, // the matter of that number (7.5)
    takes_back, // a ruling
    rules_both_flags, // both are down, and nobody knows which was first
    rules_colours, // the game was begun with colours reversed (7.3)
    postpones, // the decision on a claim (Guidelines III.5.2)
    rules_start, // the pieces had been set up wrongly (7.2.1)
    rules_turned_board, // the board lay wrongly (7.2.2)
    confirms_hall, // what an arbiter of the hall rules
    declines_hall,
    rules_postponed, // the decision on a claim, and its opponent is given time for it
};

// `reason`, here and below: the arbiter's own words, kept with the decision.
struct Arbiter {
    ArbiterAct act{};
    std::optional<std::string> reason;
    // Which of the agenda; if absent, the newest that the act fits.
    std::optional<MatterNumber> matter;
    friend bool operator==(const Arbiter&, const Arbiter&) = default;
};

struct ArbiterSets { // remaining time of a clock (6.10.2)
    chess::Color color{};
    base::Millis remaining{0};
    std::optional<std::string> reason;
    friend bool operator==(const ArbiterSets&, const ArbiterSets&) = default;
};

struct ArbiterSetsMoves { // the counter of completed moves (7.1)
    chess::Color color{};
    unsigned moves = 0;
    friend bool operator==(const ArbiterSetsMoves&, const ArbiterSetsMoves&) = default;
};

struct ArbiterAnswersAlarms { // accepts or rejects a standing request
    chess::Color color{};
    bool accepted{};
};

struct ArbiterAdds { // 12.9.2; below zero it is taken off (12.9.3)
    chess::Color color{};
    base::Millis time{0};
    std::optional<std::string> reason;
    std::optional<bool> both{}; // clocks (12.5)
    friend bool operator==(const ArbiterAdds&, const ArbiterAdds&) = default;
};

struct ArbiterWarns { // 12.9.1
    chess::Color color{};
    std::optional<std::string> reason;
};

struct ArbiterRulesIllegal { // 7.5
    chess::Color color{};
    std::optional<bool> two_hands; // 7.5.4: what the arbiter saw
    std::optional<std::string> reason;
    friend bool operator==(const ArbiterRulesIllegal&, const ArbiterRulesIllegal&) = default;
};

struct ArbiterRestores { // to the position after ply `ply`, 0 = the start
    Ply ply;
    std::optional<std::string> reason;
    friend bool operator==(const ArbiterRestores&, const ArbiterRestores&) = default;
};

struct ArbiterEnds {
    laws::Score score{};
    std::string reason; // a laws::Termination's name, or words of the arbiter's
    std::optional<std::string> because{}; // his words beside the name
    friend bool operator==(const ArbiterEnds&, const ArbiterEnds&) = default;
};

struct ArbiterOverrides { // a recorded override of a rule, with its reason (D.1)
    std::string clause;
    std::string reason;
};

// An arbiter of the hall rules on an open matter, and says that he was at the table and heard both.
// It takes effect when the table's own console confirms it.
struct HallRules {
    std::string id; // of this ruling: what comes twice is one
    std::string arbiter; // whose account it came from
    MatterNumber matter;
    base::Millis seen{0}; // when that matter had changed last, as he saw it
    bool accepts{}; // what the agenda proposes
    std::string statement;
};

struct Seals { // adjournment: the move itself is on paper
    chess::Color seat{};
};

// A player who neither sees nor hears has read on the braille display what the device announces for
// him; his interlocked press takes effect then.
struct Acknowledges {
    chess::Color seat{};
};

// The last own move back, by agreement.
struct TakesBack {
    friend bool operator==(const TakesBack&, const TakesBack&) = default;
};

// What an arbiter could do, where none is present: both players agree on it (principle 9).
using AgreedAct = std::variant<
    Arbiter,
    ArbiterSets,
    ArbiterSetsMoves,
    ArbiterAdds,
    ArbiterRulesIllegal,
    ArbiterRestores,
    ArbiterEnds,
    TakesBack>;

struct Suggests {
    chess::Color seat{};
    AgreedAct act;
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

// --- hearing
// What a table that listens made of a player's voice, or of the microphone (docs/hearing.md).
enum class HearingNews : std::uint8_t {
    began, // a microphone is listened to
    understood, // as `move`
    not_understood,
    too_short, // half a second at least
    // What spoils the sound of that window:
    silent,
    too_quiet,
    clipped,
    narrow_band, // a telephone's, or a headset's in its telephone mode
    stuck, // the microphone is there, and nothing comes from it
    // What holds for the table:
    noisy, // it is loud here while nobody speaks
    gone, // the microphone, or none was there
};

// Nothing heard acts: what was understood is read back to whoever spoke, and his key confirms it.
struct HearingReported {
    HearingNews news{};
    std::optional<chess::Color> speaker; // whose window it was
    RecordingKey key{}; // the own move, or the repetition of the opponent's
    std::optional<HeardMove> move;
    std::string how; // the verdict's numbers and the library's version; for the record alone
};

// That player's voice is heard no more: consent is withdrawn by one word.
struct WithdrawsHearing {
    chess::Color seat{};
};

// --- adapters and time
enum class SpeechOutcome : std::uint8_t { finished, cut, dropped, failed };

struct UtteranceReported {
    std::uint64_t id = 0;
    SpeechOutcome outcome{};
};

// dropped: the console did not take what it was told. replaced: its role joined somewhere else.
// refused: somebody tried to join a role without its code. freed: the arbiter gave up on whoever
// had it on a telephone, and somebody else may have it.
enum class ConsoleChange : std::uint8_t { joined, left, dropped, replaced, refused, freed };

struct ConsoleReports {
    ConsoleRole console{};
    ConsoleChange change{};
    std::optional<unsigned> count{}; // so often since it was told last, if more than once
};

// What carries the table's pages to browsers went, or came back.
struct PageReports {
    bool is_there = false;
};

// A console asked for what its role may not do; the text as it was typed.
struct Oversteps {
    ConsoleRole console{};
    std::string text;
    std::optional<unsigned> count{}; // so often since it was stored last, if more than once
};

// What a console answers to what was typed at it, besides what the table decides.
enum class Reply : std::uint8_t {
    taken_down,
    not_understood,
    unchanged, // what had to be confirmed was not, or, with the reason as `topic`, nothing to do
    confirm_resignation,
    confirm_draw,
    confirm_signature,
    confirm_act, // `topic` is the act as typed
    confirm_move, // `topic` is a move that words come near to, in the words of the table
    help, // `topic` is the command that is explained
};

struct Replies {
    ConsoleRole console{};
    Reply reply{};
    std::string topic;
    std::optional<std::string> word{}; // which confirms: "win"; y, if absent
    std::optional<unsigned> count{}; // as in Asks
    std::optional<base::Instant> from{};
};

enum class RecordingNews : std::uint8_t {
    began, // a file, for what is spoken while a key is down
    began_continuous, // a file, for everything
    spoken, // `speaker` was recorded for `ply`
    length, // of the file so far, which its header may not know
    disk_low, // room for `to` more
    stopped, // the disk is full
    microphone_gone, // which stops it, too
    erased, // all but what was `spoken`
    microphone_back, // into `file`, which began before
    samples_lost, // somewhere between `from` and `to`: the file is shorter than the time it took
    microphone_missing, // the one that was chosen is not there; `device` names those that are
};

// What the recorder did (D.2.7): the index of the sound files beside the journal.
struct RecordingReported {
    RecordingNews news{};
    std::string file; // its name, without a folder
    std::optional<chess::Color> speaker;
    std::optional<Ply> ply;
    base::Millis from{0}; // in the file
    base::Millis to{0};
    std::optional<std::string> device; // of microphone_back: the name of the one that was chosen
};

// Another microphone from now on, by a part of its name; the recorder looks for it (D.2.7).
struct ChoosesMicrophone {
    std::string device;
};

struct TimeReached {};

// Stored once a second while a clock runs; after a crash the clocks stand at the last one.
struct TimeNoted {};

// After a crash: the clocks stand, halted, at the last stored instant; `gap` is how long nothing
// was stored, by the wall clock, if that is known.
struct Resumed {
    std::optional<base::Millis> gap;
};

using InputAlternatives = std::variant<
    Lifts,
    Places,
    Unsure,
    Shows,
    PressesButton,
    BoardReports,
    Confirms,
    Executes,
    Announces,
    Repeats,
    Corrects,
    Adjusts,
    Asks,
    RequestsAlarms,
    Draws,
    Claims,
    Resigns,
    Writes,
    Records,
    Signs,
    AnswersProposal,
    Presses,
    Pauses,
    Arrives,
    Arbiter,
    ArbiterSets,
    ArbiterSetsMoves,
    ArbiterAnswersAlarms,
    ArbiterAdds,
    ArbiterWarns,
    ArbiterRulesIllegal,
    ArbiterRestores,
    ArbiterEnds,
    ArbiterOverrides,
    Seals,
    UtteranceReported,
    ConsoleReports,
    PageReports,
    Oversteps,
    Replies,
    RecordingReported,
    ChoosesMicrophone,
    TimeReached,
    TimeNoted,
    Resumed,
    Acknowledges,
    Suggests,
    Compares,
    AnswersSquare,
    ClockShows,
    HallRules,
    TypesLine,
    ConfirmsLine,
    WithdrawsLine,
    ChoosesReadBack,
    HearingReported,
    WithdrawsHearing>;

// One of them.
struct InputBody : base::OneOf<InputAlternatives> {
    using OneOf::OneOf;
};

struct Input {
    base::Instant at; // never earlier than the input before
    InputBody body;
};

} // namespace ansage::table

extern template class ansage::base::OneOf<ansage::table::InputAlternatives>;
