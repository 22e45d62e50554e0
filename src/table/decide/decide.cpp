// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/decide/decide.hpp"

#include "table/asking/asking.hpp"
#include "table/asking/questions.hpp"
#include "table/asking/rights.hpp"
#include "table/decide/listening.hpp"
#include "table/decide/read_back.hpp"
#include "table/disputes/by_edition.hpp"
#include "table/disputes/hall.hpp"
#include "table/disputes/rulings.hpp"
#include "table/model/checked.hpp"
#include "table/model/input_parts.hpp"
#include "table/moves/moves.hpp"

#include <algorithm>
#include <map>

namespace ansage::table {

using chess::Color;

namespace {

void on(Decision& decision, const Pauses& input) {
    if (!decision.state().clocks.running()) {
        decision.refuse(Refusal::clock_halted, input.seat);
        return;
    }
    decision.emit(ClockHalted{}); // 6.11.2: to call the arbiter
}

void on(Decision& decision, const UtteranceReported& input) {
    if (!decision.state().unfinished.contains(input.id)) return;
    decision.emit(SpeechEnded{.id = input.id, .outcome = input.outcome});
    for (const Color color : chess::both_colors) {
        if (decision.state().boards[color].press_after != input.id) continue;
        // The interlocked press takes effect when its announcement ends, however it ended.
        take_held_press(decision, color);
    }
}

void on(Decision& decision, const Resumed& input) {
    // An official clock of its own went on meanwhile: ours follow it as soon as it is heard.
    const bool goes_on =
        decision.state().official_clock && decision.state().official_clock->is_running;
    lose_official_clock(decision);
    lose_microphone(decision);
    if (decision.state().clocks.running() && !goes_on) decision.emit(ClockHalted{});
    const bool is_adjourned = decision.state().phase == Phase::adjourned;
    Message message{goes_on ? "resume.goes_on" : "resume.gap", {.time = input.gap}};
    if (is_adjourned) message = {"resume.adjourned"};
    decision.say(Audience::arbiter, Priority::important, Cause::table, std::move(message));
    for (const auto& [console, line] : std::map{decision.state().lines})
        read_back_again(decision, console);
}

void on(Decision& decision, const ConsoleReports& input) {
    report_console(decision, input);
    if (input.change == ConsoleChange::joined) read_back_again(decision, input.console);
}

void on(Decision& decision, const PressesButton& input) {
    switch (input.button) {
    case BoardButton::announce:
        if (decision.state().in_play() && is_device_announcing(decision.state(), input.board)) {
            announce_by_device(decision, input.board, AnnouncedAt::button);
        } else if (decision.state().recorder || decision.state().hears(input.board)) {
            on(decision, Records{.seat = input.board, .key = RecordingKey::own}); // "now I speak"
        } else decision.refuse(Refusal::not_allowed, input.board);
        return;
    case BoardButton::repeat:
        on(decision, Asks{.seat = input.board, .question = Question::last, .square = {}});
        return;
    case BoardButton::time:
        on(decision, Asks{.seat = input.board, .question = Question::both, .square = {}});
        return;
    case BoardButton::draw: on(decision, Draws{.seat = input.board, .act = DrawAct::offer}); return;
    }
}

void on(Decision& decision, const Adjusts& input) {
    decision.emit(Adjusting{.seat = input.seat, .open = input.open});
}

void on(Decision& decision, const ArbiterWarns& input) {
    decision.emit(Warned{.color = input.color});
}

void on(Decision& decision, const ArbiterOverrides& input) {
    decision.emit(Overridden{.clause = input.clause, .reason = input.reason});
}

// Guidelines I.1.1: the player who is to move seals.
void on(Decision& decision, const Seals& input) {
    if (decision.state().phase == Phase::ended) decision.refuse(Refusal::game_over, input.seat);
    else if (decision.state().to_move() != input.seat) {
        decision.refuse(Refusal::not_your_turn, input.seat);
    } else decision.emit(Sealed{.seat = input.seat});
}

void on(Decision& decision, const TimeNoted& /*input*/) { decision.emit(Noted{}); }

void on(Decision& /*decision*/, const TimeReached& /*input*/) {}

// A clock alone has no boards to judge, only their levers and buttons.
bool is_nobodys_board(const Decision& decision, const InputBody& body) {
    const bool from_sensors = std::holds_alternative<Lifts>(body) ||
        std::holds_alternative<Places>(body) || std::holds_alternative<Unsure>(body) ||
        std::holds_alternative<Shows>(body) || std::holds_alternative<BoardReports>(body);
    return from_sensors && decision.setup().is_clock_alone();
}

// What an opponent says, and what depends on whose turn it is.
bool follows_a_move(const State& state, const InputBody& body) {
    const auto is_opponents = [&](const auto* words) {
        return words != nullptr && words->seat != state.to_move() && state.in_play();
    };
    const auto* const asks = std::get_if<Asks>(&body);
    const bool looks_at_turn = std::holds_alternative<Claims>(body) ||
        std::holds_alternative<Draws>(body) || std::holds_alternative<Writes>(body) ||
        (asks != nullptr && row_of(asks->question).looks_at_turn);
    return state.phase == Phase::playing &&
        (looks_at_turn || is_opponents(std::get_if<Announces>(&body)) ||
         is_opponents(std::get_if<Executes>(&body)));
}

void decide_body(Decision& decision, const InputBody& body) {
    if (is_nobodys_board(decision, body)) return;
    if (follows_a_move(decision.state(), body)) let_illegal_stand(decision);
    const bool was_adjourned = decision.state().phase == Phase::adjourned;
    std::visit([&](const auto& input) { on(decision, input); }, body);
    declare_known_ending(decision);
    if (was_adjourned && decision.state().in_play()) check_resumed_boards(decision);
}

// Whoever presses before he has confirmed what he typed hears that it waits: nobody has been told.
void remind_of_line(Decision& decision, const InputBody& body) {
    const auto* const press = std::get_if<Presses>(&body);
    if (press == nullptr) return;
    for (const auto& [console, line] : std::map{decision.state().lines})
        if (seat_of(console) == press->seat) read_back_again(decision, console);
}

// Kept with the decision, unless there was none.
void note_reason(Decision& decision, const InputBody& body) {
    const std::optional<std::string> reason = reason_of(body);
    const auto events = decision.events();
    const bool refused = !events.empty() && std::holds_alternative<Refused>(events.front().body);
    if (reason && !refused) decision.emit(Reasoned{.reason = *reason});
}

// What was decided is said before the first hand is told what to do.
void begin_repairs(Decision& decision, const InputBody& body, std::span<const Event> decided) {
    const std::size_t told = decision.events().size();
    for (const chess::Color board : chess::both_colors) { // once, however often it was begun
        const bool is_begun = std::ranges::any_of(decided, [board](const Event& event) {
            const auto* const started = std::get_if<RepairStarted>(&event.body);
            return started != nullptr && started->board == board;
        });
        // One ruling in a decision may have begun what the next found right (8.7).
        if (is_begun && decision.state().boards[board].repairing) guide_repair(decision, board);
    }
    const std::vector<Event> guided{
        decision.events().begin() + static_cast<std::ptrdiff_t>(told), decision.events().end()};
    notify_people(decision, body, guided);
}

// What somebody did or a device reported, and what follows for people and boards.
void decide_act(Decision& decision, const InputBody& body) {
    const bool begins = decision.state().phase == Phase::not_started;
    decide_body(decision, body);
    remind_of_line(decision, body);
    if (begins && decision.state().phase == Phase::playing) tell_of_edition(decision);
    note_reason(decision, body);
    const std::vector<Event> decided{decision.events().begin(), decision.events().end()};
    notify_people(decision, body, decided);
    begin_repairs(decision, body, decided);
}

} // namespace

std::vector<Event> step(State& state, const Input& input) {
    begin_checks(state, input);
    std::vector<Event> events;
    if (std::holds_alternative<TimeReached>(input.body)) on_time_reached(state, events, input.at);
    DecisionOnAgenda decision{state, events, input.at};
    if (!std::holds_alternative<TimeReached>(input.body)) decide_act(decision, input.body);
    end_outdated_of_hall(decision);
    end_checks(state);
    return events;
}

std::optional<State> state_for_words(const State& state, const InputBody& body) {
    if (!follows_a_move(state, body)) return std::nullopt;
    State copy = state;
    std::vector<Event> events;
    // Whenever it is: the words ask for the position, and no clock goes back.
    const base::Instant then = state.clocks.changed_at();
    begin_checks(copy, {.at = then, .body = body});
    DecisionOnAgenda decision{copy, events, then};
    let_illegal_stand(decision);
    return events.empty() ? std::nullopt : std::optional{std::move(copy)};
}

std::vector<Event> decide(const State& state, const Input& input) {
    State copy = state;
    return step(copy, input);
}

} // namespace ansage::table
