// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of every input. For the codec's own sources and tests.
#pragma once

#include "journal/codec_description.hpp"
#include "table/input.hpp"

namespace ansage::journal {

template <>
struct Fields<table::Lifts> {
    using List = Kind<
        "lifts",
        Field<"board", &table::Lifts::board>,
        Field<"square", &table::Lifts::square>,
        Field<"piece", &table::Lifts::piece>>;
};

template <>
struct Fields<table::Places> {
    using List = Kind<
        "places",
        Field<"board", &table::Places::board>,
        Field<"square", &table::Places::square>,
        Field<"piece", &table::Places::piece>>;
};

template <>
struct Fields<table::Unsure> {
    using List = Kind<
        "unsure",
        Field<"board", &table::Unsure::board>,
        Field<"square", &table::Unsure::square>>;
};

template <>
struct Fields<table::Shows> {
    using List = Kind<
        "shows",
        Field<"board", &table::Shows::board>,
        Field<"reading", &table::Shows::reading>>;
};

template <>
struct Fields<table::PressesButton> {
    using List = Kind<
        "presses_button",
        Field<"board", &table::PressesButton::board>,
        Field<"button", &table::PressesButton::button>>;
};

template <>
struct Fields<table::BoardReports> {
    using List = Kind<
        "board_reports",
        Field<"board", &table::BoardReports::board>,
        Field<"report", &table::BoardReports::report>,
        Field<"square", &table::BoardReports::square>,
        Field<"part", &table::BoardReports::part>,
        Field<"count", &table::BoardReports::count>>;
};

template <>
struct Fields<table::ClockShows> {
    using List = Kind<
        "clock_shows",
        Field<"board", &table::ClockShows::board>,
        Field<"white_ms", &table::ClockShows::white>,
        Field<"black_ms", &table::ClockShows::black>,
        Field<"is_white_down", &table::ClockShows::is_white_down>,
        Field<"is_black_down", &table::ClockShows::is_black_down>,
        Field<"running", &table::ClockShows::running>,
        Field<"is_there", &table::ClockShows::is_there>>;
};

template <>
struct Fields<table::Confirms> {
    using List = Kind<"confirms", Field<"seat", &table::Confirms::seat>>;
};

template <>
struct Fields<table::Executes> {
    using List = Kind<
        "executes",
        Field<"seat", &table::Executes::seat>,
        Field<"move", &table::Executes::move>,
        Field<"by", &table::Executes::by>>;
};

template <>
struct Fields<table::Announces> {
    using List = Kind<
        "announces",
        Field<"seat", &table::Announces::seat>,
        Field<"by", &table::Announces::by>,
        Field<"move", &table::Announces::move>,
        Field<"through", &table::Announces::through>>;
};

template <>
struct Fields<table::Repeats> {
    using List = Kind<
        "repeats",
        Field<"seat", &table::Repeats::seat>,
        Field<"by", &table::Repeats::by>,
        Field<"move", &table::Repeats::move>,
        Field<"through", &table::Repeats::through>>;
};

template <>
struct Fields<table::Corrects> {
    using List = Kind<
        "corrects",
        Field<"seat", &table::Corrects::seat>,
        Field<"move", &table::Corrects::move>,
        Field<"by", &table::Corrects::by>,
        Field<"through", &table::Corrects::through>>;
};

template <>
struct Fields<table::Adjusts> {
    using List =
        Kind<"adjusts", Field<"seat", &table::Adjusts::seat>, Field<"open", &table::Adjusts::open>>;
};

template <>
struct Fields<table::Asks> {
    using List = Kind<
        "asks",
        Field<"seat", &table::Asks::seat>,
        Field<"question", &table::Asks::question>,
        Field<"square", &table::Asks::square>,
        Field<"squares", &table::Asks::squares>,
        Field<"piece", &table::Asks::piece>,
        Field<"number", &table::Asks::number>,
        Field<"back_ms", &table::Asks::back>,
        Field<"by", &table::Asks::by>>;
};

template <>
struct Fields<table::Draws> {
    using List =
        Kind<"draws", Field<"seat", &table::Draws::seat>, Field<"act", &table::Draws::act>>;
};

template <>
struct Fields<table::Claims> {
    using List = Kind<
        "claims",
        Field<"seat", &table::Claims::seat>,
        Field<"claim", &table::Claims::kind>,
        Field<"with", &table::Claims::with>>;
};

template <>
struct Fields<table::Resigns> {
    using List = Kind<"resigns", Field<"seat", &table::Resigns::seat>>;
};

template <>
struct Fields<table::Writes> {
    using List = Kind<
        "writes",
        Field<"seat", &table::Writes::seat>,
        Field<"ply", &table::Writes::ply>,
        Field<"move", &table::Writes::move>,
        Field<"score_kind", &table::Writes::kind>>;
};

template <>
struct Fields<table::Records> {
    using List =
        Kind<"records", Field<"seat", &table::Records::seat>, Field<"key", &table::Records::key>>;
};

template <>
struct Fields<table::Signs> {
    using List =
        Kind<"signs", Field<"seat", &table::Signs::seat>, Field<"name", &table::Signs::name>>;
};

template <>
struct Fields<table::Presses> {
    using List =
        Kind<"presses", Field<"seat", &table::Presses::seat>, Field<"by", &table::Presses::by>>;
};

template <>
struct Fields<table::Pauses> {
    using List = Kind<"pauses", Field<"seat", &table::Pauses::seat>>;
};

template <>
struct Fields<table::Arrives> {
    using List = Kind<"arrives", Field<"seat", &table::Arrives::seat>>;
};

template <>
struct Fields<table::Arbiter> {
    using List = Kind<
        "arbiter",
        Field<"act", &table::Arbiter::act>,
        Field<"reason", &table::Arbiter::reason>,
        Field<"matter", &table::Arbiter::matter>>;
};

template <>
struct Fields<table::ArbiterSets> {
    using List = Kind<
        "arbiter_sets",
        Field<"color", &table::ArbiterSets::color>,
        Field<"remaining_ms", &table::ArbiterSets::remaining>,
        Field<"reason", &table::ArbiterSets::reason>>;
};

template <>
struct Fields<table::RequestsAlarms> {
    using List = Kind<
        "requests_alarms",
        Field<"seat", &table::RequestsAlarms::seat>,
        Field<"alarms", &table::RequestsAlarms::alarms>>;
};

template <>
struct Fields<table::ArbiterSetsMoves> {
    using List = Kind<
        "arbiter_sets_moves",
        Field<"color", &table::ArbiterSetsMoves::color>,
        Field<"moves", &table::ArbiterSetsMoves::moves>>;
};

template <>
struct Fields<table::ArbiterAnswersAlarms> {
    using List = Kind<
        "arbiter_answers_alarms",
        Field<"color", &table::ArbiterAnswersAlarms::color>,
        Field<"accepted", &table::ArbiterAnswersAlarms::accepted>>;
};

template <>
struct Fields<table::ArbiterAdds> {
    using List = Kind<
        "arbiter_adds",
        Field<"color", &table::ArbiterAdds::color>,
        Field<"time_ms", &table::ArbiterAdds::time>,
        Field<"reason", &table::ArbiterAdds::reason>>;
};

template <>
struct Fields<table::ArbiterWarns> {
    using List = Kind<
        "arbiter_warns",
        Field<"color", &table::ArbiterWarns::color>,
        Field<"reason", &table::ArbiterWarns::reason>>;
};

template <>
struct Fields<table::ArbiterRulesIllegal> {
    using List = Kind<
        "arbiter_rules_illegal",
        Field<"color", &table::ArbiterRulesIllegal::color>,
        Field<"two_hands", &table::ArbiterRulesIllegal::two_hands>,
        Field<"reason", &table::ArbiterRulesIllegal::reason>>;
};

template <>
struct Fields<table::ArbiterRestores> {
    using List = Kind<
        "arbiter_restores",
        Field<"ply", &table::ArbiterRestores::ply>,
        Field<"reason", &table::ArbiterRestores::reason>>;
};

template <>
struct Fields<table::ArbiterEnds> {
    using List = Kind<
        "arbiter_ends",
        Field<"score", &table::ArbiterEnds::score>,
        Field<"reason", &table::ArbiterEnds::reason>>;
};

template <>
struct Fields<table::ArbiterOverrides> {
    using List = Kind<
        "arbiter_overrides",
        Field<"clause", &table::ArbiterOverrides::clause>,
        Field<"reason", &table::ArbiterOverrides::reason>>;
};

template <>
struct Fields<table::HallRules> {
    using List = Kind<
        "hall_rules",
        Field<"id", &table::HallRules::id>,
        Field<"arbiter", &table::HallRules::arbiter>,
        Field<"matter", &table::HallRules::matter>,
        Field<"seen_ms", &table::HallRules::seen>,
        Field<"accepts", &table::HallRules::accepts>,
        Field<"statement", &table::HallRules::statement>>;
};

template <>
struct Fields<table::Seals> {
    using List = Kind<"seals", Field<"seat", &table::Seals::seat>>;
};

template <>
struct Fields<table::UtteranceReported> {
    using List = Kind<
        "utterance_reported",
        Field<"id", &table::UtteranceReported::id>,
        Field<"outcome", &table::UtteranceReported::outcome>>;
};

template <>
struct Fields<table::ChoosesMicrophone> {
    using List = Kind<"chooses_microphone", Field<"device", &table::ChoosesMicrophone::device>>;
};

template <>
struct Fields<table::TimeReached> {
    using List = Kind<"time_reached">;
};

template <>
struct Fields<table::TimeNoted> {
    using List = Kind<"time_noted">;
};

template <>
struct Fields<table::AnswersProposal> {
    using List = Kind<
        "answers_proposal",
        Field<"seat", &table::AnswersProposal::seat>,
        Field<"accepts", &table::AnswersProposal::accepts>,
        Field<"matter", &table::AnswersProposal::matter>>;
};

template <>
struct Fields<table::ConsoleReports> {
    using List = Kind<
        "console_reports",
        Field<"console", &table::ConsoleReports::console>,
        Field<"change", &table::ConsoleReports::change>,
        Field<"count", &table::ConsoleReports::count>>;
};

template <>
struct Fields<table::Oversteps> {
    using List = Kind<
        "oversteps",
        Field<"console", &table::Oversteps::console>,
        Field<"text", &table::Oversteps::text>,
        Field<"count", &table::Oversteps::count>>;
};

template <>
struct Fields<table::Replies> {
    using List = Kind<
        "replies",
        Field<"console", &table::Replies::console>,
        Field<"reply", &table::Replies::reply>,
        Field<"topic", &table::Replies::topic>>;
};

template <>
struct Fields<table::Resumed> {
    using List = Kind<"resumed", Field<"gap_ms", &table::Resumed::gap>>;
};

template <>
struct Fields<table::Acknowledges> {
    using List = Kind<"acknowledges", Field<"seat", &table::Acknowledges::seat>>;
};

template <>
struct Fields<table::TakesBack> {
    using List = Kind<"takes_back">;
};

template <>
struct Fields<table::Suggests> {
    using List = Kind<
        "suggests",
        Field<"seat", &table::Suggests::seat>,
        Field<"act", &table::Suggests::act>>;
};

template <>
struct Fields<table::Compares> {
    using List = Kind<"compares", Field<"seat", &table::Compares::seat>>;
};

template <>
struct Fields<table::AnswersSquare> {
    using List = Kind<
        "answers_square",
        Field<"seat", &table::AnswersSquare::seat>,
        Field<"piece", &table::AnswersSquare::piece>>;
};

} // namespace ansage::journal
