#include "app/demo/boards.hpp"

#include "devices/dgt/driver.hpp"
#include "devices/dgt/simulator.hpp"
#include "devices/peg/driver.hpp"
#include "devices/peg/simulator.hpp"
#include "session/sensor_input.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::app {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;
using chess::Color;

namespace {

// Longer than any game: in virtual time a board is never asked whether it is still there.
constexpr Millis never{std::int64_t{1000} * 60 * 60 * 24 * 365};

Result<void, Error> as_error(Result<void, devices::StreamError> result) {
    if (result) {
        return {};
    }
    return tl::unexpected(Error{
        fmt::format("the simulated board's line {}", devices::to_string(result.error())),
        "demo",
        "start it again with --resume"});
}

struct Ends {
    std::unique_ptr<devices::Driver> driver;
    std::unique_ptr<devices::Simulator> simulator;
};

Ends peg_ends(table::BoardKind kind, const chess::Reading& pieces, DemoTime time, Instant now) {
    devices::peg::SimulatorSettings simulator;
    devices::peg::DriverSettings driver;
    simulator.kind = kind == table::BoardKind::identity ? devices::BoardKind::identity
                                                        : devices::BoardKind::occupancy;
    simulator.start = pieces;
    driver.orientation = devices::Orientation::straight;
    if (time == DemoTime::max) {
        simulator.state_every.reset();
        driver.lost_after = never;
        driver.greet_every = never;
    }
    return {
        std::make_unique<devices::peg::PegDriver>(driver),
        std::make_unique<devices::peg::PegSimulator>(simulator, now),
    };
}

Ends dgt_ends(const chess::Reading& pieces, DemoTime time, Instant now) {
    devices::dgt::SimulatorSettings simulator;
    devices::dgt::DriverSettings driver;
    simulator.start = pieces;
    driver.orientation = devices::Orientation::straight;
    if (time == DemoTime::max) {
        simulator.clock_ticks = false;
        driver.poll_every = never;
        driver.lost_after = never;
        driver.verify_after.reset();
        driver.verify_every.reset();
    }
    return {
        std::make_unique<devices::dgt::DgtDriver>(driver),
        std::make_unique<devices::dgt::DgtSimulator>(simulator, now),
    };
}

void append_inputs(std::vector<table::InputBody>& inputs, devices::Driver& driver, Color board) {
    for (const devices::SensorEvent& event : driver.take_events()) {
        if (auto input = session::input_of(event, board)) {
            inputs.push_back(std::move(*input));
        }
    }
}

} // namespace

Result<DemoBoards::Board, Error> DemoBoards::open_board(
    const table::Seat& seat, const chess::Reading& pieces, DemoTime time, Instant now
) {
    const bool dgt =
        seat.board == table::BoardKind::identity && seat.vision == table::Vision::sighted;
    Ends ends = dgt ? dgt_ends(pieces, time, now) : peg_ends(seat.board, pieces, time, now);
    auto pty = devices::open_pty();
    if (!pty) {
        return tl::unexpected(pty.error());
    }
    Board board{std::move(ends.driver), std::move(ends.simulator), nullptr};
    board.link = std::make_unique<devices::Link>(*board.driver, *board.simulator, std::move(*pty));
    board.driver->start(now);
    if (auto settled = as_error(board.link->settle(now)); !settled) {
        return tl::unexpected(settled.error());
    }
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
        if (setup.seats[color].board == table::BoardKind::none) {
            continue;
        }
        auto board = open_board(setup.seats[color], pieces[color], time, now);
        if (!board) {
            return tl::unexpected(board.error());
        }
        boards.boards_[color] = std::move(*board);
    }
    return boards;
}

const chess::Reading* DemoBoards::truth(Color color) const {
    return boards_[color] ? &boards_[color]->simulator->truth() : nullptr;
}

Result<void, Error> DemoBoards::act(Color color, const devices::HandAct& act, Instant now) {
    Board& board = *boards_[color];
    board.simulator->do_hand(act, now);
    return as_error(board.link->settle(now));
}

Result<void, Error> DemoBoards::on_time(Instant now) {
    for (const Color color : chess::both_colors) {
        if (!boards_[color]) {
            continue;
        }
        const std::optional<Instant> deadline = boards_[color]->link->next_deadline();
        if (!deadline || *deadline > now) {
            continue;
        }
        if (auto done = as_error(boards_[color]->link->on_time(now)); !done) {
            return done;
        }
    }
    return {};
}

std::optional<Instant> DemoBoards::next_deadline() const {
    std::optional<Instant> earliest;
    for (const Color color : chess::both_colors) {
        if (boards_[color]) {
            const std::optional<Instant> deadline = boards_[color]->link->next_deadline();
            earliest = earliest && deadline ? std::min(*earliest, *deadline)
                                            : (deadline ? deadline : earliest);
        }
    }
    return earliest;
}

std::vector<table::InputBody> DemoBoards::take_inputs() {
    std::vector<table::InputBody> inputs;
    for (const Color color : chess::both_colors) {
        if (boards_[color]) {
            append_inputs(inputs, *boards_[color]->driver, color);
        }
    }
    return inputs;
}

} // namespace ansage::app
