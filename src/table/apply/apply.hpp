// SPDX-License-Identifier: GPL-3.0-or-later
// What each event does to the state, an overload each.
#pragma once

#include "table/model/state.hpp"

#include <concepts>

namespace ansage::table {

// Total and pure. Never decides anything.
void apply(State& state, const Event& event);

// Kept for the record only.
template <class Event>
concept ChangesNothing = std::same_as<Event, Noted> || std::same_as<Event, Warned> ||
    std::same_as<Event, Reasoned> || std::same_as<Event, Signed> ||
    std::same_as<Event, ConsoleStatus> || std::same_as<Event, MicrophoneChosen>;

template <ChangesNothing Event>
void apply_one(State& /*state*/, const Event& /*event*/, base::Instant /*at*/) {}

// apply_boards.cpp
void apply_one(State& state, const Sensed& event, base::Instant at);
void apply_one(State& state, const Read& event, base::Instant at);
void apply_one(State& state, const Settled& event, base::Instant at);
void apply_one(State& state, const BoardStatus& event, base::Instant at);
void apply_one(State& state, const Touched& event, base::Instant at);
void apply_one(State& state, const Adjusting& event, base::Instant at);
void apply_one(State& state, const RepairStarted& event, base::Instant at);
void apply_one(State& state, const RecordCorrected& event, base::Instant at);
void apply_one(State& state, const RepairGuided& event, base::Instant at);
void apply_one(State& state, const RepairEnded& event, base::Instant at);
void apply_one(State& state, const BoardSaid& event, base::Instant at);
void apply_one(State& state, const SquareAsked& event, base::Instant at);
void apply_one(State& state, const SquareAnswered& event, base::Instant at);
void apply_one(State& state, const Compared& event, base::Instant at);
// The board shows the position of the record: then every piece is known.
void trust_record(State& state, chess::Color board);

// apply_moves.cpp
void apply_one(State& state, const Testified& event, base::Instant at);
void apply_one(State& state, const Made& event, base::Instant at);
void apply_one(State& state, const Unmade& event, base::Instant at);
void apply_one(State& state, const MoveDoubted& event, base::Instant at);
void apply_one(State& state, const MoveKept& event, base::Instant at);
void apply_one(State& state, const Completed& event, base::Instant at);
void apply_one(State& state, const LineReadBack& event, base::Instant at);
void apply_one(State& state, const LineEnded& event, base::Instant at);
void apply_one(State& state, const WordsWithdrawn& event, base::Instant at);
void apply_one(State& state, const ReadBackChosen& event, base::Instant at);
void apply_one(State& state, const PressWaits& event, base::Instant at);
void apply_one(State& state, const PressJudged& event, base::Instant at);
void apply_one(State& state, const ClockPressed& event, base::Instant at);
void apply_one(State& state, const Restored& event, base::Instant at);
// His clock runs again although he pressed: that press belonged to no move.
void forget_press(State& state, chess::Color seat);
// Positions and SAN behind that ply, from their moves.
void replay_from(State& state, Ply kept, Ply made);
MoveId new_move(State& state);

// apply_agenda.cpp
void apply_one(State& state, const Raised& event, base::Instant at);
// The newest ruling has begun, and not ended.
bool is_being_ruled(const State& state);
void apply_one(State& state, const MatterChanged& event, base::Instant at);
void apply_one(State& state, const Ruled& event, base::Instant at);
void apply_one(State& state, const TakenBack& event, base::Instant at);
void apply_one(State& state, const Obliged& event, base::Instant at);
void apply_one(State& state, const Proposed& event, base::Instant at);
void apply_one(State& state, const ProposalEnded& event, base::Instant at);
void apply_one(State& state, const Claimed& event, base::Instant at);
void apply_one(State& state, const ClaimEnded& event, base::Instant at);

void apply_one(State& state, const HallRulingAsked& event, base::Instant at);
void apply_one(State& state, const HallRulingEnded& event, base::Instant at);

// apply.cpp: clocks, alerts, rulings, words, recordings
void apply_one(State& state, const Recorded& event, base::Instant at);
void apply_one(State& state, const RecordingKeyed& event, base::Instant at);
void apply_one(State& state, const ListeningKeyed& event, base::Instant at);
void apply_one(State& state, const Listened& event, base::Instant at);
void apply_one(State& state, const HearingWithdrawn& event, base::Instant at);
// Who pressed has said what was to be said.
void end_keyed(State& state, chess::Color seat);
void apply_one(State& state, const ClockStarted& event, base::Instant at);
void apply_one(State& state, const ClockHalted& event, base::Instant at);
void apply_one(State& state, const ClockAdjusted& event, base::Instant at);
void apply_one(State& state, const OfficialClockChanged& event, base::Instant at);
void apply_one(State& state, const MovesCounted& event, base::Instant at);
void apply_one(State& state, const AlarmsRequested& event, base::Instant at);
void apply_one(State& state, const AlarmsSet& event, base::Instant at);
void apply_one(State& state, const AlarmReached& event, base::Instant at);
void apply_one(State& state, const ExtraTimeGiven& event, base::Instant at);
void apply_one(State& state, const FlagFell& event, base::Instant at);
void apply_one(State& state, const Alerted& event, base::Instant at);
void apply_one(State& state, const AlertClosed& event, base::Instant at);
void apply_one(State& state, const ProposalAgreed& event, base::Instant at);
void apply_one(State& state, const IllegalCounted& event, base::Instant at);
void apply_one(State& state, const Overridden& event, base::Instant at);
void apply_one(State& state, const Refused& event, base::Instant at);
void apply_one(State& state, const DrawOffered& event, base::Instant at);
void apply_one(State& state, const DrawOfferEnded& event, base::Instant at);
void apply_one(State& state, const EndNoted& event, base::Instant at);
void apply_one(State& state, const Arrived& event, base::Instant at);
void apply_one(State& state, const Sealed& event, base::Instant at);
void apply_one(State& state, const Ended& event, base::Instant at);
void apply_one(State& state, const Adjourned& event, base::Instant at);
void apply_one(State& state, const Said& event, base::Instant at);
void apply_one(State& state, const SpeechEnded& event, base::Instant at);

} // namespace ansage::table
