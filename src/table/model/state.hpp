// SPDX-License-Identifier: GPL-3.0-or-later
// The whole table as a value. It changes only through apply().
#pragma once

#include "chess/positions.hpp"
#include "clock/clocks.hpp"
#include "laws/ending.hpp"
#include "laws/touch.hpp"
#include "table/model/event.hpp"
#include "table/model/ledger.hpp"
#include "table/model/seat.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ansage::table {

enum class Phase : std::uint8_t {
    not_started,
    playing, // clocks may stand all the same, when the arbiter halted them: see Clocks::halted()
    adjourned,
    ended,
};

// A piece that a hand has taken up.
struct HeldPiece {
    chess::SquareReading piece;
    chess::Square from;
};

struct BoardState {
    chess::Reading reading;
    // The same with the pieces that an occupancy board cannot tell apart, as far as the hand could
    // be followed since the board last agreed with the record. No testimony, but a hand that puts
    // the board right must not be sent to take a pawn for a knight.
    chess::Reading followed;
    std::vector<HeldPiece> held;
    // Since the own last move was made or, in the opponent's turn, the board last agreed with the
    // record.
    std::vector<Change> trace;
    std::vector<Change> turn_trace; // of its player's turn, until the opponent moves
    std::optional<base::Instant> changed_at; // there while the board has not been quiet long enough
    chess::SquareSet lifted; // since the opponent's last move was made
    Ply matched; // the newest whose position the board has shown, at rest
    bool agrees = true; // with that position, when it last came to rest
    bool lost = false;
    bool repairing = false;
    // No sensor sees it, and somebody said that it departs from the record; otherwise such a board
    // is taken to follow it.
    bool is_said = false;
    std::optional<Message> guided; // the last instruction given to the hand
    std::optional<base::Instant> press_waits; // a press to be judged when the board is quiet
    std::optional<std::uint64_t>
        press_after; // interlock: a press that waits for this utterance's end
    bool unacknowledged = false; // ... or until its player has read what is announced for him
    std::optional<Medium> press_through{}; // of the press that waits so
    std::vector<laws::Touch> pending_touches; // lifts that are touches once the debounce is over
};

struct OpenAlert {
    std::uint64_t id = 0;
    AlertKind kind{};
    std::optional<chess::Color> about;
    Ply ply;
    MoveId move{}; // that it rests on: once that is not on the path, the same may happen anew
    chess::SquareSet squares; // where, if anywhere
    bool open = true;
    bool told_players = false;
};

// One of the agenda. Closed ones stay, for a ruling can be taken back.
struct Matter {
    MatterNumber number;
    MatterKind kind{};
    MatterState state = MatterState::open;
    std::optional<chess::Color> about;
    Ply ply;
    MoveId move{}; // that it rests on
    std::optional<std::uint64_t> alert;
    std::optional<MatterNumber> by; // the ruling that left it moot
    std::optional<Proposal> proposal;
    std::optional<Claimed> claim;
    PerColor<bool> agreed; // which player has accepted it, where there is no arbiter
    base::Instant changed; // the last time that any of this did
};

// As it begins.
Matter matter_of(const Raised& raised);
// A claim was made in the position before its ply, and a flag falls whatever is played then.
bool rests_on_move_before(MatterKind kind);

// Two players without an arbiter can agree on it: on what is proposed, on an offence, and on a
// claim of which the record has nothing to say.
bool is_answerable(const Matter& matter);

// 9.5.3: that ply must be that move. The player has done so, or not, when the ply is completed.
struct IntendedMove {
    Ply ply;
    chess::Move move;
    friend bool operator==(const IntendedMove&, const IntendedMove&) = default;
};

// What belongs to the move being played, and ends with it.
struct TurnState {
    PerColor<std::vector<laws::Touch>> touches;
    PerColor<std::optional<IntendedMove>> intended;
    std::optional<EndNoted> end_noted;
    PerColor<base::Millis> end_times; // what the clocks showed then
    std::optional<chess::Color> draw_offer;
    // Since the last move this player has offered a draw, whatever became of it, and was refused so
    // often when he did it again; absent: he has not.
    PerColor<std::optional<unsigned>> offered_again;
};

// The table as a ruling found it: what it takes to undo it. What it cut is in State::left.
struct BeforeRuling {
    Phase phase{};
    MoveId root{};
    std::vector<MoveId> path; // a move that had been begun too
    Ply made;
    MoveId next{}; // the move that was being played
    std::vector<PlyRecord> plies; // those that the ruling may have changed, as they were
    TurnState turn;
    PerColor<base::Millis> remaining;
    PerColor<unsigned> completed; // by the clocks
    PerColor<bool> flagged;
    std::optional<chess::Color> running;
    std::optional<chess::Color> resume_for;
    PerColor<Ply> matched; // by the boards
    std::vector<Matter> open; // of the agenda
    std::vector<std::uint64_t> alerts; // that were open
    std::uint64_t next_id = 1;
};

