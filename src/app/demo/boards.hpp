// SPDX-License-Identifier: GPL-3.0-or-later
// The demo's two boards: simulators and drivers with a real wire, a pty, between them.
#pragma once

#include "base/result.hpp"
#include "devices/board/board.hpp"
#include "devices/transport/link.hpp"
#include "table/model/state.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace ansage::app {

// In virtual time nothing is asked again and again: boards speak when something happens.
enum class DemoTime : std::uint8_t { real, max };

class DemoBoards {
public:
    // Powers the boards of the seats on, with these pieces on them.
    [[nodiscard]] static base::Result<DemoBoards, base::Error> open(
        const table::TableSetup& setup,
        const table::PerColor<chess::Reading>& pieces,
        DemoTime time,
        base::Instant now
    );

    // Absent where a seat has no board with sensors.
    const chess::Reading* truth(chess::Color color) const;

    [[nodiscard]] base::Result<void, base::Error>
    act(chess::Color board, const devices::HandAct& act, base::Instant now);
    [[nodiscard]] base::Result<void, base::Error> on_time(base::Instant now);
    std::optional<base::Instant> next_deadline() const;

    // What the drivers reported since the last call, as inputs.
    [[nodiscard]] std::vector<table::InputBody> take_inputs();

private:
    struct Board {
        std::unique_ptr<devices::Driver> driver;
        std::unique_ptr<devices::Simulator> simulator;
        std::unique_ptr<devices::Link> link;
    };

    [[nodiscard]] static base::Result<Board, base::Error> open_board(
        const table::Seat& seat, const chess::Reading& pieces, DemoTime time, base::Instant now
    );

    table::PerColor<std::optional<Board>> boards_;
};

} // namespace ansage::app
