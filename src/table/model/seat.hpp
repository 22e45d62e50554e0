// SPDX-License-Identifier: GPL-3.0-or-later
// Who sits at the table and how the table is set up. Fixed before the first move and journalled
// (D.1).
#pragma once

#include "chess/position.hpp"
#include "chess/uci.hpp"
#include "clock/time_control.hpp"
#include "laws/edition.hpp"
#include "laws/rules.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace ansage::table {

// One of something for White and one for Black.
template <class T>
struct PerColor {
    T white{};
    T black{};

    constexpr T& operator[](chess::Color color) {
        return color == chess::Color::white ? white : black;
    }

    constexpr const T& operator[](chess::Color color) const {
        return color == chess::Color::white ? white : black;
    }

    friend bool operator==(const PerColor&, const PerColor&) = default;
};

enum class Vision : std::uint8_t { impaired, sighted };
enum class BoardKind : std::uint8_t { none, identity, occupancy };

// Who performs duty 2 of D.2.10 for a seat: announces that player's moves.
enum class Announcer : std::uint8_t { self, assistant, device };
// Who repeats the other player's moves (D.2.1). A device's repetition would not be the opponent's
// (first principle 7), so there is none.
enum class Repeater : std::uint8_t { self, assistant, none };

// tournament: the nine first principles. club: no arbiter is present, the players are told alike
// and accept proposals together. training: anything may be asked.
enum class Mode : std::uint8_t { tournament, club, training };

// How an impaired player hears that the own time runs low: a standing request that the arbiter has
// accepted (D.2.6, D.2.10.4).
enum class Alarms : std::uint8_t { none, words, tones };

struct Seat {
    Vision vision = Vision::sighted;
    BoardKind board = BoardKind::identity;
    bool hearing_impaired = false;
    Announcer announces = Announcer::self;
    Repeater repeats = Repeater::self;
    std::set<unsigned> device_duties; // numbers of D.2.10.1-6 that the device performs
    std::set<unsigned> assistant_duties; // ... and the assistant
    // The arbiter allowed the player to ask his own identity board what stands where.
    bool square_answers = false;
    bool interlock = false; // the arbiter let the press make the announcement (principle 2)
    Alarms alarms = Alarms::none; // accepted at set-up
    // What the player typed is read back to him before it counts; always in a tournament.
    bool read_back = true;
    // What is for this player alone, only he hears; otherwise the room hears it, too.
    bool earphone = true;
    // The player consents to be listened to (docs/hearing.md), apart from any recording.
    bool heard = false;
    std::string name;
    std::string language = "en";
    friend bool operator==(const Seat&, const Seat&) = default;
};

// What may show the table's page: a screen of this machine, or telephones and computers on the
// network, too. In a tournament each is the arbiter's to accept (D.1, 11.3.2, 12.8).
enum class Pages : std::uint8_t { none, on, lan };

struct TableSetup {
    Mode mode = Mode::tournament;
    laws::Edition edition;
    clock::TimeControl time;
    bool supervised = true; // declared so (A.4, B.2); is_supervised() says whether it is
    unsigned arbiter_games = 1; // that the arbiter watches at once (A.4.1, B.2.1)
    bool arbiter_records = true; // he or an assistant writes each game down (A.4.2, B.2.2)
    // D.1: two when either player demands them. None: a chess clock alone, where nobody tells of
    // moves and every press that switches the clocks counts as one.
    unsigned boards = 2;
    PerColor<Seat> seats;
    chess::Position start;
    std::string arbiter_language = "en";
    std::string vocabulary; // the profile of the announcements' words
    // The rules of the quickplay finish and of both flags were announced (Guidelines III.2.1; G.2).
    bool quickplay_announced = false;
    std::optional<base::Millis> late_after; // 6.7.1, where the competition announced it
    // Ours are the official times; otherwise those of a clock at one of the boards, which ours
    // follow while it is heard.
    bool is_clock_ours = true;
    // Arbiters of the hall may rule from there, each ruling confirmed at this table.
    bool hall_rulings = false;
    Pages pages = Pages::none;

    bool is_clock_alone() const { return boards == 0; }
};

// The player has consented, and the kind of table allows it: a tournament never, a club where both
// players have agreed.
bool may_be_heard(const TableSetup& setup, chess::Color color);

// Standard, rapid or blitz, as the edition draws the line.
clock::TimeClass time_class_of(const TableSetup& setup);
// What was said of the arbiter's watch.
laws::Watch watch_of(const TableSetup& setup);
// As the edition asks for it, not only declared.
laws::Supervision supervision_of(const TableSetup& setup);
bool is_supervised(const TableSetup& setup);
// What the edition has for this time control, supervised or not.
const laws::ClassRules& class_rules(const TableSetup& setup);
// A fallen flag is nobody's business but the opponent's (A.4c of 2014, where nobody supervises).
bool only_opponent_claims_flag(const TableSetup& setup);

// UCI writes castling as the king's two squares from the standard start only.
chess::CastlingStyle castling_style(const TableSetup& setup);

} // namespace ansage::table
