// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/asking/rights.hpp"

#include "base/overloaded.hpp"
#include "table/asking/questions.hpp"
#include "table/model/input_parts.hpp"

namespace ansage::table {

using base::Overloaded;
using chess::Color;

namespace {

bool is_players(std::optional<Performer> by) { return by != Performer::assistant; }

bool player_may(const State& state, Color own, const InputBody& body) {
    const auto acts = [own](const auto& input) {
        return input.seat == own && input.by == Performer::player;
    };
    return std::visit(
        Overloaded{
            [&](const Announces& input) { return acts(input); },
            [&](const Repeats& input) { return acts(input); },
            [&](const Presses& input) { return acts(input); },
            [&](const Corrects& input) { return input.seat == own && is_players(input.by); },
            [&](const Executes& input) { return input.seat == own && is_players(input.by); },
            [&](const Confirms& input) { return input.seat == own; },
            [&](const Adjusts& input) { return input.seat == own; },
            [&](const Asks& input) { return input.seat == own && !input.by; },
            [&](const Draws& input) { return input.seat == own; },
            [&](const RequestsAlarms& input) { return input.seat == own; },
            [&](const Claims& input) { return input.seat == own; },
            [&](const Resigns& input) { return input.seat == own; },
            [&](const Writes& input) { return input.seat == own; },
            [&](const Records& input) { return input.seat == own; },
            [&](const Signs& input) { return input.seat == own; },
            [&](const AnswersProposal& input) { return input.seat == own; },
            [&](const Suggests& input) {
                return input.seat == own && state.setup->mode != Mode::tournament;
            },
            [&](const Acknowledges& input) { return input.seat == own; },
            [&](const Compares& input) { return input.seat == own; },
            [&](const AnswersSquare& input) { return input.seat == own; },
            // Whose microphone it is, the arbiter decides where there is one.
            [&](const ChoosesMicrophone&) { return state.setup->mode != Mode::tournament; },
            [&](const Pauses& input) { return input.seat == own; },
            [&](const Arrives& input) { return input.seat == own; },
            [&](const Seals& input) { return input.seat == own; },
            [&](const ChoosesReadBack& input) { return input.seat == own; },
            [&](const WithdrawsHearing& input) { return input.seat == own; },
            [&](const Arbiter& input) {
                const bool plain = input.act == ArbiterAct::starts ||
                    input.act == ArbiterAct::pauses || input.act == ArbiterAct::resumes;
                return state.setup->mode != Mode::tournament && plain;
            },
            [](const auto&) { return false; },
        },
        body
    );
}

// D.2.10.3-6: for the player whose assistant it is.
bool assists(const State& state, Color seat, unsigned duty) {
    return state.seat(seat).assistant_duties.contains(duty);
}

// D.2.10.1-2: for either player's moves, whoever of them the assistant is there for.
bool assists_either(const State& state, unsigned duty) {
    return assists(state, Color::white, duty) || assists(state, Color::black, duty);
}

bool assistant_answers(const State& state, const Asks& input) {
    const QuestionRow& row = row_of(input.question);
    const bool own = !input.by || input.by == ConsoleRole::assistant;
    return own &&
        ((row.about == About::words && input.by) ||
         (row.is_told_by_assistant && assists(state, input.seat, 4)));
}

bool assistant_may(const State& state, const InputBody& body) {
    return std::visit(
        Overloaded{
            [&](const Announces& input) {
                return input.by == Performer::assistant &&
                    (state.seat(input.seat).announces == Announcer::assistant ||
                     assists_either(state, 2));
            },
            [&](const Corrects& input) {
                return state.seat(input.seat).announces == Announcer::assistant ||
                    assists_either(state, 2);
            },
            [&](const Repeats& input) {
                return input.by == Performer::assistant &&
                    (state.seat(input.seat).repeats == Repeater::assistant ||
                     assists_either(state, 2));
            },
            [&](const Executes&) { return assists_either(state, 1); },
            [&](const Writes& input) { return assists(state, input.seat, 3); },
            [&](const Records& input) { return assists(state, input.seat, 3); },
            [&](const Presses& input) {
                return input.by == Performer::assistant && assists(state, input.seat, 3);
            },
            [&](const Asks& input) { return assistant_answers(state, input); },
            [&](const Claims& input) {
                const bool theirs = input.kind == ClaimKind::flag || input.kind == ClaimKind::touch;
                return theirs && assists(state, input.seat, 5);
            },
            [&](const Seals& input) { return assists(state, input.seat, 6); },
            [](const auto&) { return false; },
        },
        body
    );
}

bool arbiter_may(const InputBody& body) {
    return std::visit(
        Overloaded{
            [](const Compares& input) { return !input.seat; },
            [](const AnswersSquare& input) { return !input.seat; },
            [](const ChoosesMicrophone&) { return true; },
            [](const ConsoleReports& input) { return input.change == ConsoleChange::freed; },
            [](const Asks& input) { return input.by == ConsoleRole::arbiter; },
            []<class Act>(const Act&) { return is_arbiters_act<Act>; },
        },
        body
    );
}

// At the arbiter's console nothing is read back: he types in nobody's name.
bool is_of_console(const InputBody& body, ConsoleRole console) {
    return console != ConsoleRole::arbiter && console_of(body) == console;
}

} // namespace

InputBody input_of(const ReadBackAct& act) {
    return std::visit([](const auto& input) -> InputBody { return input; }, act);
}

bool may(const State& state, ConsoleRole console, const InputBody& body) {
    const auto* const asks = std::get_if<Asks>(&body);
    if (asks != nullptr && (asks->count || asks->from)) return false; // the shell alone counts
    if (const auto* const line = std::get_if<TypesLine>(&body))
        return line->console == console && may(state, console, input_of(line->act));
    if (std::holds_alternative<ConfirmsLine>(body) || std::holds_alternative<WithdrawsLine>(body))
        return is_of_console(body, console);
    switch (console) {
    case ConsoleRole::white: return player_may(state, Color::white, body);
    case ConsoleRole::black: return player_may(state, Color::black, body);
    case ConsoleRole::assistant: return assistant_may(state, body);
    case ConsoleRole::arbiter: return arbiter_may(body);
    case ConsoleRole::spectator: return false;
    }
    return false;
}

std::optional<Audience> audience_of(ConsoleRole console) {
    switch (console) {
    case ConsoleRole::white: return Audience::ear_white;
    case ConsoleRole::black: return Audience::ear_black;
    case ConsoleRole::assistant: return Audience::assistant;
    case ConsoleRole::arbiter: return Audience::arbiter;
    case ConsoleRole::spectator: return std::nullopt;
    }
    return std::nullopt;
}

std::optional<Color> seat_of(ConsoleRole console) {
    switch (console) {
    case ConsoleRole::white: return Color::white;
    case ConsoleRole::black: return Color::black;
    case ConsoleRole::assistant:
    case ConsoleRole::arbiter:
    case ConsoleRole::spectator: return std::nullopt;
    }
    return std::nullopt;
}

namespace {

// The record as far as that player knows of it: nothing of the opponent's move is told before it
// was announced or pressed (first principle 4).
const chess::Position& known_position(const State& state, Color asker) {
    const Ply made = state.made();
    const PlyRecord* last = made == 0 ? nullptr : &state.plies[made];
    const bool is_secret = last != nullptr && last->mover != asker && !last->pressed_at &&
        last->newest(Witness::announcement) == nullptr;
    return state.positions.after(is_secret ? made - 1 : made);
}

} // namespace

std::optional<chess::Reading> readable_board(const State& state, const Asks& input) {
    if (input.by == ConsoleRole::arbiter) return state.position().reading();
    const Seat& seat = state.seat(input.seat);
    const bool sees_pieces = seat.board == BoardKind::identity && state.has_sensors(input.seat);
    const bool is_club = state.setup->mode == Mode::club;
    if (state.setup->mode == Mode::training || (is_club && !sees_pieces))
        return known_position(state, input.seat).reading();
    if (is_club) return state.boards[input.seat].reading;
    return sees_pieces && seat.square_answers ? std::optional{state.boards[input.seat].reading}
                                              : std::nullopt;
}

} // namespace ansage::table
