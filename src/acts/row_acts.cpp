// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/row_acts.hpp"

#include "acts/row_members.hpp"

#include <algorithm>
#include <cstdlib>
#include <variant>

namespace ansage::acts {

using chess::Color;
using table::InputBody;

namespace {

// Of the display that was read.
template <auto member>
auto shown(const Parts& parts) {
    return parts.display.value_or(table::ClockShows{}).*member;
}

bool has_display(const Parts& parts) { return parts.display.has_value(); }

template <class Wanted>
InputBody asks_for_squares(const Parts& parts, Wanted is_wanted) {
    Parts seen{parts};
    seen.squares.emplace();
    for (unsigned index = 0; index < 64; ++index) {
        const auto to = chess::Square::from_index(index);
        const chess::Square from = *parts.square;
        const int files = std::abs(static_cast<int>(to.file()) - static_cast<int>(from.file()));
        const int ranks = std::abs(static_cast<int>(to.rank()) - static_cast<int>(from.rank()));
        if (is_wanted(files, ranks)) seen.squares->insert(to);
    }
    seen.question = table::Question::squares;
    return asks(seen);
}

table::Announces announced(const Parts& parts) {
    return made<
        table::Announces,
        Takes<&table::Announces::seat, &Parts::seat>,
        Takes<&table::Announces::by, &Parts::performer>,
        Takes<&table::Announces::move, heard>,
        Takes<&table::Announces::through, medium>>(parts);
}

// What the line does, or a move alone. What an assistant types he says aloud.
table::ReadBackAct typed_line(const Parts& parts) {
    table::ReadBackAct act = parts.typed.value_or(announced(parts));
    if (parts.performer != table::Performer::player) return act;
    std::visit(
        [](auto& typed) {
            auto* const through = base::member_of_type<std::optional<table::Medium>>(typed);
            if (through != nullptr) *through = table::Medium::keys;
        },
        act
    );
    return act;
}

table::AgreedAct act_agreed_on(const Parts& parts) {
    return parts.agreed.value_or(table::TakesBack{});
}

} // namespace

InputBody clock_shows(const Parts& parts) {
    return made<
        table::ClockShows,
        Takes<&table::ClockShows::board, &Parts::seat>,
        Takes<&table::ClockShows::white, shown<&table::ClockShows::white>>,
        Takes<&table::ClockShows::black, shown<&table::ClockShows::black>>,
        Takes<&table::ClockShows::is_white_down, shown<&table::ClockShows::is_white_down>>,
        Takes<&table::ClockShows::is_black_down, shown<&table::ClockShows::is_black_down>>,
        Takes<&table::ClockShows::running, shown<&table::ClockShows::running>>,
        Takes<&table::ClockShows::is_there, has_display>>(parts);
}

InputBody asks(const Parts& parts) {
    return made<
        table::Asks,
        Takes<&table::Asks::seat, &Parts::seat>,
        Takes<&table::Asks::question, &Parts::question>,
        Takes<&table::Asks::square, &Parts::square>,
        Takes<&table::Asks::squares, &Parts::squares>,
        Takes<&table::Asks::piece, &Parts::role>,
        Takes<&table::Asks::number, &Parts::number>,
        Takes<&table::Asks::back, &Parts::time>,
        Takes<&table::Asks::by, asking_console>,
        Leaves<&table::Asks::count>,
        Leaves<&table::Asks::from>>(parts);
}

InputBody asks_diagonal(const Parts& parts) {
    return asks_for_squares(parts, [](int files, int ranks) { return files == ranks; });
}

InputBody asks_around(const Parts& parts) {
    return asks_for_squares(parts, [](int files, int ranks) { return files <= 1 && ranks <= 1; });
}

InputBody announces(const Parts& parts) { return announced(parts); }

InputBody types(const Parts& parts) {
    return made<
        table::TypesLine,
        Takes<&table::TypesLine::console, console_of>,
        Takes<&table::TypesLine::act, typed_line>>(parts);
}

table::ConsoleRole console_of(const Parts& parts) {
    if (parts.performer == table::Performer::assistant) return table::ConsoleRole::assistant;
    return parts.seat == Color::white ? table::ConsoleRole::white : table::ConsoleRole::black;
}

InputBody proposes(const Parts& parts) {
    return made<
        table::Suggests,
        Takes<&table::Suggests::seat, &Parts::seat>,
        Takes<&table::Suggests::act, act_agreed_on>>(parts);
}

InputBody writes(const Parts& parts) {
    return made<
        table::Writes,
        Takes<&table::Writes::seat, &Parts::seat>,
        Takes<&table::Writes::ply, &Parts::number>,
        Takes<&table::Writes::move, heard>,
        Takes<&table::Writes::kind, named<table::ScoreKind>>>(parts);
}

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
    return writes(counted);
}

} // namespace ansage::acts
