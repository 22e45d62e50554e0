// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/boards.hpp"

#include "base/try.hpp"
#include "devices/boards/boards.hpp"
#include "session/sensor_input.hpp"

#include <algorithm>

namespace ansage::app {

using base::Error;
using base::Instant;
using base::Result;
using chess::Color;

namespace {

Result<void, Error> as_error(Result<void, devices::StreamError> result) {
    if (result) return {};
    return tl::unexpected(Error{
        base::phrase("the simulated board's line: {}", devices::to_words(result.error())),
        "demo",
        base::phrase("start it again with --resume")});
}

void append_inputs(std::vector<table::InputBody>& inputs, devices::Driver& driver, Color board) {
    for (const devices::SensorEvent& event : driver.take_events())
        if (auto input = session::input_of(event, board)) inputs.push_back(std::move(*input));
}

} // namespace

Result<DemoBoards::Board, Error> DemoBoards::open_board(
    const table::Seat& seat, const chess::Reading& pieces, DemoTime time, Instant now
) {
    const bool identity = seat.board == table::BoardKind::identity;
    const bool normal = identity && seat.vision == table::Vision::sighted;
    const devices::BoardRow& row = *devices::find_board(normal ? "dgt" : "peg");
    const auto kind = identity ? devices::BoardKind::identity : devices::BoardKind::occupancy;
    const auto line_time =
        time == DemoTime::max ? devices::LineTime::virtual_time : devices::LineTime::real;
    auto pty = ANSAGE_TRY(devices::open_pty());
    Board board{
        row.make_driver({.orientation = devices::Orientation::straight}, line_time),
        row.make_simulator({.kind = kind, .start = pieces}, line_time, now),
        nullptr};
    board.link = std::make_unique<devices::Link>(*board.driver, *board.simulator, std::move(pty));
    board.driver->start(now);
    ANSAGE_TRY(as_error(board.link->pump(now)));
    return board;
}

Result<DemoBoards, Error> DemoBoards::open(
    const table::TableSetup& setup,
    const table::PerColor<chess::Reading>& pieces,
    DemoTime time,
    Instant now
) {
    DemoBoards boards;
    for (const Color color : chess::both_colors) {
        if (setup.seats[color].board == table::BoardKind::none) continue;
        boards.boards_[color] =
            ANSAGE_TRY(open_board(setup.seats[color], pieces[color], time, now));
    }
    return boards;
}

const chess::Reading* DemoBoards::truth(Color color) const {
    return boards_[color] ? &boards_[color]->simulator->truth() : nullptr;
}

Result<void, Error> DemoBoards::act(Color color, const devices::HandAct& act, Instant now) {
    Board& board = *boards_[color];
    board.simulator->do_hand(act, now);
    return as_error(board.link->pump(now));
}

Result<void, Error> DemoBoards::on_time(Instant now) {
    for (const Color color : chess::both_colors) {
        if (!boards_[color]) continue;
        const std::optional<Instant> deadline = boards_[color]->link->next_deadline();
        if (!deadline || *deadline > now) continue;
        ANSAGE_TRY(as_error(boards_[color]->link->on_time(now)));
    }
    return {};
}

std::optional<Instant> DemoBoards::next_deadline() const {
    std::optional<Instant> earliest;
    for (const Color color : chess::both_colors) {
        const auto deadline = boards_[color] ? boards_[color]->link->next_deadline() : std::nullopt;
        if (deadline) earliest = std::min(earliest.value_or(*deadline), *deadline);
    }
    return earliest;
}

std::vector<table::InputBody> DemoBoards::take_inputs() {
    std::vector<table::InputBody> inputs;
    for (const Color color : chess::both_colors)
        if (boards_[color]) append_inputs(inputs, *boards_[color]->driver, color);
    return inputs;
}

} // namespace ansage::app
