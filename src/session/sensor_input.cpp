// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/sensor_input.hpp"

#include "base/overloaded.hpp"

namespace ansage::session {

namespace {

static_assert(base::enumerator_names<devices::Button> == base::enumerator_names<table::BoardButton>);

} // namespace

std::optional<table::InputBody> input_of(const devices::SensorEvent& event, chess::Color board) {
    using Input = std::optional<table::InputBody>;
    using table::BoardReport;
    return std::visit(
        base::Overloaded{
            [&](const devices::Lifted& lifted) -> Input {
                return table::Lifts{board, lifted.square, lifted.piece};
            },
            [&](const devices::Placed& placed) -> Input {
                return table::Places{board, placed.square, placed.piece};
            },
            [&](const devices::Unsure& unsure) -> Input {
                return table::Unsure{board, unsure.square};
            },
            [&](const devices::Shows& shows) -> Input {
                return table::Shows{board, shows.reading};
            },
            [&](const devices::Pressed& pressed) -> Input {
                return table::PressesButton{board, static_cast<table::BoardButton>(pressed.button)};
            },
            [&](const devices::Lever& lever) -> Input {
                return table::Presses{.seat = lever.side};
            },
            [&](const devices::ClockReport& report) -> Input {
                const auto& [white, black] = report.sides;
                return table::ClockShows{
                    .board = board,
                    .white = white.remaining,
                    .black = black.remaining,
                    .is_white_down = white.flag,
                    .is_black_down = black.flag,
                    .running = report.running,
                    .is_there = report.is_there};
            },
            [&](const devices::Lost&) -> Input {
                return table::BoardReports{board, BoardReport::lost};
            },
            [&](const devices::Back&) -> Input {
                return table::BoardReports{board, BoardReport::back};
            },
            [&](const devices::Turned&) -> Input {
                return table::BoardReports{board, BoardReport::turned};
            },
        },
        event
    );
}

} // namespace ansage::session
