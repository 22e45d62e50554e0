// SPDX-License-Identifier: GPL-3.0-or-later
// Every act, a row each, and what it is for the table.
#include "acts/grammar.hpp"
#include "table/disputes/arbiter_acts.hpp"
#include "table/model/names.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <type_traits>

namespace ansage::acts {

namespace {

using chess::Color;
using table::InputBody;

template <class Member, class Value>
void put(Member& member, const std::optional<Value>& value) {
    if (value) member = Member{*value};
}

template <class Enum>
void put_name(Enum& member, const Parts& parts) {
    put(member, table::parse_name<Enum>(parts.name));
}

template <class Enum>
void put_name(std::optional<Enum>& member, const Parts& parts) {
    member = table::parse_name<Enum>(parts.name);
}

// Who does it, and what they said.
template <class Input>
void put_actor(Input& input, const Parts& parts) {
    // The arbiter has no seat where a player may do the same.
    if constexpr (requires { input.seat.reset(); })
        input.seat = parts.is_arbiters() ? std::nullopt : std::optional{parts.seat};
    else if constexpr (requires { input.seat; }) input.seat = parts.seat;
    if constexpr (requires { input.board; }) input.board = parts.seat;
    if constexpr (requires { input.by; }) input.by = parts.performer;
    if constexpr (requires { input.color; }) put(input.color, parts.player);
    if constexpr (requires { input.move; }) put(input.move.text, parts.text);
    if constexpr (requires { input.name; }) put(input.name, parts.text);
    if constexpr (requires { input.device; }) put(input.device, parts.text);
    if constexpr (requires { input.through; })
        if (parts.has_option) input.through = table::Medium::keys;
    if constexpr (requires { input.because; }) input.because = parts.reason;
    if constexpr (requires { input.reason.reset(); }) input.reason = parts.reason;
    else if constexpr (requires { input.reason; }) put(input.reason, parts.text);
}

// An input whose members are the parts of those names.
template <class Input>
Input made(const Parts& parts) {
    Input input{};
    put_actor(input, parts);
    if constexpr (requires { input.square; }) put(input.square, parts.square);
    if constexpr (requires { input.piece; }) put(input.piece, parts.piece);
    if constexpr (requires { input.reading; }) put(input.reading, parts.reading);
    if constexpr (requires { input.ply; }) put(input.ply, parts.number);
    if constexpr (requires { input.matter; }) put(input.matter, parts.number);
    if constexpr (requires { input.moves; }) put(input.moves, parts.number);
    if constexpr (requires { input.count; }) put(input.count, parts.number);
    if constexpr (requires { input.time; }) put(input.time, parts.time);
    if constexpr (requires { input.remaining; }) put(input.remaining, parts.time);
    if constexpr (requires { input.clause; }) input.clause = parts.clause;
    if constexpr (requires { input.button; }) put_name(input.button, parts);
    if constexpr (requires { input.part; }) put_name(input.part, parts);
    if constexpr (requires { input.alarms; }) put_name(input.alarms, parts);
    if constexpr (requires { input.kind; }) put_name(input.kind, parts);
    if constexpr (requires { input.key; }) put_name(input.key, parts);
    if constexpr (requires { input.score; }) put_name(input.score, parts);
    return input;
}

template <class Input>
InputBody act(const Parts& parts) {
    return made<Input>(parts);
}

template <class Member>
struct OwnerOf;

template <class Input, class Member>
struct OwnerOf<Member Input::*> {
    using Type = Input;
};

// The same with one member that the row itself says.
template <auto member, auto value>
InputBody act_with(const Parts& parts) {
    auto input = made<typename OwnerOf<decltype(member)>::Type>(parts);
    input.*member = value;
    return input;
}

template <table::BoardReport report>
constexpr auto reports = act_with<&table::BoardReports::report, report>;

template <table::DrawAct draw>
constexpr auto draws = act_with<&table::Draws::act, draw>;

template <bool accepts>
constexpr auto answers = act_with<&table::AnswersProposal::accepts, accepts>;

template <table::ArbiterAct ruling>
constexpr auto arbiters = act_with<&table::Arbiter::act, ruling>;

template <table::RecordingNews news>
InputBody recorded(const Parts& parts) {
    table::RecordingReported reported{.news = news, .file = {}, .speaker = {}, .ply = {}};
    reported.speaker = parts.player;
    put(reported.ply, parts.number);
    put(reported.to, parts.time);
    reported.device = parts.text;
    if (news == table::RecordingNews::microphone_missing)
        reported.device = parts.text.value_or(std::string{});
    return reported;
}

InputBody clock_shows(const Parts& parts) {
    table::ClockShows shows = parts.display.value_or(table::ClockShows{});
    shows.board = parts.seat;
    shows.is_there = parts.display.has_value();
    return shows;
}

InputBody asks(const Parts& parts) {
    table::Asks asks{.seat = parts.seat};
    put_name(asks.question, parts);
    asks.square = parts.square;
    asks.squares = parts.squares;
    asks.piece = parts.role;
    put(asks.number, parts.number);
    asks.back = parts.time;
    if (parts.is_arbiters()) asks.by = table::ConsoleRole::arbiter;
    return asks;
}

// Where the verb itself names the question.
template <table::Question question>
InputBody asks_for(const Parts& parts) {
    Parts named{parts};
    named.name = table::to_string(question);
    return asks(named);
}

template <bool is_diagonal>
InputBody asks_from(const Parts& parts) {
    Parts seen{parts};
    seen.squares.emplace();
    for (unsigned index = 0; index < 64; ++index) {
        const auto to = chess::Square::from_index(index);
        const chess::Square from = *parts.square;
        const int files = std::abs(static_cast<int>(to.file()) - static_cast<int>(from.file()));
        const int ranks = std::abs(static_cast<int>(to.rank()) - static_cast<int>(from.rank()));
        if (is_diagonal ? files == ranks : files <= 1 && ranks <= 1) seen.squares->insert(to);
    }
    return asks_for<table::Question::squares>(seen);
}

InputBody claims(const Parts& parts) {
    auto claims = made<table::Claims>(parts);
    if (parts.text) claims.with = table::HeardMove{.text = *parts.text, .said = {}};
    return claims;
}

table::ConsoleRole console_of(const Parts& parts) {
    if (parts.performer == table::Performer::assistant) return table::ConsoleRole::assistant;
    return parts.seat == Color::white ? table::ConsoleRole::white : table::ConsoleRole::black;
}

// A line of a person's, which is read back first; what it does, or a move alone.
InputBody types(const Parts& parts) {
    table::TypesLine line{.console = console_of(parts)};
    if (parts.typed) line.act = *parts.typed;
    else line.act = made<table::Announces>(parts);
    std::visit(
        [&](auto& typed) {
            if constexpr (requires { typed.through; })
                if (parts.performer == table::Performer::player)
                    typed.through = table::Medium::keys;
        },
        line.act
    );
    return line;
}

template <class Input>
InputBody at_console(const Parts& parts) {
    return Input{.console = console_of(parts)};
}

InputBody proposes(const Parts& parts) {
    return table::Suggests{.seat = parts.seat, .act = parts.agreed.value_or(table::TakesBack{})};
}

// Moves are counted, not half-moves: without a number it is the next entry, "12 Sf3" is White's
// move 12, and "12 ... Sc6", or once White's is written "12 Sc6", Black's.
InputBody writes_on_sheet(const Parts& parts) {
    const table::State& state = *parts.state;
    const chess::Position& start = state.positions.front();
    const auto is_written = [&](chess::Ply ply) {
        return state.plies.has(ply) &&
            state.plies[ply].newest(table::score_of(parts.seat)) != nullptr;
    };
    chess::Ply ply = 1;
    if (parts.number) {
        const chess::MovePlace place{
            .number = std::max(chess::MoveNumber{*parts.number}, start.fullmove_number()),
            .mover = parts.has_option ? Color::black : Color::white};
        ply = std::max(ply, chess::ply_at(start, place));
        if (!parts.has_option && is_written(ply)) ++ply;
    } else {
        while (is_written(ply)) ++ply;
    }
    Parts counted{parts};
    counted.number = ply.value();
    return act<table::Writes>(counted);
}

// 12.9.3: what is taken is added below zero.
table::ArbiterAdds taken(const Parts& parts) {
    auto adds = made<table::ArbiterAdds>(parts);
    adds.time = -adds.time;
    return adds;
}

InputBody takes(const Parts& parts) { return taken(parts); }

InputBody takes_both(const Parts& parts) {
    table::ArbiterAdds adds = taken(parts);
    adds.both = true;
    return adds;
}

InputBody of_the_row(const Parts& parts) {
    auto arbiter = made<table::Arbiter>(parts);
    put(arbiter.act, parts.act);
    return arbiter;
}

struct FixedRow {
    Doer who;
    std::string_view form;
    InputBody (*act_of)(const Parts&);
};

constexpr Doer player = Doer::player;
constexpr Doer board = Doer::board;
constexpr Doer recorder = Doer::recorder;
constexpr Doer arbiter = Doer::arbiter;

// Beside those of the table's own list.
constexpr std::array fixed_rows{
    FixedRow{player | board, "lifts SQUARE [PIECE]", act<table::Lifts>},
    FixedRow{player | board, "places SQUARE [PIECE]", act<table::Places>},
    FixedRow{player | board, "unsure SQUARE [PIECE]", act<table::Unsure>},
    FixedRow{player | board, "shows PLACEMENT", act<table::Shows>},
    FixedRow{player | board, "button BUTTON", act<table::PressesButton>},
    FixedRow{board, "lost", reports<table::BoardReport::lost>},
    FixedRow{board, "back", reports<table::BoardReport::back>},
    FixedRow{board, "turned", reports<table::BoardReport::turned>},
    FixedRow{board, "flutters SPOT", reports<table::BoardReport::flutters>},
    FixedRow{board, "steady SPOT [NUMBER]", reports<table::BoardReport::steady>},
    FixedRow{board, "clock gone", clock_shows},
    FixedRow{board, "clock DISPLAY", clock_shows},
    FixedRow{recorder, "begins", recorded<table::RecordingNews::began>},
    FixedRow{recorder, "begins-continuous", recorded<table::RecordingNews::began_continuous>},
    FixedRow{recorder, "hears PLAYER PLY", recorded<table::RecordingNews::spoken>},
    FixedRow{recorder, "low TIME", recorded<table::RecordingNews::disk_low>},
    FixedRow{recorder, "loses", recorded<table::RecordingNews::samples_lost>},
    FixedRow{recorder, "full", recorded<table::RecordingNews::stopped>},
    FixedRow{recorder, "gone", recorded<table::RecordingNews::microphone_gone>},
    FixedRow{recorder, "back [NAME]", recorded<table::RecordingNews::microphone_back>},
    FixedRow{recorder, "misses [NAME]", recorded<table::RecordingNews::microphone_missing>},
    FixedRow{player, "announces [typed] MOVE", act<table::Announces>},
    FixedRow{player, "repeats [typed] [MOVE]", act<table::Repeats>},
    FixedRow{player, "corrects [typed] MOVE", act<table::Corrects>},
    FixedRow{player, "types TYPED", types},
    FixedRow{player, "types MOVE", types},
    FixedRow{player, "confirms line", at_console<table::ConfirmsLine>},
    FixedRow{player, "withdraws", at_console<table::WithdrawsLine>},
    FixedRow{player, "read-back on", act_with<&table::ChoosesReadBack::wanted, true>},
    FixedRow{player, "read-back off", act_with<&table::ChoosesReadBack::wanted, false>},
    FixedRow{player, "executes [MOVE]", act<table::Executes>},
    FixedRow{player, "confirms", act<table::Confirms>},
    FixedRow{player, "adjusts", act<table::Adjusts>},
    FixedRow{player, "adjusted", act_with<&table::Adjusts::open, false>},
    FixedRow{player, "requests alarms ALARMS", act<table::RequestsAlarms>},
    FixedRow{player, "offers draw", draws<table::DrawAct::offer>},
    FixedRow{player, "accepts", draws<table::DrawAct::accept>},
    FixedRow{player, "declines", draws<table::DrawAct::decline>},
    FixedRow{player, "accepts proposal [MATTER]", answers<true>},
    FixedRow{player, "accepts MATTER", answers<true>},
    FixedRow{player, "rejects proposal [MATTER]", answers<false>},
    FixedRow{player, "rejects MATTER", answers<false>},
    FixedRow{player, "proposes ACT", proposes},
    FixedRow{Doer::pair, "takeback", proposes},
    FixedRow{player, "acknowledges", act<table::Acknowledges>},
    FixedRow{player, "claims CLAIM [with MOVE]", claims},
    FixedRow{player, "resigns", act<table::Resigns>},
    FixedRow{Doer::sheet, "writes [NUMBER] [...] [KIND] MOVE", writes_on_sheet},
    FixedRow{player, "writes PLY [KIND] MOVE", act<table::Writes>},
    FixedRow{player, "records [KEY]", act<table::Records>},
    FixedRow{player, "signs [NAME]", act<table::Signs>},
    FixedRow{player | Doer::clock, "presses", act<table::Presses>},
    FixedRow{player, "pauses", act<table::Pauses>},
    FixedRow{player, "arrives", act<table::Arrives>},
    FixedRow{player, "seals", act<table::Seals>},
    FixedRow{player | arbiter, "asks QUESTION", asks},
    FixedRow{player | arbiter, "asks square SQUARE", asks_for<table::Question::square>},
    FixedRow{player | arbiter, "asks squares LINE", asks_for<table::Question::squares>},
    FixedRow{player | arbiter, "asks squares diagonal SQUARE", asks_from<true>},
    FixedRow{player | arbiter, "asks squares around SQUARE", asks_from<false>},
    FixedRow{player | arbiter, "asks pieces ROLE", asks_for<table::Question::pieces>},
    FixedRow{player | arbiter, "asks score [NUMBER]", asks_for<table::Question::score>},
    FixedRow{player | arbiter, "asks score STEP", asks_for<table::Question::score>},
    FixedRow{player | arbiter, "asks since [BACK]", asks_for<table::Question::since>},
    FixedRow{player | arbiter, "compares [boards]", act<table::Compares>},
    FixedRow{player | arbiter, "answers CONTENT", act<table::AnswersSquare>},
    FixedRow{
        arbiter, "accepts MATTER [because REASON]", arbiters<table::ArbiterAct::accepts_proposal>},
    FixedRow{
        arbiter, "rejects MATTER [because REASON]", arbiters<table::ArbiterAct::rejects_proposal>},
    FixedRow{
        arbiter, "accepts alarms PLAYER", act_with<&table::ArbiterAnswersAlarms::accepted, true>},
    FixedRow{
        arbiter, "rejects alarms PLAYER", act_with<&table::ArbiterAnswersAlarms::accepted, false>},
    FixedRow{arbiter, "sets PLAYER TIME [because REASON]", act<table::ArbiterSets>},
    FixedRow{arbiter, "sets PLAYER moves NUMBER", act<table::ArbiterSetsMoves>},
    FixedRow{arbiter, "adds PLAYER TIME [because REASON]", act<table::ArbiterAdds>},
    FixedRow{arbiter, "adds both TIME [because REASON]", act_with<&table::ArbiterAdds::both, true>},
    FixedRow{arbiter, "takes PLAYER TIME [because REASON]", takes},
    FixedRow{arbiter, "takes both TIME [because REASON]", takes_both},
    FixedRow{arbiter, "warns PLAYER [because REASON]", act<table::ArbiterWarns>},
    FixedRow{arbiter, "rules illegal PLAYER [because REASON]", act<table::ArbiterRulesIllegal>},
    FixedRow{
        arbiter,
        "rules two-hands PLAYER [because REASON]",
        act_with<&table::ArbiterRulesIllegal::two_hands, true>},
    FixedRow{arbiter, "restores ply PLY [because REASON]", act<table::ArbiterRestores>},
    FixedRow{arbiter, "ends SCORE ENDING [because REASON]", act<table::ArbiterEnds>},
    FixedRow{arbiter, "ends SCORE TEXT", act<table::ArbiterEnds>},
    FixedRow{arbiter, "override CLAUSE TEXT", act<table::ArbiterOverrides>},
    FixedRow{arbiter, "records from NAME", act<table::ChoosesMicrophone>},
};

std::vector<Row> all_rows() {
    std::vector<Row> rows;
    rows.reserve(fixed_rows.size() + table::arbiter_acts().size());
    for (const FixedRow& row : fixed_rows)
        rows.push_back({row.who, std::string{row.form}, row.act_of, std::nullopt});
    for (const table::ArbiterActRow& row : table::arbiter_acts()) {
        const std::string matter{row.meant == table::Meant::nothing ? "" : " [MATTER]"};
        rows.push_back(
            {arbiter, std::string{row.written} + matter + " [because REASON]", of_the_row, row.act}
        );
    }
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
    return std::visit(
        [](const auto& input) -> std::optional<table::AgreedAct> {
            using Input = std::decay_t<decltype(input)>;
            if constexpr (std::is_same_v<Input, table::Suggests>) return input.act;
            if constexpr (requires { input.reason.has_value(); })
                if (input.reason) return std::nullopt;
            if constexpr (std::is_constructible_v<table::AgreedAct, Input>) return input;
            return std::nullopt;
        },
        body
    );
}

} // namespace ansage::acts
