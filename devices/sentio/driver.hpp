// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a Sentio: frames to sensor events.
#pragma once

#include "devices/board/number_frames.hpp"
#include "devices/board/scanning.hpp"
#include "devices/sentio/protocol.hpp"

namespace ansage::devices::sentio {

// An occupancy board cannot show that it lies the wrong way round: the options say so.
class SentioDriver final : public ScanningDriver {
public:
    explicit SentioDriver(const BoardOptions& options = {}, LineTime time = LineTime::real);

private:
    void reset() override { reader_.reset(); }

    void ask() override {} // it speaks all the time

    void read(std::span<const std::byte> bytes) override;
    void on_frame(const chess::Reading& raw);

    NumberFrames reader_{ranks};
};

} // namespace ansage::devices::sentio
