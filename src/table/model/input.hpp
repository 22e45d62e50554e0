// SPDX-License-Identifier: GPL-3.0-or-later
// What reaches the table: what a player or an arbiter did, what was reported, or that time was
// reached. The shell stamps each once.
#pragma once

#include "base/alternatives.hpp"
#include "base/instant.hpp"
#include "table/model/arbiter_acts.hpp"
#include "table/model/player_acts.hpp"
#include "table/model/reports.hpp"

#include <variant>

namespace ansage::table {

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
