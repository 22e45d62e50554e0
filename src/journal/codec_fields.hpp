// The fields of every type that the codec writes: the one description that drives both directions.
// For the codec's own sources and tests.
#pragma once

#include "table/event.hpp"
#include "table/input.hpp"
#include "table/ledger.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace ansage::journal {

// A text that can be a template argument.
template <std::size_t Size>
struct Text {
    std::array<char, Size> letters{};

    // A literal, as a template argument: nothing else can be said there.
    // NOLINTNEXTLINE(google-explicit-constructor,modernize-avoid-c-arrays)
    consteval Text(const char (&literal)[Size + 1]) { std::copy_n(literal, Size, letters.begin()); }

    [[nodiscard]] constexpr std::string_view view() const { return {letters.data(), Size}; }
};

template <std::size_t SizeWithZero>
Text(const char (&)[SizeWithZero]) -> Text<SizeWithZero - 1>; // NOLINT(modernize-avoid-c-arrays)

// ,"key": as it stands in front of every value but the first of an object (see Object's writer).
template <Text Name>
inline constexpr auto quoted_key = [] {
    constexpr std::size_t size = Name.view().size();
    std::array<char, size + 4> text{};
    text[0] = ',';
    text[1] = '"';
    std::copy_n(Name.view().data(), size, text.begin() + 2);
    text[size + 2] = '"';
    text[size + 3] = ':';
    return text;
}();

template <Text Name, auto Member>
struct Field {
    static constexpr std::string_view name = Name.view();
    static constexpr std::string_view key{quoted_key<Name>.data(), quoted_key<Name>.size()};
    static constexpr auto member = Member;
};

// A type without a "kind": it only occurs inside others. F are its fields, all of them.
template <class... F>
struct Object {
    static constexpr std::size_t count = sizeof...(F);

    [[nodiscard]] static constexpr bool has([[maybe_unused]] std::string_view name) {
        return ((F::name == name) || ...);
    }

    // Calls visit(F{}) for each field, until one call gives false. True if none did.
    template <class Visit>
    static constexpr bool for_each([[maybe_unused]] const Visit& visit) {
        return (visit(F{}) && ...);
    }
};

// An alternative of InputBody or EventBody, recognised by its kind.
template <Text Name, class... F>
struct Kind : Object<F...> {
    static constexpr std::string_view kind = Name.view();
};

template <class T>
struct Fields;

template <class T>
concept Described = requires {
    Fields<T>::List::count;
};

// Stands for a value of any type where nothing is evaluated.
struct AnyValue {
    template <class T>
    operator T() const; // NOLINT(google-explicit-constructor)
};

template <class T, std::size_t... Index>
constexpr bool can_be_made_from(std::index_sequence<Index...> /*count*/) {
    return requires {
        T{(static_cast<void>(Index), AnyValue{})...};
    };
}

// How many fields an aggregate has: the most values that it can be made from.
template <class T, std::size_t Count = 0>
constexpr std::size_t field_count() {
    if constexpr (can_be_made_from<T>(std::make_index_sequence<Count + 1>{})) {
        return field_count<T, Count + 1>();
    } else {
        return Count;
    }
}

template <>
struct Fields<table::SpokenMove> {
    using List = Object<
        Field<"role", &table::SpokenMove::role>,
        Field<"from", &table::SpokenMove::from>,
        Field<"to", &table::SpokenMove::to>,
        Field<"promotion", &table::SpokenMove::promotion>,
        Field<"castling", &table::SpokenMove::castling>>;
};

template <>
struct Fields<table::HeardMove> {
    using List = Object<
        Field<"text", &table::HeardMove::text>,
        Field<"move", &table::HeardMove::move>,
        Field<"error", &table::HeardMove::error>,
        Field<"said", &table::HeardMove::said>>;
};

template <>
struct Fields<table::Testimony> {
    using List = Object<
        Field<"witness", &table::Testimony::witness>,
        Field<"at_ms", &table::Testimony::at>,
        Field<"source", &table::Testimony::source>,
        Field<"derived_from", &table::Testimony::derived_from>,
        Field<"move", &table::Testimony::move>,
        Field<"score_kind", &table::Testimony::kind>>;
};

