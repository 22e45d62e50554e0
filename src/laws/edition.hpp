// An edition of the Laws as plain data. Every rule on which editions differ, every penalty and
// every article number is here; profiles/laws/*.toml holds the values, none stands in the code.
#pragma once

#include "base/instant.hpp"
#include "clock/time_control.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ansage::laws {

using base::Millis;
using clock::TimeClass;

// Whether rapid and blitz are supervised as A.4 and B.2 (2023) ask; standard play always is.
enum class Supervision : std::uint8_t { supervised, unsupervised };

// From when on an illegal move is one.
enum class IllegalMoment : std::uint8_t { made, completed };

// Until when an illegal move is put right.
enum class IllegalUntil : std::uint8_t { game_ends, opponents_next_move };

// Who may raise it.
enum class IllegalRaisedBy : std::uint8_t { anyone, arbiter_or_claim, claim };

struct IllegalMoveRule {
    Millis added{0}; // to the opponent's time, for every offence before the one that loses
    unsigned loses_at = 0; // the offence that loses: 2 = the second
    bool draw_if_opponent_cannot_mate = false;
    IllegalMoment moment = IllegalMoment::completed;
    IllegalUntil until = IllegalUntil::game_ends;
    IllegalRaisedBy raised_by = IllegalRaisedBy::anyone;
    std::string article;
    friend bool operator==(const IllegalMoveRule&, const IllegalMoveRule&) = default;
};

// What differs between standard, rapid and blitz, supervised or not.
struct ClassRules {
    IllegalMoveRule illegal_move;
    Millis wrong_claim_added{0}; // to the opponent's time (9.5.3)
    bool score_must_be_kept = true;
    friend bool operator==(const ClassRules&, const ClassRules&) = default;
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
    friend bool operator==(const AutomaticRepetition&, const AutomaticRepetition&) = default;
};

// Both flags down and nobody knows which fell first; only clocks that are not ours can do that.
enum class BothFlags : std::uint8_t { continue_game, draw };

struct BothFlagsRule {
    BothFlags before_last_period = BothFlags::continue_game;
    BothFlags in_last_period = BothFlags::continue_game;
    bool only_if_announced = false; // otherwise the arbiter decides
    bool only_without_increment = false;
    friend bool operator==(const BothFlagsRule&, const BothFlagsRule&) = default;
};

// Who establishes that a flag has fallen where play is not supervised.
enum class FlagEstablishedBy : std::uint8_t { claimant_with_time_left, claim_or_arbiter };

// Appendix D, and what the table needs to judge its moments. Values the Laws do not print are the
// organiser's under D.1, and the profile says so.
struct AppendixD {
    bool printed = true; // false: the edition's text has no Appendix D
    bool names_are_binding = true; // "shall be used" (2023) or suggested
    bool assistant_for_hearing_impaired = true; // must be there (D.2.11)
    Millis announcement_due{0}; // after a sighted player's press, before the arbiter's log notes it
    Millis repetition_mending{0}; // the players' own time to mend a repetition
    Millis settle_occupancy{0}; // a peg board quiet this long is judged
    Millis settle_identity{0}; // an identity board likewise
    Millis touch_debounce{0}; // a piece out for less was not taken out (D.2.2)
    Millis correction_immediate{0}; // a correction (D.2.8) later than this is noted for the arbiter
    friend bool operator==(const AppendixD&, const AppendixD&) = default;
};

struct Edition {
    std::string name; // "fide-2023", the profile's
    std::string title;
    std::string language; // of the text it follows: "en", "nb"
    std::string source;
    unsigned year = 0;

    clock::ClassLimits class_limits; // A.1, B.1
    std::array<std::array<ClassRules, 2>, 3> class_rules; // see rules_for()

    bool press_without_move_is_illegal = true; // 7.5.3
    bool unpromoted_pawn_becomes_queen = true; // 7.5.2
    bool two_hands_is_illegal = true; // 7.5.4, for eyes only
    bool completed_by_own_next_move = true; // 6.2.1.2
    bool completed_when_game_ends = true; // 6.2.1.1

    unsigned threefold_claim = 3; // 9.2
    unsigned fifty_moves_claim = 50; // 9.3, moves of each player
    std::optional<AutomaticRepetition> fivefold; // 9.6.1; absent: not in this edition
    std::optional<unsigned> seventyfive_moves; // 9.6.2, moves of each player

    bool resigning_draws_if_opponent_cannot_mate = true; // 5.1.2
    bool flag_draws_if_opponent_cannot_mate = true; // 6.9
    unsigned moves_before_agreement = 0; // of each player (5.2.3)
    LostBy draw_offer_declined_by = LostBy::touch; // 9.1.2.1
    LostBy claim_lost_by = LostBy::touch; // 9.4
    LostBy protest_lost_by = LostBy::touch; // 4.8

    bool disabled_lose_time = false; // for help with score or clock (6.2.6, 8.1.6)
    Millis score_relief_below{0}; // 8.4: less than this left ...
    Millis score_relief_increment{0}; // ... and a smaller increment than this
    std::optional<unsigned> colours_restart_below; // 7.3: restarted below so many moves each
    std::optional<Millis> late_after; // 6.7.1; absent: as the competition announced
    BothFlagsRule both_flags;
    std::optional<FlagEstablishedBy> flag_unsupervised; // absent: not printed
    bool illegal_position_that_stood_draws = true; // A.5.4, after one more move
    bool quickplay_finish = true; // the edition has one; its article is in articles

    AppendixD appendix_d;

    // Symbolic keys to article numbers: "illegal_move" -> "7.5.5". Empty: this edition prints none.
    std::map<std::string, std::string, std::less<>> articles;

    [[nodiscard]] const ClassRules& rules_for(TimeClass time_class, Supervision supervision) const {
        return class_rules[static_cast<std::size_t>(time_class)]
                          [static_cast<std::size_t>(supervision)];
    }

    // The article's number, or an empty text where this edition prints none.
    [[nodiscard]] std::string_view article(std::string_view key) const;

    friend bool operator==(const Edition&, const Edition&) = default;
};

// The keys every profile must have in its articles, sorted.
[[nodiscard]] std::span<const std::string_view> article_keys();

} // namespace ansage::laws
