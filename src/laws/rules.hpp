// SPDX-License-Identifier: GPL-3.0-or-later
// What an edition says to the facts of a case. The arbiter decides; these say what the text asks
// for, and where it asks for nothing.
#pragma once

#include "base/names.hpp"
#include "laws/edition.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ansage::laws {

// --- illegal moves
struct IllegalFacts {
    bool pressed = false; // the clock was pressed after it (7.5.1)
    bool in_last_period = true; // all the moves that remain in the time that remains
};

// Whether it counts, so that a penalty follows. Otherwise the position is put right, and no more.
bool is_offence(const IllegalMoveRule& rule, const IllegalFacts& facts);
// The edition prints what an offence costs in this class.
bool penalty_is_printed(const IllegalMoveRule& rule, const IllegalFacts& facts);

// Whether two hands in one move are an illegal move.
bool two_hands_are_illegal(const Edition& edition, bool pressed);

// --- the last period
struct LastPeriodFacts {
    bool announced = false; // before the competition began (Guidelines III.2.1; G.2)
    bool has_increment = false;
    bool in_last_period = true;
    TimeClass time_class{};
};

// Why a rule of the last period does not apply.
enum class NotApplicable : std::uint8_t {
    not_printed,
    not_announced,
    increment,
    blitz,
    too_early, // not the last period, or too much time left
    not_on_move,
};

using base::to_string;

std::optional<NotApplicable> outside(const LastPeriodScope& scope, const LastPeriodFacts& facts);

struct QuickplayFacts {
    LastPeriodFacts period;
    Millis remaining{0}; // on the claimant's clock
    bool on_move = true;
};

// Absent: the draw may be claimed.
std::optional<NotApplicable> quickplay_refusal(const Edition& edition, const QuickplayFacts& facts);
// ... or extra time be asked for.
std::optional<NotApplicable>
extra_time_refusal(const Edition& edition, const QuickplayFacts& facts);

// Both flags are down, the order unknown. Absent: the edition prints nothing for it.
std::optional<BothFlags> both_flags_down(const Edition& edition, const LastPeriodFacts& facts);

// --- before and around the game
enum class Lateness : std::uint8_t { in_time, loses, not_printed };

// 6.7.1: `announced` is the competition's own waiting time.
Lateness lateness(const Edition& edition, std::optional<Millis> announced, Millis after_start);

// What the organiser says of how an arbiter watches a game.
struct Watch {
    bool declared = true; // supervised, by what was announced (A.6)
    unsigned games = 1; // watched by the same arbiter at once
    bool recorded = true; // he or an assistant of his writes the moves down
};

enum class WatchFault : std::uint8_t { too_many_games, not_recorded };

std::string_view to_string(WatchFault fault);

// Why it is no supervision, although it was declared (A.4, B.2; A.3, B.3 of 2014).
std::optional<WatchFault>
watch_fault(const Edition& edition, TimeClass time_class, const Watch& watch);
Supervision supervision(const Edition& edition, TimeClass time_class, const Watch& watch);

// A.5.1.2: how the pieces were set up stands. `moves` as for the colours.
bool start_stands(const ClassRules& rules, unsigned moves);

// 7.3: `moves` were made by the player who made fewer.
bool colours_are_restarted(const Edition& edition, unsigned moves);

// Why somebody has no complete score: he need not keep one in this class (A.2), or not any more
// (8.4); absent: he has to.
enum class ScoreExcuse : std::uint8_t { not_asked, little_time };

std::optional<ScoreExcuse>
score_excuse(const Edition& edition, const ClassRules& rules, Millis remaining, Millis increment);

// --- words
// The vocabulary for players of these languages.
const std::string&
vocabulary_for(const Edition& edition, std::string_view white, std::string_view black);
// D.2.1 asks for words that this vocabulary does not have, so that the arbiter has to agree (D.1).
bool needs_arbiter(
    const Edition& edition,
    std::string_view vocabulary,
    std::string_view white,
    std::string_view black
);

} // namespace ansage::laws
