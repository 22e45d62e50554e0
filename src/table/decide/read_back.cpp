// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/decide/read_back.hpp"

#include "base/overloaded.hpp"
#include "table/asking/asking.hpp"
#include "table/asking/rights.hpp"
#include "table/decide/decide.hpp"
#include "table/model/checked.hpp"
#include "table/model/event_words.hpp"
#include "table/model/names.hpp"
#include "table/moves/moves.hpp"

#include <algorithm>
#include <utility>

namespace ansage::table {

using base::Overloaded;
using chess::Color;

namespace {

// Two strokes that are closer are one finger that bounced.
constexpr base::Millis bounce{150};

Color seat_of(const ReadBackAct& act) {
    return std::visit([](const auto& typed) { return typed.seat; }, act);
}

Message of_move(std::string id, Color seat, Ply ply, const HeardMove& heard) {
    return {std::move(id), {.player = seat, .ply = ply, .said = heard.said, .name = heard.text}};
}

std::string_view sentence_of(DrawAct act) {
    switch (act) {
    case DrawAct::offer: return "read_back.offer";
    case DrawAct::accept: return "read_back.accept";
    case DrawAct::decline: return "read_back.decline";
    }
    return {};
}

Message words_of_claim(const Claims& typed, Ply ply) {
    Message message{"read_back.claim"};
    if (typed.with) message = of_move("read_back.claim_with", typed.seat, ply, *typed.with);
    message.arguments.name = "claim." + std::string{to_string(typed.kind)};
    return message;
}

Message words_of(const ReadBackAct& act, Ply ply) {
    return std::visit(
        Overloaded{
            [&](const Announces& typed) {
                return of_move("read_back.announcement", typed.seat, ply, typed.move);
            },
            [&](const Corrects& typed) {
                return of_move("read_back.correction", typed.seat, ply, typed.move);
            },
            [&](const Repeats& said) {
                return of_move("read_back.repetition", said.seat, ply, said.move);
            },
            [](const Draws& typed) -> Message { return {std::string{sentence_of(typed.act)}}; },
            [&](const Claims& typed) { return words_of_claim(typed, ply); },
            [](const Resigns&) -> Message { return {"read_back.resign"}; },
        },
        act
    );
}

void say_to(Decision& decision, ConsoleRole console, Message message) {
    if (const std::optional<Audience> ear = audience_of(console))
        decision.say(*ear, Priority::text, Cause::request, std::move(message));
}

// What would come of it, tried on a copy: true if nothing but refusals. They tell nothing of what
// is legal, for words are read by their shape.
bool would_be_refused(Decision& decision, ConsoleRole console, const ReadBackAct& act) {
    const State& state = decision.state();
    const std::vector<Event> events = decide(state, {decision.at(), input_of(act)});
    begin_checks(state, {decision.at(), TypesLine{console, act}}); // of what comes now
    const auto refused = [](const Event& event) { return is_one_of<Refused, Said>(event.body); };
    for (const Event& event : events)
        if (std::holds_alternative<Refused>(event.body)) decision.emit(event.body);
    return std::ranges::all_of(events, refused);
}

void end_line(Decision& decision, ConsoleRole console, bool confirmed) {
    const auto line = decision.state().lines.find(console);
    if (line == decision.state().lines.end()) return;
    decision.emit(LineEnded{
        .console = console,
        .act = line->second.act,
        .ply = line->second.ply,
        .confirmed = confirmed});
}

// The ply that its words speak of; a claim's move is the next one.
Ply ply_of(const State& state, const ReadBackAct& act) {
    if (std::holds_alternative<Claims>(act)) return state.made() + 1;
    const Color seat = seat_of(act);
    const bool is_repetition = std::holds_alternative<Repeats>(act);
    return (is_repetition ? repeated_ply(state, seat) : announced_ply(state, seat)).value_or(Ply{});
}

bool is_move(const ReadBackAct& act) {
    return std::holds_alternative<Announces>(act) || std::holds_alternative<Corrects>(act);
}

// The typist's ear is the room, and the opponent sits there: he has heard it.
bool is_heard_by_both(const State& state, const TypesLine& input) {
    const std::optional<Color> typist = seat_of(input.console);
    return typist && is_move(input.act) && !state.seat(*typist).earphone;
}

} // namespace

void read_back_again(Decision& decision, ConsoleRole console) {
    const auto line = decision.state().lines.find(console);
    if (line != decision.state().lines.end())
        say_to(decision, console, words_of(line->second.act, line->second.ply));
}

void read_back(Decision& decision, ConsoleRole console, const ReadBackAct& act) {
    if (would_be_refused(decision, console, act)) return;
    end_line(decision, console, false);
    const Ply ply = ply_of(decision.state(), act);
    decision.emit(LineReadBack{.console = console, .act = act, .ply = ply});
    say_to(decision, console, words_of(act, ply));
}

void on(Decision& decision, const TypesLine& input) {
    if (is_heard_by_both(decision.state(), input)) {
        std::visit([&](const auto& typed) { on(decision, typed); }, input.act);
        return;
    }
    read_back(decision, input.console, input.act);
}

void on(Decision& decision, const ConfirmsLine& input) {
    const auto found = decision.state().lines.find(input.console);
    if (found == decision.state().lines.end()) {
        decision.refuse(Refusal::not_allowed, seat_of(input.console), "refused.nothing_read_back");
        return;
    }
    const State::OpenLine line = found->second;
    if (!input.in_words && decision.at() - line.at < bounce) return;
    end_line(decision, input.console, true);
    const Color seat = seat_of(line.act);
    const bool is_of_move = is_move(line.act) || std::holds_alternative<Repeats>(line.act);
    if (is_of_move && ply_of(decision.state(), line.act) != line.ply) {
        // The game has gone on since: it was read in another position.
        decision.refuse(Refusal::not_your_turn, seat);
        return;
    }
    std::visit(
        Overloaded{
            [&](const Announces& typed) { announce(decision, typed, line.at); },
            [&](const Corrects& typed) { correct(decision, typed, line.at); },
            [&](const auto& typed) { on(decision, typed); },
        },
        line.act
    );
}

void on(Decision& decision, const WithdrawsLine& input) {
    const std::optional<Color> seat = seat_of(input.console);
    if (decision.state().lines.contains(input.console)) {
        end_line(decision, input.console, false);
        say_to(decision, input.console, {"read_back.withdrawn"});
    } else if (seat) {
        withdraw_announcement(decision, *seat);
    } else {
        decision.refuse(Refusal::nothing_to_correct, seat);
    }
}

void on(Decision& decision, const ChoosesReadBack& input) {
    if (decision.setup().mode == Mode::tournament) {
        decision.refuse(Refusal::not_allowed, input.seat, "refused.read_back_stays");
        return;
    }
    if (decision.state().reads_back[input.seat] == input.wanted) return;
    decision.emit(ReadBackChosen{.seat = input.seat, .wanted = input.wanted});
    decision.say(
        ear_of(input.seat),
        Priority::text,
        Cause::request,
        {input.wanted ? "read_back.on" : "read_back.off"}
    );
}

} // namespace ansage::table
