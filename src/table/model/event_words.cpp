// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/model/event_words.hpp"

#include "base/members.hpp"
#include "base/overloaded.hpp"
#include "table/model/names.hpp"

namespace ansage::table {

using chess::Color;

namespace {

using Row = EventWords;

template <class Enum>
std::string name(Enum value) {
    return std::string{to_string(value)};
}

// A claim as a scoresheet has it.
std::string_view remark_of(ClaimKind kind) {
    switch (kind) {
    case ClaimKind::threefold: return "score.claim_threefold";
    case ClaimKind::fifty: return "score.claim_fifty";
    case ClaimKind::flag: return "score.claim_flag";
    case ClaimKind::illegal: return "score.claim_illegal";
    case ClaimKind::touch: return "score.claim_touch";
    case ClaimKind::quickplay: return "score.claim_quickplay";
    case ClaimKind::extra_time: return "score.claim_extra_time";
    }
    return {};
}

Row clock_row(Color runs) {
    const char* const id = runs == Color::white ? "clock.white" : "clock.black";
    return {.kind = "clock", .aloud = {id}, .what = name(runs)};
}

// Nobody but whoever typed it has heard it. An arbiter knows of it without a sound, for a device is
// no notebook (8.1.2, 11.3.1); where there is none it is nobody's business.
Row withdrawn_row(const LineEnded& e, const State& state) {
    if (e.confirmed || state.setup->mode != Mode::tournament) return {};
    MessageArguments given{.ply = e.ply};
    const bool is_move = std::visit(
        [&](const auto& typed) {
            given.player = typed.seat;
            const auto* const move = base::member_of_type<HeardMove>(typed);
            if (move != nullptr) given.said = move->said;
            return move != nullptr;
        },
        e.act
    );
    const char* const id = is_move ? "console.line_withdrawn" : "console.act_withdrawn";
    return {.kind = "withdrawn", .aloud = {id, std::move(given)}};
}

// 7.5.1 and 4.3, or 9.5.3: what the next move has to be.
Message duty_of(const Obliged& event, const State& state) {
    const Ply ply = state.made() + 1;
    if (event.move)
        return {"console.must_play", {.player = event.seat, .ply = ply, .move = event.move}};
    std::optional<chess::Square> own;
    std::optional<chess::Square> taken;
    for (const chess::Square square : event.squares) {
        const auto piece = state.position().at(square);
        const bool is_own = piece && piece->color == event.seat;
        (is_own ? own : taken) = square;
    }
    if (!own && taken) // 4.3.3: with any piece that can
        return {"console.must_take", {.player = event.seat, .second_square = taken}};
    const auto piece = own ? state.position().at(*own) : std::nullopt;
    return {
        event.squares.size() > 1 ? "console.must_move_and_take" : "console.must_move",
        {.player = event.seat, .square = own, .second_square = taken, .piece = piece, .ply = ply}};
}

// What nobody is told in words of its own: it is seen, is part of what another event tells, or has
// its words where it is raised or asked for. An event that has no row and is not among these does
// not compile.
using Untold = std::variant<
    Sensed,
    Read,
    Settled,
    BoardStatus,
    Touched,
    Adjusting,
    Testified,
    Made,
    Completed,
    PressWaits,
    PressJudged,
    MovesCounted,
    AlarmsRequested,
    AlarmsSet,
    AlarmReached,
    Noted,
    Refused,
    RepairStarted,
    RepairGuided,
    Arrived,
    EndNoted,
    Said,
    SpeechEnded,
    ConsoleStatus,
    Recorded,
    RecordingKeyed,
    MicrophoneChosen,
    Unmade,
    BoardSaid,
    SquareAsked,
    SquareAnswered,
    Compared,
    MatterChanged,
    Ruled,
    ExtraTimeGiven,
    OfficialClockChanged,
    HallRulingAsked,
    HallRulingEnded,
    LineReadBack,
    WordsWithdrawn,
    ReadBackChosen,
    ListeningKeyed,
    Listened,
    HearingWithdrawn>;

const base::Overloaded event_rows{
    [](const DrawOffered& e, const State&) -> Row {
        return {
            .kind = "draw_offered",
            .aloud = {"console.draw_offered", {.player = e.seat}},
            .remark = "score.draw_offered"};
    },
    [](const DrawOfferEnded&, const State&) -> Row {
        return {.kind = "draw_declined", .aloud = {"console.draw_declined"}};
    },
    [](const Claimed& e, const State& state) -> Row {
        MessageArguments given{.player = e.seat, .move = e.with, .name = "claim." + name(e.kind)};
        if (e.with) given.ply = state.made() + 1;
        return {
            .kind = "claimed",
            .aloud = {e.with ? "console.claimed_with" : "console.claimed", std::move(given)},
            .remark = remark_of(e.kind)};
    },
    [](const ClaimEnded& e, const State&) -> Row {
        return {
            .kind = "claim",
            .aloud = {e.correct ? "console.claim_right" : "console.claim_wrong"},
            .remark = e.correct ? "score.claim_correct" : "score.claim_incorrect"};
    },
    [](const Obliged& e, const State& state) -> Row { return {.aloud = duty_of(e, state)}; },
    [](const TakenBack&, const State&) -> Row {
        return {
            .kind = "taken_back", .aloud = {"console.taken_back"}, .report = "console.taken_back"};
    },
    [](const Ended& e, const State&) -> Row {
        Row row{
            .kind = "result",
            .aloud = {"console.result", {.score = e.score, .name = name(e.termination)}},
            .what = name(e.score)};
        if (e.reason.empty()) return row;
        row.aloud.id = "console.result_in_words";
        row.aloud.arguments.name = row.written = e.reason;
        row.remark = "score.ended";
        return row;
    },
    [](const Adjourned&, const State&) -> Row {
        return {.kind = "adjourned", .aloud = {"console.adjourned"}, .remark = "score.adjourned"};
    },
    [](const Signed& e, const State&) -> Row {
        return {
            .kind = "signed",
            .aloud = {"console.signed", {.player = e.seat}},
            .remark = e.name ? "score.signed_as" : "score.signed",
            .written = e.name.value_or("")};
    },
    // To a half-move a number says little: its move is named.
    [](const Restored& e, const State& state) -> Row {
        Row row{
            .kind = "restored",
            .aloud = {"console.restored_start"},
            .remark = "score.restored",
            .report = "report.restored_start",
            .what = std::to_string(e.ply.value())};
        if (e.ply == 0) return row;
        const PlyRecord& ply = state.plies[e.ply];
        const unsigned number = state.positions.before(e.ply).fullmove_number().value();
        row.aloud = {
            "console.restored",
            {.player = ply.mover, .ply = e.ply, .move = ply.move, .number = number}};
        row.report = "report.restored";
        row.written = numbered(state, e.ply, ply.san);
        return row;
    },
    [](const RecordCorrected& e, const State& state) -> Row {
        const auto& [number, move] = e.correction;
        const PlyRecord& ply = state.plies[number];
        return {
            .kind = "corrected",
            .aloud =
                {"console.record_corrected", {.player = ply.mover, .ply = number, .move = move}},
            .remark = "score.record_corrected",
            .report = "report.record_corrected",
            .written = numbered(state, number, ply.san),
            .what = std::to_string(number.value())};
    },
    [](const Warned& e, const State&) -> Row {
        return {
            .kind = "warned",
            .aloud = {"console.warned", {.player = e.color}},
            .remark = "score.warned",
            .report = "report.warned"};
    },
    [](const Overridden& e, const State&) -> Row {
        return {
            .kind = "overridden",
            .aloud = {"console.overridden", {.where = e.reason, .name = e.clause}},
            .remark = "score.overridden",
            .report = "report.override",
            .written = e.clause + ", " + e.reason,
            .what = e.clause};
    },
    [](const IllegalCounted& e, const State& state) -> Row {
        const bool two_hands = e.two_hands.value_or(false);
        return {
            .kind = "ruled_illegal",
            .aloud =
                {two_hands ? "console.ruled_two_hands" : "console.ruled_illegal",
                 {.player = e.color, .count = state.illegal_moves[e.color]}},
            .remark = "score.illegal_move",
            .report = "report.illegal"};
    },
    [](const ClockAdjusted& e, const State&) -> Row {
        return {
            .kind = "clock_set",
            .aloud = {"console.clock_set", {.player = e.color, .time = e.remaining}},
            .remark = "score.clock_set",
            .report = "report.clock_set"};
    },
    [](const ClockPressed& e, const State&) { return e.switched ? clock_row(!e.seat) : Row{}; },
    [](const ClockStarted& e, const State&) {
        Row row = clock_row(e.color);
        row.report = "report.resumed";
        row.aloud.arguments.player = e.color; // for the report alone
        return row;
    },
    [](const LineEnded& e, const State& state) { return withdrawn_row(e, state); },
    [](const ClockHalted&, const State&) -> Row {
        return {.kind = "clock", .aloud = {"clock.stopped"}, .report = "report.halted"};
    },
    [](const Alerted& e, const State&) -> Row {
        return {.kind = "alert", .aloud = e.message, .what = name(e.kind)};
    },
    [](const AlertClosed& e, const State&) -> Row {
        return {
            .kind = "settled",
            .aloud = {"console.settled", {.name = "kind." + name(e.kind)}},
            .what = name(e.kind)};
    },
    [](const Raised& e, const State&) -> Row {
        return {.kind = "matter", .aloud = e.message, .what = name(e.matter)};
    },
    [](const Proposed& e, const State&) -> Row {
        return {.kind = "proposal", .aloud = e.proposal.message, .what = name(e.proposal.kind)};
    },
    [](const ProposalAgreed& e, const State&) -> Row {
        if (!e.matter) return {.kind = "agreed", .aloud = {"console.agreed", {.player = e.seat}}};
        return {
            .kind = "agreed",
            .aloud = {"console.agreed_on", {.player = e.seat, .number = e.matter->value()}}};
    },
    [](const ProposalEnded& e, const State&) -> Row {
        if (e.accepted) return {.report = "report.accepted"};
        return {.kind = "rejected", .aloud = {"console.rejected"}, .report = "report.rejected"};
    },
    // What is written and not said.
    [](const FlagFell& e, const State&) -> Row {
        return {.aloud = {{}, {.player = e.color}}, .remark = "score.flag_fell"};
    },
    [](const RepairEnded& e, const State&) -> Row {
        return {
            .aloud = {{}, {.player = e.board}},
            .remark = "score.board_corrected",
            .report = "report.repaired"};
    },
    [](const Sealed& e, const State&) -> Row {
        return {.aloud = {{}, {.player = e.seat}}, .remark = "score.sealed"};
    },
    [](const MoveDoubted& e, const State& state) -> Row {
        return {
            .report = "report.kings_move_in_doubt",
            .written = numbered(state, e.ply, state.plies[e.ply].san)};
    },
    [](const MoveKept& e, const State& state) -> Row {
        return {
            .report = "report.kings_move_kept",
            .written = numbered(state, e.ply, state.plies[e.ply].san)};
    },
    [](const Reasoned& e, const State&) -> Row {
        return {.report = "report.reason", .written = e.reason};
    },
    []<base::AlternativeOf<Untold> Event>(const Event&, const State&) { return Row{}; },
};

} // namespace

EventWords words_of(const EventBody& body, const State& state) {
    Row words = std::visit([&](const auto& event) { return event_rows(event, state); }, body);
    const auto& player = words.aloud.arguments.player;
    if (words.what.empty() && player) words.what = chess::to_string(*player);
    return words;
}

Message written(const EventWords& words, std::string_view id) {
    Message message{std::string{id}, words.aloud.arguments};
    message.arguments.name = words.written;
    return message;
}

Message* message_in(EventBody& body) {
    if (auto* const proposed = std::get_if<Proposed>(&body)) return &proposed->proposal.message;
    return std::visit(
        [](auto& event) -> Message* { return base::member_of_type<Message>(event); }, body
    );
}

bool is_arbiters(const EventBody& body) {
    return is_one_of<
        Alerted,
        AlertClosed,
        Raised,
        Proposed,
        ProposalAgreed,
        ProposalEnded,
        LineEnded>(body);
}

std::string numbered(const State& state, Ply ply, std::string_view san) {
    return to_string(chess::place_of(state.positions.front(), ply)) + " " + std::string{san};
}

} // namespace ansage::table
