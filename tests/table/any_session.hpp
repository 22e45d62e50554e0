// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions that nobody would plan, for tests of what holds whatever happens at a table.
#pragma once

#include "chess/fen.hpp"
#include "chess/uci.hpp"
#include "sitting.hpp"
#include "table/disputes/arbiter_acts.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <rapidcheck.h>
#include <utility>
#include <vector>

namespace ansage::tests {

using chess::Color;
using chess::Move;
using chess::Position;
using chess::Square;
using table::InputBody;
using table::State;

// Numbers that stand for what happens; the same ones give the same session.
class Choices {
public:
    explicit Choices(std::vector<std::uint32_t> numbers)
        : numbers_(std::move(numbers)) {}

    [[nodiscard]] bool is_empty() const { return next_ >= numbers_.size(); }

    std::uint32_t below(std::uint32_t limit) { return is_empty() ? 0 : numbers_[next_++] % limit; }

private:
    std::vector<std::uint32_t> numbers_;
    std::size_t next_ = 0;
};

inline Color any_color(Choices& choices) {
    return choices.below(2) == 0 ? Color::white : Color::black;
}

inline Move any_move(Choices& choices, const Position& position) {
    const auto moves = position.legal_moves();
    if (moves.empty() || choices.below(8) == 0) {
        return Move::ordinary(
            Square::from_index(choices.below(64)), Square::from_index(choices.below(64))
        );
    }
    return moves[choices.below(static_cast<std::uint32_t>(moves.size()))];
}

inline table::HeardMove any_words(Choices& choices, const Position& position) {
    const Move move = any_move(choices, position);
    const auto piece = position.at(move.from());
    if (!piece || !position.is_legal(move)) {
        const auto error = static_cast<chess::MoveError>(choices.below(3));
        return {
            .text = "words",
            .move = {},
            .error = error,
            .said = {.from = move.from(), .to = move.to()}};
    }
    return heard(position, move);
}

inline InputBody any_board_input(Choices& choices, const State& state) {
    const Color board = any_color(choices);
    const Square square = Square::from_index(choices.below(64));
    switch (choices.below(6)) {
    case 0: return table::Lifts{.board = board, .square = square, .piece = {}};
    case 1:
        return table::Places{
            .board = board, .square = square, .piece = state.position().at(square)};
    case 2: return table::Unsure{.board = board, .square = square};
    case 3:
        return table::BoardReports{
            .board = board, .report = static_cast<table::BoardReport>(choices.below(3))};
    default: return table::Shows{.board = board, .reading = state.position().reading()};
    }
}

// One of the agenda, now and then one that is not there, or none.
inline std::optional<table::MatterNumber> any_matter(Choices& choices, const State& state) {
    const auto size = static_cast<std::uint32_t>(state.agenda.size());
    if (choices.below(3) == 0) return std::nullopt;
    return table::MatterNumber{1 + choices.below(size + 1)};
}

inline InputBody any_arbiter_input(Choices& choices, const State& state) {
    switch (choices.below(11)) {
    case 10:
        return table::ArbiterEnds{
            .score = static_cast<laws::Score>(choices.below(6)), .reason = "arbiter"};
    case 8: return table::ArbiterSetsMoves{.color = any_color(choices), .moves = choices.below(90)};
    case 9:
        return table::ArbiterAnswersAlarms{
            .color = any_color(choices), .accepted = choices.below(2) == 0};
    case 0:
        return table::ArbiterSets{
            .color = any_color(choices), .remaining = Millis{choices.below(100'000)}};
    case 1:
        return table::ArbiterAdds{
            .color = any_color(choices), .time = Millis{choices.below(100'000)}};
    case 2: return table::ArbiterRulesIllegal{.color = any_color(choices)};
    case 3: return table::ArbiterRestores{.ply = chess::Ply{choices.below(6)}};
    default: {
        const auto acts = table::arbiter_acts();
        const auto act = acts[choices.below(static_cast<std::uint32_t>(acts.size()))].act;
        return table::Arbiter{.act = act, .reason = {}, .matter = any_matter(choices, state)};
    }
    }
}

inline InputBody any_talk(Choices& choices, const State& state) {
    const Color seat = any_color(choices);
    switch (choices.below(11)) {
    case 10: return table::Arrives{.seat = seat};
    case 9:
        return choices.below(6) == 0 ? InputBody{table::Resigns{.seat = seat}}
                                     : InputBody{table::Confirms{.seat = seat}};
    case 8:
        return table::RequestsAlarms{
            .seat = seat, .alarms = static_cast<table::Alarms>(choices.below(3))};
    case 0:
        return table::Asks{
            .seat = seat,
            .question = static_cast<table::Question>(choices.below(10)),
            .square = {}};
    case 1: return table::Draws{.seat = seat, .act = static_cast<table::DrawAct>(choices.below(3))};
    case 2:
        return table::Claims{
            .seat = seat, .kind = static_cast<table::ClaimKind>(choices.below(6)), .with = {}};
    case 3: return table::Adjusts{.seat = seat, .open = choices.below(2) == 0};
    case 4:
        return table::Corrects{
            .seat = seat, .move = any_words(choices, table::announcing_position(state, seat))};
    case 5:
        return table::Repeats{
            .seat = seat,
            .by = {},
            .move = any_words(choices, table::repeating_position(state, seat))};
    case 6:
        return table::PressesButton{
            .board = seat, .button = static_cast<table::BoardButton>(choices.below(4))};
    default: return table::Pauses{.seat = seat};
    }
}

// What a session is made of, most often what brings the game on.
inline InputBody any_input(Choices& choices, const State& state) {
    const Color mover = state.to_move();
    switch (choices.below(10)) {
    case 0:
    case 1: return table::Presses{.seat = state.clocks.running().value_or(mover), .by = {}};
    case 2: return table::Presses{.seat = any_color(choices), .by = {}};
    case 3:
    case 4:
        return table::Announces{
            .seat = mover, .by = {}, .move = any_words(choices, state.position())};
    case 5: {
        const Move move = any_move(choices, state.position());
        const Position after =
            state.position().is_legal(move) ? state.position().after(move) : state.position();
        return table::Shows{.board = any_color(choices), .reading = after.reading()};
    }
    case 6: return any_board_input(choices, state);
    case 7: return any_arbiter_input(choices, state);
    default: return any_talk(choices, state);
    }
}

inline table::TableSetup any_setup(Choices& choices) {
    static const laws::Edition edition = test_edition();
    constexpr std::array controls{"90m+30s", "1m", "2/1m,1m", "30s d2s", "30s b5s", "hourglass 1m"};
    table::TableSetup setup;
    setup.edition = edition;
    setup.time = *clock::parse_time_control(controls[choices.below(controls.size())]);
    setup.mode = static_cast<table::Mode>(choices.below(3));
    for (const Color color : chess::both_colors) {
        table::Seat& seat = setup.seats[color];
        seat.vision = static_cast<table::Vision>(choices.below(2));
        seat.board = static_cast<table::BoardKind>(choices.below(3));
        seat.announces = static_cast<table::Announcer>(choices.below(3));
        seat.interlock = choices.below(4) == 0;
        if (choices.below(2) == 0) seat.device_duties.insert(2);
    }
    return setup;
}

// Plays a session and lets `look` see each input before it is decided; `look` decides it.
template <class Look>
void play_session(Choices choices, Look look) {
    State state = table::open_table(any_setup(choices));
    Instant now{};
    decide_and_forget(state, {now, table::Arbiter{table::ArbiterAct::starts}});
    while (!choices.is_empty()) {
        constexpr std::array waits{0, 40, 100, 350, 3100, 20'000};
        now = now + Millis{waits[choices.below(waits.size())]};
        look(state, table::Input{now, table::TimeReached{}});
        look(state, table::Input{now, any_input(choices, state)});
    }
}

template <class Look>
void play_any_session(Look look) {
    Choices choices{
        *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::arbitrary<std::uint32_t>())};
    play_session(std::move(choices), look);
}

} // namespace ansage::tests
