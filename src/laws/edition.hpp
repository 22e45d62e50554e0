// SPDX-License-Identifier: GPL-3.0-or-later
// An edition of the Laws as plain data. Every rule on which editions differ, every penalty and
// every article number is here; profiles/laws/*.toml holds the values, none stands in the code.
// What an edition does not print is absent: then the arbiter decides, and no number is made up.
#pragma once

#include "base/instant.hpp"
#include "base/names.hpp"
#include "clock/time_control.hpp"
#include "laws/result.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::laws {

using base::Millis;
using clock::TimeClass;

// Whether rapid and blitz are supervised as A.4 and B.2 (2023) ask; standard play always is.
enum class Supervision : std::uint8_t { supervised, unsupervised };

// From when on an illegal move is an offence.
enum class IllegalMoment : std::uint8_t { made, completed };

// Until when an illegal move is put right.
enum class IllegalUntil : std::uint8_t { game_ends, opponents_next_move };

// Where illegal moves are penalised: 10.3 of 2001 stands under the quickplay finish.
enum class PenaltyScope : std::uint8_t { game, last_period };

struct IllegalMoveRule {
    std::optional<Millis> added; // to the opponent's time, for every offence before the losing one
    std::optional<unsigned> loses_at; // the offence that loses: 2 = the second
    bool draw_if_opponent_cannot_mate = false;
    IllegalMoment moment = IllegalMoment::completed;
    IllegalUntil until = IllegalUntil::game_ends;
    PenaltyScope scope = PenaltyScope::game;
    bool operator==(const IllegalMoveRule&) const = default;
};

// An article's number as the edition writes it. Where words are part of it, such as "D.2 point 8",
// it is there in several languages.
struct Article {
    std::string number;
    std::map<std::string, std::string, std::less<>> translated;
    bool operator==(const Article&) const = default;
};

// Symbolic keys to article numbers: "illegal_moves" -> "7.5.5". Empty: this edition prints none.
using Articles = std::map<std::string, Article, std::less<>>;

// What differs between standard, rapid and blitz, supervised or not.
struct ClassRules {
    IllegalMoveRule illegal_move;
    std::optional<Millis> wrong_claim_added; // to the opponent's time (9.5.3)
    bool score_must_be_kept = true;
    // What makes play supervised (A.4, B.2): so many games an arbiter, and each written down by him
    // or by an assistant of his. Absent or false: nothing is asked for.
    std::optional<unsigned> games_at_most;
    bool must_be_recorded = false;
    // A.5.1.2: when both have made so many moves, nobody may complain of how the pieces were set
    // up.
    std::optional<unsigned> start_stands_after;
    Articles articles; // that stand elsewhere in this class
    bool operator==(const ClassRules&) const = default;
};

// What declines a draw offer (9.1) or loses the right to claim (9.4): the hand or the move.
enum class LostBy : std::uint8_t { touch, move };

// How a repetition that ends the game by itself is counted (9.6.1).
enum class RepetitionCount : std::uint8_t {
    anywhere, // the same position at any time in the game
    consecutive, // at consecutive alternate moves of both players (2014)
};

struct AutomaticRepetition {
    unsigned times = 0;
    RepetitionCount count = RepetitionCount::anywhere;
    bool operator==(const AutomaticRepetition&) const = default;
};

// From when on a series of moves without capture or pawn move ends the game (9.6.2): as soon as
// they are made, or when the last one is completed.
enum class CountedMoves : std::uint8_t { made, completed };

// Both flags down and nobody knows which fell first; only clocks that are not ours can do that.
enum class BothFlags : std::uint8_t { continue_game, draw };

// Where a rule of the last period applies.
struct LastPeriodScope {
    bool only_if_announced = false; // otherwise the arbiter decides
    bool only_without_increment = false;
    bool in_blitz = true;
    bool operator==(const LastPeriodScope&) const = default;
};

struct BothFlagsRule {
    BothFlags before_last_period = BothFlags::continue_game;
    BothFlags in_last_period = BothFlags::continue_game;
    LastPeriodScope scope;
    bool operator==(const BothFlagsRule&) const = default;
};

// Claiming a draw with little time left: Guidelines III (2023), Appendix G (2014), Article 10
// (2001).
struct QuickplayFinish {
    LastPeriodScope scope;
    Millis claim_below{0}; // less than this on the claimant's clock
    bool only_on_move = true;
    std::optional<Millis> rejected_added; // to the opponent's time; absent: cannot be rejected
    std::optional<Millis> postponed_added; // the same, where the decision is only postponed
    std::optional<Millis> extra_time; // for each move of both, on request; absent: not printed
    std::optional<Millis> extra_time_added; // to the opponent's time, once
    bool extra_time_offers_draw = false;
    bool ends_without_arbiter = false; // the claim ends the game, and is decided afterwards
    bool operator==(const QuickplayFinish&) const = default;
};

// What two hands in one move are (7.5.4); for the arbiter's eyes, never for ours to say.
enum class TwoHands : std::uint8_t { no_illegal_move, illegal_when_made, illegal_when_pressed };

