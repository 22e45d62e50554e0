// SPDX-License-Identifier: GPL-3.0-or-later
// What boards, clocks and adapters report, and what time brings. Of input.hpp.
#pragma once

#include "base/instant.hpp"
#include "chess/reading.hpp"
#include "chess/types.hpp"
#include "table/model/ledger.hpp"
#include "table/model/player_acts.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ansage::table {

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

struct TimeReached {};

// Stored once a second while a clock runs; after a crash the clocks stand at the last one.
struct TimeNoted {};

// After a crash: the clocks stand, halted, at the last stored instant; `gap` is how long nothing
// was stored, by the wall clock, if that is known.
struct Resumed {
    std::optional<base::Millis> gap;
};

} // namespace ansage::table