template <>
struct Fields<table::MessageArguments> {
    using List = Object<
        Field<"player", &table::MessageArguments::player>,
        Field<"square", &table::MessageArguments::square>,
        Field<"second_square", &table::MessageArguments::second_square>,
        Field<"piece", &table::MessageArguments::piece>,
        Field<"ply", &table::MessageArguments::ply>,
        Field<"move", &table::MessageArguments::move>,
        Field<"time_ms", &table::MessageArguments::time>,
        Field<"opponent_time_ms", &table::MessageArguments::opponent_time>,
        Field<"count", &table::MessageArguments::count>,
        Field<"number", &table::MessageArguments::number>,
        Field<"score", &table::MessageArguments::score>,
        Field<"board", &table::MessageArguments::board>,
        Field<"squares", &table::MessageArguments::squares>,
        Field<"name", &table::MessageArguments::name>>;
};

template <>
struct Fields<table::Message> {
    using List = Object<
        Field<"id", &table::Message::id>,
        Field<"arguments", &table::Message::arguments>,
        Field<"words", &table::Message::words>>;
};

template <>
struct Fields<table::Proposal> {
    using List = Object<
        Field<"kind", &table::Proposal::kind>,
        Field<"board", &table::Proposal::board>,
        Field<"ply", &table::Proposal::ply>,
        Field<"score", &table::Proposal::score>,
        Field<"termination", &table::Proposal::termination>,
        Field<"penalty_ms", &table::Proposal::penalty>,
        Field<"message", &table::Proposal::message>>;
};

// --- inputs
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
        Field<"report", &table::BoardReports::report>>;
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
        Field<"move", &table::Executes::move>>;
};

template <>
struct Fields<table::Announces> {
    using List = Kind<
        "announces",
        Field<"seat", &table::Announces::seat>,
        Field<"by", &table::Announces::by>,
        Field<"move", &table::Announces::move>>;
};

template <>
struct Fields<table::Repeats> {
    using List = Kind<
        "repeats",
        Field<"seat", &table::Repeats::seat>,
        Field<"by", &table::Repeats::by>,
        Field<"move", &table::Repeats::move>>;
};

template <>
struct Fields<table::Corrects> {
    using List = Kind<
        "corrects",
        Field<"seat", &table::Corrects::seat>,
        Field<"move", &table::Corrects::move>>;
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
        Field<"reason", &table::Arbiter::reason>>;
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
        Field<"accepts", &table::AnswersProposal::accepts>>;
};

template <>
struct Fields<table::ConsoleReports> {
    using List = Kind<
        "console_reports",
        Field<"console", &table::ConsoleReports::console>,
        Field<"change", &table::ConsoleReports::change>>;
};

template <>
struct Fields<table::Oversteps> {
    using List = Kind<
        "oversteps",
        Field<"console", &table::Oversteps::console>,
        Field<"text", &table::Oversteps::text>>;
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

// --- events
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
        Field<"until_said", &table::PressWaits::until_said>>;
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
struct Fields<table::MovesCounted> {
    using List = Kind<
        "moves_counted",
        Field<"color", &table::MovesCounted::color>,
        Field<"moves", &table::MovesCounted::moves>>;
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
    using List = Kind<"proposed", Field<"proposal", &table::Proposed::proposal>>;
};

template <>
struct Fields<table::ProposalEnded> {
    using List = Kind<"proposal_ended", Field<"accepted", &table::ProposalEnded::accepted>>;
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
    using List = Kind<"restored", Field<"ply", &table::Restored::ply>>;
};

template <>
struct Fields<table::IllegalCounted> {
    using List = Kind<"illegal_counted", Field<"color", &table::IllegalCounted::color>>;
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
        Field<"with", &table::Claimed::with>>;
};

template <>
struct Fields<table::ClaimEnded> {
    using List = Kind<"claim_ended", Field<"correct", &table::ClaimEnded::correct>>;
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
    using List = Kind<"proposal_agreed", Field<"seat", &table::ProposalAgreed::seat>>;
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
        Field<"to_ms", &table::RecordingReported::to>>;
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
        Field<"to_ms", &table::Recorded::to>>;
};

// A field that is added to a type and forgotten here does not compile; the compiler names the type.
template <class T>
struct DescribesEveryField {
    static_assert(Fields<T>::List::count == field_count<T>());
    static constexpr bool value = true;
};

template <class... T>
struct DescribesEveryField<std::variant<T...>> : std::conjunction<DescribesEveryField<T>...> {};

static_assert(DescribesEveryField<table::SpokenMove>::value);
static_assert(DescribesEveryField<table::HeardMove>::value);
static_assert(DescribesEveryField<table::Testimony>::value);
static_assert(DescribesEveryField<table::MessageArguments>::value);
static_assert(DescribesEveryField<table::Message>::value);
static_assert(DescribesEveryField<table::Proposal>::value);
static_assert(DescribesEveryField<table::InputBody>::value);
static_assert(DescribesEveryField<table::EventBody>::value);

} // namespace ansage::journal
