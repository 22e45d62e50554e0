// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a Chessnut board: reports to sensor events.
#pragma once

#include "devices/chessnut/protocol.hpp"

namespace ansage::devices::chessnut {

class ChessnutDriver final : public PackedDriver {
public:
    explicit ChessnutDriver(const BoardOptions& options = {}, LineTime time = LineTime::real);

private:
    void reset() override;
    void ask() override;

    void ask_again() override {} // it reports all the time

    bool asks_battery_ = true;
};

} // namespace ansage::devices::chessnut
