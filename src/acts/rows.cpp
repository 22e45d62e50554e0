// SPDX-License-Identifier: GPL-3.0-or-later
// Every act, a row each, and what it is for the table.
#include "acts/grammar.hpp"
#include "acts/row_acts.hpp"
#include "acts/row_members.hpp"
#include "table/asking/questions.hpp"
#include "table/disputes/arbiter_acts.hpp"
#include "table/model/input_parts.hpp"
#include "table/model/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <type_traits>

namespace ansage::acts {

namespace {

using chess::Color;
using table::InputBody;

template <class Input>
constexpr auto act_of_seat = act<Input, Takes<&Input::seat, &Parts::seat>>;

// No template among the arguments of one: GCC 12 would not make it.
std::optional<table::BoardPart> part_of_board(const Parts& parts) {
    return named<table::BoardPart>(parts);
}

template <table::BoardReport report>
InputBody reports(const Parts& parts) {
    return made<
        table::BoardReports,
        Takes<&table::BoardReports::board, &Parts::seat>,
        Is<&table::BoardReports::report, report>,
        Takes<&table::BoardReports::square, &Parts::square>,
        Takes<&table::BoardReports::part, part_of_board>,
        Takes<&table::BoardReports::count, &Parts::number>>(parts);
}

template <bool is_open>
constexpr auto adjusts =
    act<table::Adjusts,
        Takes<&table::Adjusts::seat, &Parts::seat>,
        Is<&table::Adjusts::open, is_open>>;

template <table::DrawAct draw>
constexpr auto draws =
    act<table::Draws, Takes<&table::Draws::seat, &Parts::seat>, Is<&table::Draws::act, draw>>;

template <bool accepts>
constexpr auto answers =
    act<table::AnswersProposal,
        Takes<&table::AnswersProposal::seat, &Parts::seat>,
        Is<&table::AnswersProposal::accepts, accepts>,
        Takes<&table::AnswersProposal::matter, &Parts::number>>;

template <bool is_wanted>
constexpr auto chooses_read_back =
    act<table::ChoosesReadBack,
        Takes<&table::ChoosesReadBack::seat, &Parts::seat>,
        Is<&table::ChoosesReadBack::wanted, is_wanted>>;

// The act of an arbiter is the row's; that of a row of the table's own list comes with the parts.
template <class Act>
constexpr auto arbiters =
    act<table::Arbiter,
        Act,
        Takes<&table::Arbiter::reason, &Parts::reason>,
        Takes<&table::Arbiter::matter, &Parts::number>>;

template <table::ArbiterAct ruling>
constexpr auto arbiter_does = arbiters<Is<&table::Arbiter::act, ruling>>;

template <bool is_accepted>
constexpr auto arbiter_answers_alarms =
    act<table::ArbiterAnswersAlarms,
        Takes<&table::ArbiterAnswersAlarms::color, &Parts::player>,
        Is<&table::ArbiterAnswersAlarms::accepted, is_accepted>>;

template <class TwoHands>
constexpr auto arbiter_rules_illegal =
    act<table::ArbiterRulesIllegal,
        Takes<&table::ArbiterRulesIllegal::color, &Parts::player>,
        TwoHands,
        Takes<&table::ArbiterRulesIllegal::reason, &Parts::reason>>;

constexpr auto arbiter_ends =
    act<table::ArbiterEnds,
        Takes<&table::ArbiterEnds::score, named<laws::Score>>,
        Takes<&table::ArbiterEnds::reason, &Parts::text>,
        Takes<&table::ArbiterEnds::because, &Parts::reason>>;

// Both clocks, or that of the player who is named.
template <auto time, class Both>
constexpr auto arbiter_adds =
    act<table::ArbiterAdds,
        Takes<&table::ArbiterAdds::color, &Parts::player>,
        Takes<&table::ArbiterAdds::time, time>,
        Takes<&table::ArbiterAdds::reason, &Parts::reason>,
        Both>;

using OfOne = Leaves<&table::ArbiterAdds::both>;
using OfBoth = Is<&table::ArbiterAdds::both, true>;

// 12.9.3: what is taken is added below zero.
std::optional<base::Millis> time_taken(const Parts& parts) {
    return parts.time ? std::optional{-*parts.time} : std::nullopt;
}

template <table::RecordingNews news, auto device = &Parts::text>
constexpr auto recorded =
    act<table::RecordingReported,
        Is<&table::RecordingReported::news, news>,
        Leaves<&table::RecordingReported::file>,
        Takes<&table::RecordingReported::speaker, &Parts::player>,
        Takes<&table::RecordingReported::ply, &Parts::number>,
        Leaves<&table::RecordingReported::from>,
        Takes<&table::RecordingReported::to, &Parts::time>,
        Takes<&table::RecordingReported::device, device>>;

template <class News, class Key>
constexpr auto listened =
    act<table::HearingReported,
        News,
        Takes<&table::HearingReported::speaker, &Parts::player>,
        Key,
        Takes<&table::HearingReported::move, heard_if_said>,
        Leaves<&table::HearingReported::how>>;

using HasUnderstood = Is<&table::HearingReported::news, table::HearingNews::understood>;
using SaidWhat = Takes<&table::HearingReported::news, named<table::HearingNews>>;
using OwnMove = Is<&table::HearingReported::key, table::RecordingKey::own>;
using Repetition = Is<&table::HearingReported::key, table::RecordingKey::repetition>;

// Where no microphone is there, it names none.
std::string devices_there(const Parts& parts) { return parts.text.value_or(std::string{}); }

std::optional<table::ConsoleRole> console_of_player(const Parts& parts) {
    if (!parts.player) return std::nullopt;
    return parts.player == Color::white ? table::ConsoleRole::white : table::ConsoleRole::black;
}

template <class Console>
constexpr auto frees =
    act<table::ConsoleReports,
        Console,
        Is<&table::ConsoleReports::change, table::ConsoleChange::freed>,
        Leaves<&table::ConsoleReports::count>>;

struct FixedRow {
    Doer who;
    std::string_view form;
    InputBody (*act_of)(const Parts&);
};

constexpr Doer player = Doer::player;
constexpr Doer board = Doer::board;
constexpr Doer recorder = Doer::recorder;
constexpr Doer listener = Doer::listener;
constexpr Doer arbiter = Doer::arbiter;

// Beside those of the table's own list.
constexpr std::array fixed_rows{
    FixedRow{
        .who = player | board,
        .form = "lifts SQUARE [PIECE]",
        .act_of =
            act<table::Lifts,
                Takes<&table::Lifts::board, &Parts::seat>,
                Takes<&table::Lifts::square, &Parts::square>,
                Takes<&table::Lifts::piece, &Parts::piece>>},
    FixedRow{
        .who = player | board,
        .form = "places SQUARE [PIECE]",
        .act_of =
            act<table::Places,
                Takes<&table::Places::board, &Parts::seat>,
                Takes<&table::Places::square, &Parts::square>,
                Takes<&table::Places::piece, &Parts::piece>>},
    FixedRow{
        .who = player | board,
        .form = "unsure SQUARE [PIECE]",
        .act_of =
            act<table::Unsure,
                Takes<&table::Unsure::board, &Parts::seat>,
                Takes<&table::Unsure::square, &Parts::square>>},
    FixedRow{
        .who = player | board,
        .form = "shows PLACEMENT",
        .act_of =
            act<table::Shows,
                Takes<&table::Shows::board, &Parts::seat>,
                Takes<&table::Shows::reading, &Parts::reading>>},
    FixedRow{
        .who = player | board,
        .form = "button BUTTON",
        .act_of =
            act<table::PressesButton,
                Takes<&table::PressesButton::board, &Parts::seat>,
                Takes<&table::PressesButton::button, named<table::BoardButton>>>},
    FixedRow{.who = board, .form = "lost", .act_of = reports<table::BoardReport::lost>},
    FixedRow{.who = board, .form = "back", .act_of = reports<table::BoardReport::back>},
    FixedRow{.who = board, .form = "turned", .act_of = reports<table::BoardReport::turned>},
    FixedRow{
        .who = board, .form = "flutters SPOT", .act_of = reports<table::BoardReport::flutters>},
    FixedRow{
        .who = board,
        .form = "steady SPOT [NUMBER]",
        .act_of = reports<table::BoardReport::steady>},
    FixedRow{.who = board, .form = "clock gone", .act_of = clock_shows},
    FixedRow{.who = board, .form = "clock DISPLAY", .act_of = clock_shows},
    FixedRow{.who = recorder, .form = "begins", .act_of = recorded<table::RecordingNews::began>},
    FixedRow{
        .who = recorder,
        .form = "begins-continuous",
        .act_of = recorded<table::RecordingNews::began_continuous>},
    FixedRow{
        .who = recorder,
        .form = "hears PLAYER PLY",
        .act_of = recorded<table::RecordingNews::spoken>},
    FixedRow{
        .who = recorder, .form = "low TIME", .act_of = recorded<table::RecordingNews::disk_low>},
    FixedRow{
        .who = recorder, .form = "loses", .act_of = recorded<table::RecordingNews::samples_lost>},
    FixedRow{.who = recorder, .form = "full", .act_of = recorded<table::RecordingNews::stopped>},
    FixedRow{
        .who = recorder, .form = "gone", .act_of = recorded<table::RecordingNews::microphone_gone>},
    FixedRow{
        .who = recorder,
        .form = "back [NAME]",
        .act_of = recorded<table::RecordingNews::microphone_back>},
    FixedRow{
        .who = recorder,
        .form = "misses [NAME]",
        .act_of = recorded<table::RecordingNews::microphone_missing, devices_there>},
    FixedRow{
        .who = listener,
        .form = "understands PLAYER repeats MOVE",
        .act_of = listened<HasUnderstood, Repetition>},
    FixedRow{
        .who = listener,
        .form = "understands PLAYER MOVE",
        .act_of = listened<HasUnderstood, OwnMove>},
    FixedRow{
        .who = listener, .form = "reports NEWS [PLAYER]", .act_of = listened<SaidWhat, OwnMove>},
    FixedRow{.who = player, .form = "announces [typed] MOVE", .act_of = announces},
    FixedRow{
        .who = player,
        .form = "repeats [typed] [MOVE]",
        .act_of =
            act<table::Repeats,
                Takes<&table::Repeats::seat, &Parts::seat>,
                Takes<&table::Repeats::by, &Parts::performer>,
                Takes<&table::Repeats::move, heard>,
                Takes<&table::Repeats::through, medium>>},
    FixedRow{
        .who = player,
        .form = "corrects [typed] MOVE",
        .act_of =
            act<table::Corrects,
                Takes<&table::Corrects::seat, &Parts::seat>,
                Takes<&table::Corrects::move, heard>,
                Takes<&table::Corrects::by, &Parts::performer>,
                Takes<&table::Corrects::through, medium>>},
    FixedRow{.who = player, .form = "types TYPED", .act_of = types},
    FixedRow{.who = player, .form = "types MOVE", .act_of = types},
    FixedRow{
        .who = player,
        .form = "confirms line",
        .act_of =
            act<table::ConfirmsLine,
                Takes<&table::ConfirmsLine::console, console_of>,
                Leaves<&table::ConfirmsLine::in_words>>},
    FixedRow{
        .who = player,
        .form = "withdraws",
        .act_of = act<table::WithdrawsLine, Takes<&table::WithdrawsLine::console, console_of>>},
    FixedRow{.who = player, .form = "read-back on", .act_of = chooses_read_back<true>},
    FixedRow{.who = player, .form = "read-back off", .act_of = chooses_read_back<false>},
    FixedRow{.who = player, .form = "unheard", .act_of = act_of_seat<table::WithdrawsHearing>},
    FixedRow{
        .who = player,
        .form = "executes [MOVE]",
        .act_of =
            act<table::Executes,
                Takes<&table::Executes::seat, &Parts::seat>,
                Takes<&table::Executes::move, heard>,
                Takes<&table::Executes::by, &Parts::performer>>},
    FixedRow{.who = player, .form = "confirms", .act_of = act_of_seat<table::Confirms>},
    FixedRow{.who = player, .form = "adjusts", .act_of = adjusts<true>},
    FixedRow{.who = player, .form = "adjusted", .act_of = adjusts<false>},
    FixedRow{
        .who = player,
        .form = "requests alarms ALARMS",
        .act_of =
            act<table::RequestsAlarms,
                Takes<&table::RequestsAlarms::seat, &Parts::seat>,
                Takes<&table::RequestsAlarms::alarms, named<table::Alarms>>>},
    FixedRow{.who = player, .form = "offers draw", .act_of = draws<table::DrawAct::offer>},
    FixedRow{.who = player, .form = "accepts", .act_of = draws<table::DrawAct::accept>},
    FixedRow{.who = player, .form = "declines", .act_of = draws<table::DrawAct::decline>},
    FixedRow{.who = player, .form = "accepts proposal [MATTER]", .act_of = answers<true>},
    FixedRow{.who = player, .form = "accepts MATTER", .act_of = answers<true>},
    FixedRow{.who = player, .form = "rejects proposal [MATTER]", .act_of = answers<false>},
    FixedRow{.who = player, .form = "rejects MATTER", .act_of = answers<false>},
    FixedRow{.who = player, .form = "proposes ACT", .act_of = proposes},
    FixedRow{.who = Doer::pair, .form = "takeback", .act_of = proposes},
    FixedRow{.who = player, .form = "acknowledges", .act_of = act_of_seat<table::Acknowledges>},
    FixedRow{
        .who = player,
        .form = "claims CLAIM [with MOVE]",
        .act_of =
            act<table::Claims,
                Takes<&table::Claims::seat, &Parts::seat>,
                Takes<&table::Claims::kind, named<table::ClaimKind>>,
                Takes<&table::Claims::with, heard_if_said>>},
    FixedRow{.who = player, .form = "resigns", .act_of = act_of_seat<table::Resigns>},
    FixedRow{
        .who = Doer::sheet, .form = "writes [NUMBER] [...] [KIND] MOVE", .act_of = writes_on_sheet},
    FixedRow{.who = player, .form = "writes PLY [KIND] MOVE", .act_of = writes},
    FixedRow{
        .who = player,
        .form = "records [KEY]",
        .act_of =
            act<table::Records,
                Takes<&table::Records::seat, &Parts::seat>,
                Takes<&table::Records::key, named<table::RecordingKey>>>},
    FixedRow{
        .who = player,
        .form = "signs [NAME]",
        .act_of =
            act<table::Signs,
                Takes<&table::Signs::seat, &Parts::seat>,
                Takes<&table::Signs::name, &Parts::text>>},
    FixedRow{
        .who = player | Doer::clock,
        .form = "presses",
        .act_of =
            act<table::Presses,
                Takes<&table::Presses::seat, &Parts::seat>,
                Takes<&table::Presses::by, &Parts::performer>,
                Takes<&table::Presses::through, medium>>},
    FixedRow{.who = player, .form = "pauses", .act_of = act_of_seat<table::Pauses>},
    FixedRow{.who = player, .form = "arrives", .act_of = act_of_seat<table::Arrives>},
    FixedRow{.who = player, .form = "seals", .act_of = act_of_seat<table::Seals>},
    FixedRow{.who = player | arbiter, .form = "asks QUESTION", .act_of = asks},
    FixedRow{
        .who = player | arbiter, .form = "asks squares diagonal SQUARE", .act_of = asks_diagonal},
    FixedRow{.who = player | arbiter, .form = "asks squares around SQUARE", .act_of = asks_around},
    FixedRow{
        .who = player | arbiter,
        .form = "compares [boards]",
        .act_of = act<table::Compares, Takes<&table::Compares::seat, seat_of_player>>},
    FixedRow{
        .who = player | arbiter,
        .form = "answers CONTENT",
        .act_of =
            act<table::AnswersSquare,
                Takes<&table::AnswersSquare::seat, seat_of_player>,
                Takes<&table::AnswersSquare::piece, &Parts::piece>>},
    FixedRow{
        .who = arbiter,
        .form = "accepts MATTER [because REASON]",
        .act_of = arbiter_does<table::ArbiterAct::accepts_proposal>},
    FixedRow{
        .who = arbiter,
        .form = "rejects MATTER [because REASON]",
        .act_of = arbiter_does<table::ArbiterAct::rejects_proposal>},
    FixedRow{
        .who = arbiter, .form = "accepts alarms PLAYER", .act_of = arbiter_answers_alarms<true>},
    FixedRow{
        .who = arbiter, .form = "rejects alarms PLAYER", .act_of = arbiter_answers_alarms<false>},
    FixedRow{
        .who = arbiter,
        .form = "sets PLAYER TIME [because REASON]",
        .act_of =
            act<table::ArbiterSets,
                Takes<&table::ArbiterSets::color, &Parts::player>,
                Takes<&table::ArbiterSets::remaining, &Parts::time>,
                Takes<&table::ArbiterSets::reason, &Parts::reason>>},
    FixedRow{
        .who = arbiter,
        .form = "sets PLAYER moves NUMBER",
        .act_of =
            act<table::ArbiterSetsMoves,
                Takes<&table::ArbiterSetsMoves::color, &Parts::player>,
                Takes<&table::ArbiterSetsMoves::moves, &Parts::number>>},
    FixedRow{
        .who = arbiter,
        .form = "adds PLAYER TIME [because REASON]",
        .act_of = arbiter_adds<&Parts::time, OfOne>},
    FixedRow{
        .who = arbiter,
        .form = "adds both TIME [because REASON]",
        .act_of = arbiter_adds<&Parts::time, OfBoth>},
    FixedRow{
        .who = arbiter,
        .form = "takes PLAYER TIME [because REASON]",
        .act_of = arbiter_adds<time_taken, OfOne>},
    FixedRow{
        .who = arbiter,
        .form = "takes both TIME [because REASON]",
        .act_of = arbiter_adds<time_taken, OfBoth>},
    FixedRow{
        .who = arbiter,
        .form = "warns PLAYER [because REASON]",
        .act_of =
            act<table::ArbiterWarns,
                Takes<&table::ArbiterWarns::color, &Parts::player>,
                Takes<&table::ArbiterWarns::reason, &Parts::reason>>},
    FixedRow{
        .who = arbiter,
        .form = "rules illegal PLAYER [because REASON]",
        .act_of = arbiter_rules_illegal<Leaves<&table::ArbiterRulesIllegal::two_hands>>},
    FixedRow{
        .who = arbiter,
        .form = "rules two-hands PLAYER [because REASON]",
        .act_of = arbiter_rules_illegal<Is<&table::ArbiterRulesIllegal::two_hands, true>>},
    FixedRow{
        .who = arbiter,
        .form = "restores ply PLY [because REASON]",
        .act_of =
            act<table::ArbiterRestores,
                Takes<&table::ArbiterRestores::ply, &Parts::number>,
                Takes<&table::ArbiterRestores::reason, &Parts::reason>>},
    FixedRow{.who = arbiter, .form = "ends SCORE ENDING [because REASON]", .act_of = arbiter_ends},
    FixedRow{.who = arbiter, .form = "ends SCORE TEXT", .act_of = arbiter_ends},
    FixedRow{
        .who = arbiter,
        .form = "override CLAUSE TEXT",
        .act_of =
            act<table::ArbiterOverrides,
                Takes<&table::ArbiterOverrides::clause, &Parts::clause>,
                Takes<&table::ArbiterOverrides::reason, &Parts::text>>},
    FixedRow{
        .who = arbiter,
        .form = "frees PLAYER",
        .act_of = frees<Takes<&table::ConsoleReports::console, console_of_player>>},
    FixedRow{
        .who = arbiter,
        .form = "frees assistant",
        .act_of = frees<Is<&table::ConsoleReports::console, table::ConsoleRole::assistant>>},
    FixedRow{
        .who = arbiter,
        .form = "records from NAME",
        .act_of =
            act<table::ChoosesMicrophone, Takes<&table::ChoosesMicrophone::device, &Parts::text>>},
};

void add_arbiter_acts(std::vector<Row>& rows) {
    for (const table::ArbiterActRow& row : table::arbiter_acts()) {
        const std::string_view matter = row.meant == table::Meant::nothing ? "" : " [MATTER]";
        rows.push_back(
            {.who = arbiter,
             .form = fmt::format("{}{} [because REASON]", row.written, matter),
             .act_of = arbiters<Takes<&table::Arbiter::act, &Parts::act>>,
             .act = row.act}
        );
    }
}

// Those that something follows; the others are a part.
void add_questions(std::vector<Row>& rows) {
    for (const table::QuestionRow& row : table::questions()) {
        for (const std::string_view form : row.forms) {
            if (form.empty()) continue;
            rows.push_back(
                {.who = player | arbiter,
                 .form = fmt::format("asks {} {}", row.written, form),
                 .act_of = asks,
                 .question = row.question}
            );
        }
    }
}

std::vector<Row> all_rows() {
    std::vector<Row> rows;
    rows.reserve(fixed_rows.size());
    for (const FixedRow& row : fixed_rows)
        rows.push_back({.who = row.who, .form = std::string{row.form}, .act_of = row.act_of});
    add_questions(rows);
    add_arbiter_acts(rows);
    return rows;
}

} // namespace

std::span<const Row> rows() {
    static const std::vector<Row> all = all_rows();
    return all;
}

std::optional<table::ReadBackAct> typed_act(const InputBody& body) {
    return std::visit(
        [](const auto& input) -> std::optional<table::ReadBackAct> {
            using Input = std::decay_t<decltype(input)>;
            if constexpr (std::is_constructible_v<table::ReadBackAct, Input>) return input;
            return std::nullopt;
        },
        body
    );
}

std::optional<table::AgreedAct> agreed_act(const InputBody& body) {
    // Two players give no reason; that of an end is told with the result.
    if (table::reason_of(body) && !std::holds_alternative<table::ArbiterEnds>(body))
        return std::nullopt;
    return std::visit(
        [](const auto& input) -> std::optional<table::AgreedAct> {
            using Input = std::decay_t<decltype(input)>;
            if constexpr (std::is_same_v<Input, table::Suggests>) return input.act;
            else if constexpr (std::is_constructible_v<table::AgreedAct, Input>) return input;
            else return std::nullopt;
        },
        body
    );
}

} // namespace ansage::acts