// One in force.
struct RulingKept {
    MatterNumber matter;
    base::Instant at;
    BeforeRuling before;
    MoveId tip{}; // the last move of the path, when all of it was done
    bool changes_record = false; // it took back moves, changed one, or ended the game
    bool clears_turn = false; // what had been said and offered in the move being played went
    PerColor<base::Millis> given; // to each clock
    PerColor<base::Millis> carried; // of that, by what was ruled on the same matter before
    bool is_done = false;
    PerColor<unsigned> counted; // illegal moves
    bool counts = true; // them; not once the moves they were counted after are taken back
    std::optional<chess::Color> runs; // whose clock, when all of it was done
    std::vector<std::uint64_t> closed_alerts; // ids of alerts that were open until then
};

struct State : TurnState {
    std::shared_ptr<const TableSetup> setup; // never null, never changes
    Phase phase = Phase::not_started;
    clock::Clocks clocks;
    // The record, which is the path: each ply rests on the one before it. At most the last is open.
    PerPly<PlyRecord> plies;
    std::vector<PlyRecord> left; // what rulings cut or corrected, in the order in which they did
    MoveId root{}; // the start; another one, where another game was begun (7.2, 7.3)
    MoveId next_move{1}; // the one being played, until it is begun
    std::uint32_t move_ids = 1; // given so far
    chess::Positions positions;
    std::vector<chess::PositionKey> keys; // of each position
    PerColor<BoardState> boards;
    PerColor<bool> adjusting;
    PerColor<unsigned> illegal_moves; // counted, and not taken back with the moves before them
    PerColor<bool> flagged;
    PerColor<Alarms> alarms;
    PerColor<std::optional<Alarms>> alarms_asked; // and not answered yet
    // The lowest time at which an alarm is not due any more (alarms.hpp); absent: all are.
    PerColor<std::optional<base::Millis>> alarmed;
    std::set<std::string> overridden; // clauses the arbiter set aside, each with a recorded reason
    std::vector<OpenAlert> alerts;
    std::vector<Matter> agenda; // in the order in which they became true; the first is number 1
    std::vector<RulingKept> rulings; // in force, in the order in which they were given
    std::optional<HallRulingAsked> hall_asked; // waits for the console's answer
    std::map<std::string, HallAnswer> hall_answers; // by the ruling's id
    PerColor<bool> arrived; // at the board (6.7.1)
    std::optional<base::Instant> started_at; // when the first clock ran
    std::optional<Ended> result;

    // A repetition that differs and may still be mended by the players themselves.
    struct Mending {
        Ply ply;
        base::Instant since;
    };

    std::optional<Mending> mending;

    // A recorder runs at this table, and whose voice it has now.
    struct Recorder {
        bool is_continuous = false;
        std::optional<RecordingKeyed> keyed;
        bool has_gap = false; // something of its file was lost, and everybody knows
    };

    // The official clock, where it is not ours and can be heard.
    struct OfficialClock {
        chess::Color board{};
        bool is_running = false;
    };

    std::optional<OfficialClock> official_clock;
    std::optional<Recorder> recorder;
    bool is_recorded = false; // there was one, and people know of it

    // A table that listens for moves (docs/hearing.md).
    struct Listening {
        bool has_microphone = false;
        std::optional<ListeningKeyed> keyed; // whose window is open
        base::Instant since; // ... and since when
        PerColor<bool> consents; // given at set-up, and not withdrawn
        PerColor<unsigned> missed; // windows in a row of which nothing was understood
    };

    Listening listening;

    // The move of the own score that the player was told last: a review goes on from there. 0:
    // none.
    PerColor<chess::MoveNumber> reviewed;

    // What was done in the open, as each player was told of it.
    struct Notification {
        base::Instant at;
        Message message;
    };

    PerColor<std::vector<std::shared_ptr<const Notification>>> told;

    // Boards are being compared by questions.
    struct Inquiry {
        std::optional<SquareAsked> asked; // and not answered yet
        std::vector<SquareAnswered> answers;
    };

    std::optional<Inquiry> inquiry;

    // Typed, read back, and neither confirmed nor withdrawn yet.
    struct OpenLine {
        ReadBackAct act;
        Ply ply;
        base::Instant at;
    };

