// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a Chessnut board: reports to sensor events.
#pragma once

#include "devices/chessnut/protocol.hpp"

namespace ansage::devices::chessnut {

struct DriverSettings {
    Orientation orientation = Orientation::automatic;
    base::Millis poll_every{1000};
    base::Millis lost_after{3000};
};

class ChessnutDriver final : public PackedDriver {
public:
    explicit ChessnutDriver(DriverSettings settings = {});

private:
    void reset() override;
    void ask() override;

    void ask_again() override {} // it reports all the time

    bool asks_battery_ = true;
};

} // namespace ansage::devices::chessnut
