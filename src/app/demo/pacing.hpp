// SPDX-License-Identifier: GPL-3.0-or-later
// How a whole game is told in three minutes: its beginning, what goes wrong, the repair and the end
// at the speed of speech, and the quiet moves between them fast.
#pragma once

#include "app/demo/players.hpp"

#include <vector>

namespace ansage::app {

class Pacing {
public:
    // From one ply to another, both included.
    struct Stretch {
        chess::Ply first;
        chess::Ply last;
        friend bool operator==(const Stretch&, const Stretch&) = default;
    };

    // Of a game in which `made` plies have been made already.
    Pacing(chess::Ply last, const DemoPlot& plot, chess::Ply made);

    // The quiet stretch that is being played; null where people are to hear what happens.
    const Stretch* quiet(const table::State& state) const;

    // How many times as fast as real time the quiet stretches pass.
    double quiet_speed() const;

    const std::vector<Stretch>& stretches() const { return quiet_; }

private:
    std::vector<Stretch> quiet_;
};

} // namespace ansage::app
