// SPDX-License-Identifier: GPL-3.0-or-later
// What the table decides. decide() returns events, the journal keeps them, apply() is total and
// pure.
#pragma once

#include "table/model/input.hpp"
#include "table/model/proposal.hpp"

namespace ansage::table {

// Closed lists: names never change, the lists may grow (docs/table-script.md).
enum class AlertKind : std::uint8_t {
    announcement_differs_from_board,
    repetition_differs,
    opponent_board_differs,
    boards_differ,
    pressed_before_made,
    pressed_before_announced,
    illegal_move_completed,
    touched_piece_not_moved,
    promotion_not_announced,
    correction_not_immediate,
    piece_displaced,
    flag_fallen,
    scores_differ,
    sensor_unclear,
    board_not_kept,
    board_lost,
    board_back,
    sensor_flutters,
    move_not_heard,
    intended_move_not_played, // 9.5.3: the claim rested on it
};

enum class Refusal : std::uint8_t {
    not_a_move,
    ambiguous,
    not_your_turn,
    game_over,
    clock_halted,
    not_allowed,
    nothing_to_correct,
    claim_lost,
    offered_before,
};

// --- boards
struct Sensed {
    chess::Color board{};
    chess::Square square;
    chess::SquareReading now;
};

struct Read { // a full reading
    chess::Color board{};
    chess::Reading reading;
};

// The board has been quiet for its settle time; `matches` is the ply of the record whose position
// it shows, if it shows one.
struct Settled {
    chess::Color board{};
    std::optional<Ply> matches;
};

struct BoardStatus {
    chess::Color board{};
    BoardReport report{};
};

struct Touched { // D.2.2, 4.3
    chess::Color seat{};
    chess::Square square;
};

struct Adjusting {
    chess::Color seat{};
    bool open{};
};

// --- moves
struct Testified {
    Ply ply;
    Testimony testimony;
};

struct Made { // a made move that is made again before its press replaces the first
    Ply ply;
    chess::Move move = chess::Move::ordinary({}, {});
    std::string san;
    bool legal = true;
};

// Words alone had made it, and before the press they are taken back (D.2.8), or another move is
// said to stand on the board.
struct Unmade {
    Ply ply;
};

// The king's move of that ply may be no move (PlyRecord::in_doubt); whatever else tells it ends
// that.
struct MoveDoubted {
    Ply ply;
};

struct MoveKept { // by the arbiter's word, or both players'
    Ply ply;
};

// What somebody says of a board that no sensor sees.
struct BoardSaid {
    chess::Color board{};
    chess::Reading reading;
};

// A question about a board that no sensor sees (D.2.9).
struct SquareAsked {
    chess::Color board{};
    chess::Square square;
};

struct SquareAnswered {
    chess::Color board{};
    chess::Square square;
    std::optional<chess::Piece> piece;
};

// All that tells was asked.
struct Compared {};

struct Completed {
    Ply ply;
    std::string san;
};

// The mover's press waits to be judged until his board is quiet; PressJudged ends the wait. With
// `until_said` it is an interlocked press that takes effect when that utterance ends (principle 2).
struct PressWaits {
    chess::Color seat{};
    std::optional<std::uint64_t> until_said;
    std::optional<bool> until_acknowledged{}; // in braille, by a player who does not hear
    std::optional<Medium> through{}; // of the press
};

struct PressJudged {
    chess::Color seat{};
};

// --- clocks
struct ClockPressed {
    chess::Color seat{};
    bool switched{};
    std::optional<Medium> through{}; // as in Presses
};

struct ClockStarted {
    chess::Color color{};
};

struct ClockHalted {};

struct ClockAdjusted {
    chess::Color color{};
    base::Millis remaining{0};
};

// The official clock at `board` runs or stands; absent: it is not heard, and ours go on alone.
struct OfficialClockChanged {
    chess::Color board{};
    std::optional<bool> is_running;
};

// One more completed move at a clock alone, or the arbiter's hand on the counter (7.1).
struct MovesCounted {
    chess::Color color{};
    unsigned moves = 0;
};

struct AlarmsRequested {
    chess::Color seat{};
    Alarms alarms{};
};

struct AlarmsSet { // from now on that seat hears alarms so
    chess::Color seat{};
    Alarms alarms{};
};

struct AlarmReached { // the clock shows `left`; said or not
    chess::Color color{};
    base::Millis left{0};
};

// From now on each move has so much more, as a delay (Guidelines III.4).
struct ExtraTimeGiven {
    base::Millis each_move{0};
};

struct FlagFell {
    chess::Color color{};
};

struct Noted {}; // TimeNoted, Resumed

// --- alerts, proposals, rulings
struct Alerted {
    std::uint64_t id = 0;
    AlertKind kind{};
    std::optional<chess::Color> about;
    Ply ply;
    chess::SquareSet squares; // where, if anywhere
    std::optional<std::uint64_t> upgrades; // an open alert that this one replaces
    Message message;
};

struct AlertClosed {
    std::uint64_t id = 0;
    AlertKind kind{};
};

// `matter`, here and below: which of the agenda, by its number. A journal of before there was one
// has none: then it is the newest that fits.
struct Proposed {
    Proposal proposal;
    std::optional<MatterNumber> matter;
};

struct ProposalEnded {
    bool accepted{};
    std::optional<MatterNumber> matter;
};

struct ProposalAgreed { // by one player of two (principle 9)
    chess::Color seat{};
    std::optional<MatterNumber> matter; // if absent, the newest that can be agreed on
};

struct Refused {
    Refusal reason{};
    std::optional<chess::Color> seat;
    Message message;
};

struct RepairStarted {
    chess::Color board{};
};

struct RepairGuided { // the hand was given this instruction
    chess::Color board{};
    Message message;
};

struct RepairEnded {
    chess::Color board{};
};

struct Restored {
    Ply ply; // the last that is kept
    std::optional<bool>
        is_new_game{}; // offences and offers of the one before do not count (7.2, 7.3)
    // Nor do those that were counted after moves that are taken back.
    std::optional<bool> forgets_offences{};
};

// The record takes the move that both players testify; the moves after it stay (D.2.9).
struct RecordCorrected {
    MoveCorrection correction;
};

struct IllegalCounted {
    chess::Color color{};
    std::optional<bool> two_hands; // 7.5.4: the move stands
};

struct Warned {
    chess::Color color{};
};

struct Overridden {
    std::string clause;
    std::string reason;
};

// Why the arbiter decided as he did.
struct Reasoned {
    std::string reason;
};

struct DrawOffered {
    chess::Color seat{};
};

struct DrawOfferEnded {};

struct Claimed {
    chess::Color seat{};
    ClaimKind kind{};
    std::optional<chess::Move> with;
    std::optional<MatterNumber> matter;
    std::optional<bool> is_offer; // of a draw as well (9.1.2.3)
    std::optional<bool>
        is_barred{}; // it could not be made (Guidelines III.2.2): none that is wrong
};

struct ClaimEnded {
    bool correct{};
    std::optional<MatterNumber> matter;
};

struct Signed {
    chess::Color seat{};
    std::optional<std::string> name;
};

struct Arrived {
    chess::Color seat{};
};

struct Sealed {
    chess::Color seat{};
};

// The Laws ended the game at this ply (6.2.1.1). Journal only until the press (principle 3, 6).
struct EndNoted {
    Ply ply;
    laws::Score score{};
    laws::Termination termination{};
};

struct Ended {
    laws::Score score{};
    laws::Termination termination{};
    std::string reason; // the arbiter's words, if termination is `arbiter`
};

struct Adjourned {};

// --- the agenda
// Something that the arbiter has to answer became true (first principle 10).
struct Raised {
    MatterNumber number;
    MatterKind matter{};
    std::optional<chess::Color> about; // whose board, move, hand, claim or flag
    Ply ply; // that it concerns
    std::optional<std::uint64_t> alert; // that is closed with it
    Message message; // which it is, what follows from it, and the article
};

struct MatterChanged {
    MatterNumber number;
    MatterState state{};
    std::optional<MatterNumber> by; // the ruling that left it moot
};

// The arbiter answers it now; what follows of that comes between this and its MatterChanged.
struct Ruled {
    MatterNumber number;
};

// ... and now he does not; all that followed is as it was.
struct TakenBack {
    MatterNumber number;
    // Nor are rulings in force that were given on what has been played since.
    std::optional<bool> forgets_rulings{};
};

// The console is asked to confirm what an arbiter of the hall rules.
struct HallRulingAsked {
    std::string id;
    std::string arbiter;
    MatterNumber matter;
    base::Millis seen{0};
    bool accepts{};
    std::string statement;
};

// outdated: another answer, or what was played, came before the console's.
enum class HallAnswer : std::uint8_t { confirmed, declined, outdated };

struct HallRulingEnded {
    std::string id;
    HallAnswer answer{};
};

// 7.5.1, 4.3: what that player must do with the next move, where he can.
struct Obliged {
    chess::Color seat{};
    chess::SquareSet squares; // the pieces that count as touched
    std::optional<chess::Move> move; // 9.5.3: and no other than this
};

// --- words
struct Said {
    std::uint64_t id = 0;
    Audience audience{};
    Priority priority{};
    Cause cause{};
    Message message;
};

struct SpeechEnded {
    std::uint64_t id = 0;
    SpeechOutcome outcome{};
};

struct ConsoleStatus {
    ConsoleRole console{};
    ConsoleChange change{};
};

// Nobody but whoever typed it is told before it has ended.
struct LineReadBack {
    ConsoleRole console{};
    ReadBackAct act;
    Ply ply; // that an announcement speaks of
};

struct LineEnded {
    ConsoleRole console{};
    ReadBackAct act;
    Ply ply;
    bool confirmed{};
};

// What was announced of that ply is said no more (D.2.8); what its player says next corrects it.
struct WordsWithdrawn {
    Ply ply;
};

struct ReadBackChosen {
    chess::Color seat{};
    bool wanted{};
};

// From now on that player's voice is recorded, or, with `off`, nobody's.
struct RecordingKeyed {
    chess::Color seat{};
    RecordingKey key{};
};

// A row of the recording's index.
struct Recorded {
    RecordingNews news{};
    std::string file;
    std::optional<chess::Color> speaker;
    std::optional<Ply> ply;
    base::Millis from{0};
    base::Millis to{0};
    std::optional<std::string> device;
    friend bool operator==(const Recorded&, const Recorded&) = default;
};

struct MicrophoneChosen {
    std::string device;
};

// From now on that player's voice is heard, or, with `off`, nobody's.
struct ListeningKeyed {
    chess::Color seat{};
    RecordingKey key{};
};

// What a table that listens has heard, or why it has not.
struct Listened {
    HearingNews news{};
    std::optional<chess::Color> speaker;
};

// Where both had to agree, neither is heard any more.
struct HearingWithdrawn {
    chess::Color seat{};
};

using EventAlternatives = std::variant<
    Sensed,
    Read,
    Settled,
    BoardStatus,
    Touched,
    Adjusting,
    Testified,
    Made,
    Completed,
    PressWaits,
    PressJudged,
    ClockPressed,
    ClockStarted,
    ClockHalted,
    ClockAdjusted,
    MovesCounted,
    AlarmsRequested,
    AlarmsSet,
    AlarmReached,
    FlagFell,
    Noted,
    Alerted,
    AlertClosed,
    Proposed,
    ProposalEnded,
    ProposalAgreed,
    Refused,
    RepairStarted,
    RepairGuided,
    RepairEnded,
    Restored,
    IllegalCounted,
    Warned,
    Overridden,
    DrawOffered,
    DrawOfferEnded,
    Claimed,
    ClaimEnded,
    Signed,
    Arrived,
    Sealed,
    EndNoted,
    Ended,
    Adjourned,
    Said,
    SpeechEnded,
    ConsoleStatus,
    Recorded,
    RecordingKeyed,
    Reasoned,
    RecordCorrected,
    MicrophoneChosen,
    Unmade,
    BoardSaid,
    SquareAsked,
    SquareAnswered,
    Compared,
    Raised,
    MatterChanged,
    Ruled,
    TakenBack,
    Obliged,
    ExtraTimeGiven,
    OfficialClockChanged,
    HallRulingAsked,
    HallRulingEnded,
    LineReadBack,
    LineEnded,
    WordsWithdrawn,
    ReadBackChosen,
    MoveDoubted,
    MoveKept,
    ListeningKeyed,
    Listened,
    HearingWithdrawn>;

// One of them.
struct EventBody : base::OneOf<EventAlternatives> {
    using OneOf::OneOf;
};

struct Event {
    base::Instant at; // when it became true, not when it was decided
    EventBody body;
};

} // namespace ansage::table

extern template class ansage::base::OneOf<ansage::table::EventAlternatives>;
