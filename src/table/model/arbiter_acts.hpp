// SPDX-License-Identifier: GPL-3.0-or-later
// What an arbiter does, at the table or from the hall, and what two players without one agree on in
// his stead. Of input.hpp.
#pragma once

#include "base/instant.hpp"
#include "chess/types.hpp"
#include "laws/result.hpp"
#include "table/model/ledger.hpp"
#include "table/model/player_acts.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace ansage::table {

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

} // namespace ansage::table
