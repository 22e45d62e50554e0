// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of an iChessOne board: positions to sensor events.
#pragma once

#include "devices/ichessone/protocol.hpp"

namespace ansage::devices::ichessone {

struct DriverSettings {
    Orientation orientation = Orientation::automatic;
    base::Millis poll_every{500};
    base::Millis lost_after{3000};
};

class IChessOneDriver final : public PackedDriver {
public:
    explicit IChessOneDriver(DriverSettings settings = {});

private:
    void reset() override;
    void ask() override;
    void ask_again() override;
    void say(Command command);

    unsigned asked_ = 0;
};

} // namespace ansage::devices::ichessone
