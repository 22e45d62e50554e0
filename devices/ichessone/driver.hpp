// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of an iChessOne board: positions to sensor events.
#pragma once

#include "devices/ichessone/protocol.hpp"

namespace ansage::devices::ichessone {

class IChessOneDriver final : public PackedDriver {
public:
    explicit IChessOneDriver(const BoardOptions& options = {}, LineTime time = LineTime::real);

private:
    void reset() override;
    void ask() override;
    void ask_again() override;
    void say(Command command);

    unsigned asked_ = 0;
};

} // namespace ansage::devices::ichessone
