// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/overloaded.hpp"
#include "table/by_edition.hpp"
#include "table/desk.hpp"

#include <algorithm>

namespace ansage::table {

using base::Overloaded;
using chess::Color;

namespace {

void on_pauses(Desk& desk, const Pauses& input) {
    if (!desk.state().clocks.running()) {
        desk.refuse(Refusal::clock_halted, input.seat);
        return;
    }
    desk.emit(ClockHalted{}); // 6.11.2: to call the arbiter
}

void on_utterance(Desk& desk, const UtteranceReported& input) {
    if (!desk.state().unfinished.contains(input.id)) {
        return;
    }
    desk.emit(SpeechEnded{.id = input.id, .outcome = input.outcome});
    for (const Color color : chess::both_colors) {
        if (desk.state().boards[color].press_after != input.id) {
            continue;
        }
        // The interlocked press takes effect when its announcement ends, however it ended.
        desk.emit(PressJudged{.seat = color});
        on_presses(desk, {.seat = color, .by = Performer::player});
    }
}

void on_resumed(Desk& desk, const Resumed& input) {
    // An official clock of its own went on meanwhile: ours follow it as soon as it is heard.
    const bool goes_on = desk.state().official_clock && desk.state().official_clock->is_running;
    lose_official_clock(desk);
    if (desk.state().clocks.running() && !goes_on) {
        desk.emit(ClockHalted{});
    }
    const bool is_adjourned = desk.state().phase == Phase::adjourned;
    Message message{
        .id = is_adjourned ? "resume.adjourned"
            : goes_on      ? "resume.goes_on"
                           : "resume.gap",
        .arguments = {},
        .words = {}};
    if (!is_adjourned) {
        message.arguments.time = input.gap;
    }
    desk.say(Audience::arbiter, Priority::important, Cause::table, std::move(message));
}

} // namespace

namespace {

// A clock alone has no boards to judge, only their levers and buttons.
bool is_nobodys_board(const Desk& desk, const InputBody& body) {
    const bool from_sensors = std::holds_alternative<Lifts>(body) ||
        std::holds_alternative<Places>(body) || std::holds_alternative<Unsure>(body) ||
        std::holds_alternative<Shows>(body) || std::holds_alternative<BoardReports>(body);
    return from_sensors && desk.setup().is_clock_alone();
}

void decide_body(Desk& desk, const InputBody& body) {
    if (is_nobodys_board(desk, body)) {
        return;
    }
    std::visit(
        Overloaded{
            [&](const Lifts& input) { on_lifts(desk, input); },
            [&](const Places& input) { on_places(desk, input); },
            [&](const Unsure& input) { on_unsure(desk, input); },
            [&](const Shows& input) { on_shows(desk, input); },
            [&](const PressesButton& input) { on_button(desk, input); },
            [&](const BoardReports& input) { on_board_reports(desk, input); },
            [&](const ClockShows& input) { on_clock_shows(desk, input); },
            [&](const Confirms& input) { on_confirms(desk, input); },
            [&](const Executes& input) { on_executes(desk, input); },
            [&](const Announces& input) { on_announces(desk, input); },
            [&](const Repeats& input) { on_repeats(desk, input); },
            [&](const Corrects& input) { on_corrects(desk, input); },
            [&](const Adjusts& input) {
                desk.emit(Adjusting{.seat = input.seat, .open = input.open});
            },
            [&](const Asks& input) { on_asks(desk, input); },
            [&](const RequestsAlarms& input) { on_requests_alarms(desk, input); },
            [&](const Draws& input) { on_draws(desk, input); },
            [&](const Claims& input) { on_claims(desk, input); },
            [&](const Resigns& input) { on_resigns(desk, input); },
            [&](const Writes& input) { on_writes(desk, input); },
            [&](const Records& input) { on_records(desk, input); },
            [&](const Signs& input) { on_signs(desk, input); },
            [&](const Presses& input) { on_presses(desk, input); },
            [&](const Pauses& input) { on_pauses(desk, input); },
            [&](const Arrives& input) { on_arrives(desk, input); },
            [&](const Arbiter& input) { on_arbiter(desk, input); },
            [&](const ArbiterSets& input) { on_sets(desk, input); },
            [&](const ArbiterSetsMoves& input) { on_sets_moves(desk, input); },
            [&](const ArbiterAnswersAlarms& input) { on_answers_alarms(desk, input); },
            [&](const ArbiterAdds& input) { on_adds(desk, input); },
            [&](const ArbiterWarns& input) { desk.emit(Warned{.color = input.color}); },
            [&](const ArbiterRulesIllegal& input) { on_rules_illegal(desk, input); },
            [&](const ArbiterRestores& input) { on_restores(desk, input); },
            [&](const ArbiterEnds& input) { on_ends(desk, input); },
            [&](const ArbiterOverrides& input) {
                desk.emit(Overridden{.clause = input.clause, .reason = input.reason});
            },
            [&](const HallRules& input) { on_hall_rules(desk, input); },
            [&](const Seals& input) { desk.emit(Sealed{.seat = input.seat}); },
            [&](const UtteranceReported& input) { on_utterance(desk, input); },
            [&](const ConsoleReports& input) { on_console_reports(desk, input); },
            [&](const Oversteps& input) { on_oversteps(desk, input); },
            [&](const Replies& input) { on_replies(desk, input); },
            [&](const AnswersProposal& input) { on_answers_proposal(desk, input); },
            [&](const RecordingReported& input) { on_recording(desk, input); },
            [&](const ChoosesMicrophone& input) { on_chooses_microphone(desk, input); },
            [&](const Acknowledges& input) { on_acknowledges(desk, input); },
            [&](const Suggests& input) { on_suggests(desk, input); },
            [&](const Compares& input) { on_compares(desk, input); },
            [&](const AnswersSquare& input) { on_answers_square(desk, input); },
            [&](const TimeNoted&) { desk.emit(Noted{}); },
            [&](const Resumed& input) { on_resumed(desk, input); },
            [](const TimeReached&) {},
        },
        body
    );
}

// Kept with the decision, unless there was none.
void note_reason(Desk& desk, const InputBody& body, const std::vector<Event>& events) {
    const std::optional<std::string> reason = std::visit(
        [](const auto& input) -> std::optional<std::string> {
            if constexpr (requires { input.reason.has_value(); }) {
                return input.reason;
            }
            return std::nullopt;
        },
        body
    );
    const bool refused = !events.empty() && std::holds_alternative<Refused>(events.front().body);
    if (reason && !refused) {
        desk.emit(Reasoned{.reason = *reason});
    }
}

// What was decided is said before the first hand is told what to do.
void begin_repairs(Desk& desk, const InputBody& body, std::span<const Event> decided) {
    const std::size_t told = desk.events().size();
    for (const chess::Color board : chess::both_colors) { // once, however often it was begun
        const bool is_begun = std::ranges::any_of(decided, [board](const Event& event) {
            const auto* const started = std::get_if<RepairStarted>(&event.body);
            return started != nullptr && started->board == board;
        });
        if (is_begun) {
            guide_repair(desk, board);
        }
    }
    const std::vector<Event> guided{
        desk.events().begin() + static_cast<std::ptrdiff_t>(told), desk.events().end()};
    tell_people(desk, body, guided);
}

} // namespace

std::vector<Event> step(State& state, const Input& input) {
    std::vector<Event> events;
    if (std::holds_alternative<TimeReached>(input.body)) {
        on_time_reached(state, events, input.at);
        Desk desk{state, events, input.at};
        end_outdated_of_hall(desk);
        return events;
    }
    Desk desk{state, events, input.at};
    const bool begins = state.phase == Phase::not_started;
    decide_body(desk, input.body);
    if (begins && state.phase == Phase::playing) {
        tell_of_edition(desk);
    }
    note_reason(desk, input.body, events);
    const std::vector<Event> decided = events;
    tell_people(desk, input.body, decided);
    begin_repairs(desk, input.body, decided);
    end_outdated_of_hall(desk);
    return events;
}

std::vector<Event> decide(const State& state, const Input& input) {
    State copy = state;
    return step(copy, input);
}

} // namespace ansage::table