// Who establishes that a flag has fallen where play is not supervised.
enum class FlagEstablishedBy : std::uint8_t { claimant_with_time_left, claim_or_arbiter };

// Help with the score or the clock is paid for with time.
struct TimeDeducted {
    bool for_score = false;
    bool for_clock = false;
    bool operator==(const TimeDeducted&) const = default;
};

// How firmly D.2.1 asks for its words.
enum class Firmness : std::uint8_t { not_printed, recommended, binding };

// Another vocabulary between players of these languages.
struct SharedVocabulary {
    std::string vocabulary;
    std::set<std::string, std::less<>> languages;
    bool operator==(const SharedVocabulary&) const = default;
};

// The words of D.2.1: names of profiles in profiles/words.
struct Announcing {
    std::string vocabulary;
    std::vector<std::string> alternatives; // what the text lets stand for it
    std::vector<SharedVocabulary> shared;
    Firmness names = Firmness::binding;
    Firmness ranks = Firmness::binding;
    bool operator==(const Announcing&) const = default;
};

// Appendix D, and what the table needs to judge its moments. Values the Laws do not print are the
// organiser's under D.1, and the profile says so.
struct AppendixD {
    bool printed = true; // false: the edition's text has no Appendix D
    bool assistant_for_hearing_impaired = true; // must be there (D.2.11)
    Millis announcement_due{0}; // after a sighted player's press, before the arbiter's log notes it
    Millis repetition_mending{0}; // the players' own time to mend a repetition
    Millis settle_occupancy{0}; // a peg board quiet this long is judged
    Millis settle_identity{0}; // an identity board likewise
    Millis touch_debounce{0}; // a piece out for less was not taken out (D.2.2)
    Millis correction_immediate{0}; // a correction (D.2.8) later than this is noted for the arbiter
    bool operator==(const AppendixD&) const = default;
};

struct Edition {
    std::string name; // "fide-2023", the profile's
    std::string title;
    // Set-up proposes this edition to people of these languages, the text's own first.
    std::vector<std::string> languages;

    clock::ClassLimits class_limits; // A.1, B.1
    std::array<std::array<ClassRules, 2>, 3> class_rules; // see rules_for()

    bool press_without_move_is_illegal = true; // 7.5.3
    bool unpromoted_pawn_becomes_queen = true; // 7.5.2
    TwoHands two_hands = TwoHands::illegal_when_made; // 7.5.4
    bool completed_by_own_next_move = true; // 6.2.1.2
    std::set<Termination> completed_by_ending; // 6.2.1.1

    unsigned threefold_claim = 3; // 9.2
    unsigned fifty_moves_claim = 50; // 9.3, moves of each player
    std::optional<AutomaticRepetition> fivefold; // 9.6.1; absent: not in this edition
    std::optional<unsigned> seventyfive_moves; // 9.6.2, moves of each player
    CountedMoves seventyfive_counts = CountedMoves::made;
    bool mate_goes_first = true; // 9.6.2

    bool resigning_draws_if_opponent_cannot_mate = true; // 5.1.2
    bool flag_draws_if_opponent_cannot_mate = true; // 6.9
    unsigned moves_before_agreement = 0; // of each player (5.2.3)
    LostBy draw_offer_declined_by = LostBy::touch; // 9.1.2.1
    LostBy claim_lost_by = LostBy::touch; // 9.4
    LostBy protest_lost_by = LostBy::touch; // 4.8

    TimeDeducted disabled_lose_time; // 6.2.6, 8.1.6
    Millis score_relief_below{0}; // 8.4: less than this left ...
    Millis score_relief_increment{0}; // ... and a smaller increment than this
    std::optional<unsigned> colours_restart_below; // 7.3: restarted below so many moves each
    std::optional<Millis> late_after; // 6.7.1; absent: as the competition announced
    BothFlagsRule both_flags;
    // The arbiter may approve a device at the board (11.3.2). False: the text prints no such
    // exception, and the regulations of the event have to (D.1).
    bool arbiter_accepts_devices = false;
    std::optional<FlagEstablishedBy> flag_unsupervised; // absent: not printed
    bool illegal_position_that_stood_draws = true; // A.5.4, after one more move
    std::optional<QuickplayFinish> quickplay_finish;

    Announcing announcing;
    AppendixD appendix_d;
    Articles articles;

    const ClassRules& rules_for(TimeClass time_class, Supervision supervision) const {
        return class_rules[static_cast<std::size_t>(time_class)]
                          [static_cast<std::size_t>(supervision)];
    }

    // The article's number, or an empty text where this edition prints none.
    std::string_view article(std::string_view key) const;
    // ... as it stands in that class, for a listener of that language.
    std::string_view
    article(std::string_view key, const ClassRules& rules, std::string_view language) const;

    bool operator==(const Edition&) const = default;
};

// The keys every profile must have in its articles, sorted.
std::span<const std::string_view> article_keys();

} // namespace ansage::laws

template <>
inline constexpr std::array ansage::base::kept_names<ansage::laws::BothFlags>{
    KeptName{"continue_game", "continue"},
};