    std::map<ConsoleRole, OpenLine> lines;
    PerColor<bool> reads_back; // as each player chose

    std::optional<chess::Color> resume_for; // a ruling changed whose clock runs next
    std::map<std::uint64_t, Said> unfinished; // said, and not reported finished
    std::map<Audience, Said> last_said; // what each may want to hear again
    std::uint64_t next_id = 1; // of alerts and utterances

    // Made plies, legal or not.
    Ply made() const { return positions.made(); }

    const chess::Position& position() const { return positions.back(); }

    chess::Color to_move() const { return position().turn(); }

    // The ply that is being played, if anything is known of it yet.
    const PlyRecord* open_ply() const { return plies.last() > made() ? &plies.back() : nullptr; }

    // That ply's; 0 is the start, and behind the last there is the one being played.
    MoveId move_at(Ply ply) const;
    // It stands, or is being played.
    bool is_on_path(MoveId move) const;

    const Seat& seat(chess::Color color) const { return setup->seats[color]; }

    // What is typed of that player's moves is read back first. A board with sensors shows the slip
    // by itself.
    bool is_read_back(chess::Color color) const {
        const bool is_wanted = setup->mode == Mode::tournament || reads_back[color];
        return is_wanted && !has_sensors(color);
    }

    // That player's voice is listened to when he asks for it. Never in a tournament: what is not
    // understood tells something of what is legal (first principles 3 and 12).
    bool hears(chess::Color color) const {
        return listening.has_microphone && listening.consents[color];
    }

    // There is a board with sensors, and it reports.
    bool has_sensors(chess::Color color) const {
        return seat(color).board != BoardKind::none && !boards[color].lost;
    }

    // What stands on that board is known: sensors see it, or it was said.
    bool is_known(chess::Color color) const {
        return has_sensors(color) ||
            (seat(color).board == BoardKind::none && boards[color].is_said);
    }

    // Its sensors are a witness: they report, and the board is still kept (time trouble).
    bool is_witness(chess::Color color) const {
        return has_sensors(color) && find_open(AlertKind::board_not_kept, color) == nullptr;
    }

    const OpenAlert* find_open(AlertKind kind, std::optional<chess::Color> about) const;
    // Raised before, for that ply, open or not.
    bool was_raised(AlertKind kind, std::optional<chess::Color> about, Ply ply) const;

    // The last move, where it is in doubt.
    std::optional<Ply> move_in_doubt() const;

    // Null if there is none of that number, or no number.
    const Matter* find_matter(std::optional<MatterNumber> number) const;
    [[nodiscard]] Matter* find_matter(std::optional<MatterNumber> number);
    // Of the newest open matter that has one; null if none has. After the end one that takes a
    // ruling back.
    const Proposal* open_proposal() const;
    // The newest that two players without an arbiter can agree on, after the end as above; null if
    // there is none.
    const Matter* newest_answerable() const;

    // Moves can be made now: the game is on and the arbiter has not halted it.
    bool in_play() const { return phase == Phase::playing && !clocks.halted(); }
};

State open_table(TableSetup setup);

// Which ply words of `seat` speak of: an announcement or a repetition. Absent where they can speak
// of none. The words refer to the position before it.
std::optional<Ply> announced_ply(const State& state, chess::Color seat);
std::optional<Ply> repeated_ply(const State& state, chess::Color seat);
// The position for the parser: of announced_ply or repeated_ply, or the current one.
const chess::Position& announcing_position(const State& state, chess::Color seat);
const chess::Position& repeating_position(const State& state, chess::Color seat);

// The position for a move said to be executed on a board without sensors: the opponent's last move
// if it has not been carried out there yet, otherwise the own one.
const chess::Position& executing_position(const State& state, const Executes& input);
// The position that an entry for ply `ply` refers to; the last one if there is none.
const chess::Position& writing_position(const State& state, Ply ply);

// How long a board must be quiet before it is judged: by the kind of its sensors, and longer where
// a release alone makes the move.
base::Millis debounce_time(const State& state, chess::Color board);

// D.2.11: a hearing-impaired player meets a visually impaired one, nobody assists, and the arbiter
// has not set that aside. Tournament play does not start then.
bool lacks_assistant(const State& state);
// D.2.11: the visually impaired player is assisted, so the sighted opponent may not be, and the
// arbiter has not set that aside.
bool has_too_many_assistants(const State& state);
// Somebody assists at this table, for either player (D.2.10).
bool has_assistant(const State& state);

// The last that is completed.
Ply completed_plies(const State& state);

} // namespace ansage::table
