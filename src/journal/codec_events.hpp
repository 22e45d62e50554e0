// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of every event. For the codec's own sources and tests.
#pragma once

#include "journal/codec_description.hpp"
#include "table/event.hpp"

namespace ansage::journal {

template <>
struct Fields<table::Sensed> {
    using List = Kind<
        "sensed",
        Field<"board", &table::Sensed::board>,
        Field<"square", &table::Sensed::square>,
        Field<"now", &table::Sensed::now>>;
};

template <>
struct Fields<table::Read> {
    using List =
        Kind<"read", Field<"board", &table::Read::board>, Field<"reading", &table::Read::reading>>;
};

template <>
struct Fields<table::Settled> {
    using List = Kind<
        "settled",
        Field<"board", &table::Settled::board>,
        Field<"matches", &table::Settled::matches>>;
};

template <>
struct Fields<table::BoardStatus> {
    using List = Kind<
        "board_status",
        Field<"board", &table::BoardStatus::board>,
        Field<"report", &table::BoardStatus::report>>;
};

template <>
struct Fields<table::Touched> {
    using List = Kind<
        "touched",
        Field<"seat", &table::Touched::seat>,
        Field<"square", &table::Touched::square>>;
};

template <>
struct Fields<table::Adjusting> {
    using List = Kind<
        "adjusting",
        Field<"seat", &table::Adjusting::seat>,
        Field<"open", &table::Adjusting::open>>;
};

template <>
struct Fields<table::Testified> {
    using List = Kind<
        "testified",
        Field<"ply", &table::Testified::ply>,
        Field<"testimony", &table::Testified::testimony>>;
};

template <>
struct Fields<table::Made> {
    using List = Kind<
        "made",
        Field<"ply", &table::Made::ply>,
        Field<"move", &table::Made::move>,
        Field<"san", &table::Made::san>,
        Field<"legal", &table::Made::legal>>;
};

template <>
struct Fields<table::Completed> {
    using List = Kind<
        "completed",
        Field<"ply", &table::Completed::ply>,
        Field<"san", &table::Completed::san>>;
};

template <>
struct Fields<table::PressWaits> {
    using List = Kind<
        "press_waits",
        Field<"seat", &table::PressWaits::seat>,
        Field<"until_said", &table::PressWaits::until_said>,
        Field<"until_acknowledged", &table::PressWaits::until_acknowledged>>;
};

template <>
struct Fields<table::PressJudged> {
    using List = Kind<"press_judged", Field<"seat", &table::PressJudged::seat>>;
};

template <>
struct Fields<table::ClockPressed> {
    using List = Kind<
        "clock_pressed",
        Field<"seat", &table::ClockPressed::seat>,
        Field<"switched", &table::ClockPressed::switched>>;
};

template <>
struct Fields<table::ClockStarted> {
    using List = Kind<"clock_started", Field<"color", &table::ClockStarted::color>>;
};

template <>
struct Fields<table::ClockHalted> {
    using List = Kind<"clock_halted">;
};

template <>
struct Fields<table::ClockAdjusted> {
    using List = Kind<
        "clock_adjusted",
        Field<"color", &table::ClockAdjusted::color>,
        Field<"remaining_ms", &table::ClockAdjusted::remaining>>;
};

template <>
struct Fields<table::OfficialClockChanged> {
    using List = Kind<
        "official_clock_changed",
        Field<"board", &table::OfficialClockChanged::board>,
        Field<"is_running", &table::OfficialClockChanged::is_running>>;
};

template <>
struct Fields<table::MovesCounted> {
    using List = Kind<
        "moves_counted",
        Field<"color", &table::MovesCounted::color>,
        Field<"moves", &table::MovesCounted::moves>>;
};

template <>
struct Fields<table::ExtraTimeGiven> {
    using List = Kind<"extra_time_given", Field<"each_move_ms", &table::ExtraTimeGiven::each_move>>;
};

template <>
struct Fields<table::AlarmsRequested> {
    using List = Kind<
        "alarms_requested",
        Field<"seat", &table::AlarmsRequested::seat>,
        Field<"alarms", &table::AlarmsRequested::alarms>>;
};

template <>
struct Fields<table::AlarmsSet> {
    using List = Kind<
        "alarms_set",
        Field<"seat", &table::AlarmsSet::seat>,
        Field<"alarms", &table::AlarmsSet::alarms>>;
};

template <>
struct Fields<table::AlarmReached> {
    using List = Kind<
        "alarm_reached",
        Field<"color", &table::AlarmReached::color>,
        Field<"left_ms", &table::AlarmReached::left>>;
};

template <>
struct Fields<table::FlagFell> {
    using List = Kind<"flag_fell", Field<"color", &table::FlagFell::color>>;
};

template <>
struct Fields<table::Noted> {
    using List = Kind<"noted">;
};

template <>
struct Fields<table::Alerted> {
    using List = Kind<
        "alerted",
        Field<"id", &table::Alerted::id>,
        Field<"alert", &table::Alerted::kind>,
        Field<"about", &table::Alerted::about>,
        Field<"ply", &table::Alerted::ply>,
        Field<"squares", &table::Alerted::squares>,
        Field<"upgrades", &table::Alerted::upgrades>,
        Field<"message", &table::Alerted::message>>;
};

template <>
struct Fields<table::AlertSettled> {
    using List = Kind<
        "alert_settled",
        Field<"id", &table::AlertSettled::id>,
        Field<"alert", &table::AlertSettled::kind>>;
};

template <>
struct Fields<table::Proposed> {
    using List = Kind<
        "proposed",
        Field<"proposal", &table::Proposed::proposal>,
        Field<"matter", &table::Proposed::matter>>;
};

template <>
struct Fields<table::ProposalEnded> {
    using List = Kind<
        "proposal_ended",
        Field<"accepted", &table::ProposalEnded::accepted>,
        Field<"matter", &table::ProposalEnded::matter>>;
};

template <>
struct Fields<table::Refused> {
    using List = Kind<
        "refused",
        Field<"reason", &table::Refused::reason>,
        Field<"seat", &table::Refused::seat>,
        Field<"message", &table::Refused::message>>;
};

template <>
struct Fields<table::RepairStarted> {
    using List = Kind<"repair_started", Field<"board", &table::RepairStarted::board>>;
};

template <>
struct Fields<table::RepairGuided> {
    using List = Kind<
        "repair_guided",
        Field<"board", &table::RepairGuided::board>,
        Field<"message", &table::RepairGuided::message>>;
};

template <>
struct Fields<table::RepairEnded> {
    using List = Kind<"repair_ended", Field<"board", &table::RepairEnded::board>>;
};

template <>
struct Fields<table::Restored> {
    using List = Kind<
        "restored",
        Field<"ply", &table::Restored::ply>,
        Field<"new_game", &table::Restored::is_new_game>>;
};

template <>
struct Fields<table::RecordCorrected> {
    using List = Kind<"record_corrected", Field<"correction", &table::RecordCorrected::correction>>;
};

template <>
struct Fields<table::IllegalCounted> {
    using List = Kind<
        "illegal_counted",
        Field<"color", &table::IllegalCounted::color>,
        Field<"two_hands", &table::IllegalCounted::two_hands>>;
};

template <>
struct Fields<table::Warned> {
    using List = Kind<"warned", Field<"color", &table::Warned::color>>;
};

template <>
struct Fields<table::Reasoned> {
    using List = Kind<"reasoned", Field<"reason", &table::Reasoned::reason>>;
};

template <>
struct Fields<table::Overridden> {
    using List = Kind<
        "overridden",
        Field<"clause", &table::Overridden::clause>,
        Field<"reason", &table::Overridden::reason>>;
};

template <>
struct Fields<table::DrawOffered> {
    using List = Kind<"draw_offered", Field<"seat", &table::DrawOffered::seat>>;
};

template <>
struct Fields<table::DrawOfferEnded> {
    using List = Kind<"draw_offer_ended">;
};

template <>
struct Fields<table::Claimed> {
    using List = Kind<
        "claimed",
        Field<"seat", &table::Claimed::seat>,
        Field<"claim", &table::Claimed::kind>,
        Field<"with", &table::Claimed::with>,
        Field<"matter", &table::Claimed::matter>,
        Field<"is_offer", &table::Claimed::is_offer>>;
};

template <>
struct Fields<table::ClaimEnded> {
    using List = Kind<
        "claim_ended",
        Field<"correct", &table::ClaimEnded::correct>,
        Field<"matter", &table::ClaimEnded::matter>>;
};

template <>
struct Fields<table::Signed> {
    using List =
        Kind<"signed", Field<"seat", &table::Signed::seat>, Field<"name", &table::Signed::name>>;
};

template <>
struct Fields<table::Arrived> {
    using List = Kind<"arrived", Field<"seat", &table::Arrived::seat>>;
};

template <>
struct Fields<table::Sealed> {
    using List = Kind<"sealed", Field<"seat", &table::Sealed::seat>>;
};

template <>
struct Fields<table::EndNoted> {
    using List = Kind<
        "end_noted",
        Field<"ply", &table::EndNoted::ply>,
        Field<"score", &table::EndNoted::score>,
        Field<"termination", &table::EndNoted::termination>>;
};

template <>
struct Fields<table::Ended> {
    using List = Kind<
        "ended",
        Field<"score", &table::Ended::score>,
        Field<"termination", &table::Ended::termination>,
        Field<"reason", &table::Ended::reason>>;
};

template <>
struct Fields<table::Adjourned> {
    using List = Kind<"adjourned">;
};

template <>
struct Fields<table::Said> {
    using List = Kind<
        "said",
        Field<"id", &table::Said::id>,
        Field<"audience", &table::Said::audience>,
        Field<"priority", &table::Said::priority>,
        Field<"cause", &table::Said::cause>,
        Field<"message", &table::Said::message>>;
};

template <>
struct Fields<table::ProposalAgreed> {
    using List = Kind<
        "proposal_agreed",
        Field<"seat", &table::ProposalAgreed::seat>,
        Field<"matter", &table::ProposalAgreed::matter>>;
};

template <>
struct Fields<table::ConsoleStatus> {
    using List = Kind<
        "console_status",
        Field<"console", &table::ConsoleStatus::console>,
        Field<"change", &table::ConsoleStatus::change>>;
};

template <>
struct Fields<table::SpeechEnded> {
    using List = Kind<
        "speech_ended",
        Field<"id", &table::SpeechEnded::id>,
        Field<"outcome", &table::SpeechEnded::outcome>>;
};

template <>
struct Fields<table::RecordingReported> {
    using List = Kind<
        "recording_reported",
        Field<"news", &table::RecordingReported::news>,
        Field<"file", &table::RecordingReported::file>,
        Field<"speaker", &table::RecordingReported::speaker>,
        Field<"ply", &table::RecordingReported::ply>,
        Field<"from_ms", &table::RecordingReported::from>,
        Field<"to_ms", &table::RecordingReported::to>,
        Field<"device", &table::RecordingReported::device>>;
};

template <>
struct Fields<table::RecordingKeyed> {
    using List = Kind<
        "recording_keyed",
        Field<"seat", &table::RecordingKeyed::seat>,
        Field<"key", &table::RecordingKeyed::key>>;
};

template <>
struct Fields<table::Recorded> {
    using List = Kind<
        "recorded",
        Field<"news", &table::Recorded::news>,
        Field<"file", &table::Recorded::file>,
        Field<"speaker", &table::Recorded::speaker>,
        Field<"ply", &table::Recorded::ply>,
        Field<"from_ms", &table::Recorded::from>,
        Field<"to_ms", &table::Recorded::to>,
        Field<"device", &table::Recorded::device>>;
};

template <>
struct Fields<table::MicrophoneChosen> {
    using List = Kind<"microphone_chosen", Field<"device", &table::MicrophoneChosen::device>>;
};

template <>
struct Fields<table::Unmade> {
    using List = Kind<"unmade", Field<"ply", &table::Unmade::ply>>;
};

template <>
struct Fields<table::BoardSaid> {
    using List = Kind<
        "board_said",
        Field<"board", &table::BoardSaid::board>,
        Field<"reading", &table::BoardSaid::reading>>;
};

template <>
struct Fields<table::SquareAsked> {
    using List = Kind<
        "square_asked",
        Field<"board", &table::SquareAsked::board>,
        Field<"square", &table::SquareAsked::square>>;
};

template <>
struct Fields<table::SquareAnswered> {
    using List = Kind<
        "square_answered",
        Field<"board", &table::SquareAnswered::board>,
        Field<"square", &table::SquareAnswered::square>,
        Field<"piece", &table::SquareAnswered::piece>>;
};

template <>
struct Fields<table::Compared> {
    using List = Kind<"compared">;
};

template <>
struct Fields<table::Raised> {
    using List = Kind<
        "raised",
        Field<"number", &table::Raised::number>,
        Field<"matter", &table::Raised::matter>,
        Field<"about", &table::Raised::about>,
        Field<"ply", &table::Raised::ply>,
        Field<"alert", &table::Raised::alert>,
        Field<"message", &table::Raised::message>>;
};

template <>
struct Fields<table::MatterChanged> {
    using List = Kind<
        "matter_changed",
        Field<"number", &table::MatterChanged::number>,
        Field<"state", &table::MatterChanged::state>,
        Field<"by", &table::MatterChanged::by>>;
};

template <>
struct Fields<table::Ruled> {
    using List = Kind<"ruled", Field<"number", &table::Ruled::number>>;
};

template <>
struct Fields<table::TakenBack> {
    using List = Kind<"taken_back", Field<"number", &table::TakenBack::number>>;
};

template <>
struct Fields<table::HallRulingAsked> {
    using List = Kind<
        "hall_ruling_asked",
        Field<"id", &table::HallRulingAsked::id>,
        Field<"arbiter", &table::HallRulingAsked::arbiter>,
        Field<"matter", &table::HallRulingAsked::matter>,
        Field<"seen_ms", &table::HallRulingAsked::seen>,
        Field<"accepts", &table::HallRulingAsked::accepts>,
        Field<"statement", &table::HallRulingAsked::statement>>;
};

template <>
struct Fields<table::HallRulingEnded> {
    using List = Kind<
        "hall_ruling_ended",
        Field<"id", &table::HallRulingEnded::id>,
        Field<"answer", &table::HallRulingEnded::answer>>;
};

template <>
struct Fields<table::Obliged> {
    using List = Kind<
        "obliged",
        Field<"seat", &table::Obliged::seat>,
        Field<"squares", &table::Obliged::squares>,
        Field<"move", &table::Obliged::move>>;
};

} // namespace ansage::journal
