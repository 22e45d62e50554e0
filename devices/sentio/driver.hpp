// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a Sentio: frames to sensor events.
#pragma once

#include "devices/board/number_frames.hpp"
#include "devices/board/scanning.hpp"
#include "devices/board/turning.hpp"
#include "devices/sentio/protocol.hpp"

namespace ansage::devices::sentio {

struct DriverSettings {
    // An occupancy board cannot show that it lies the wrong way round: say so here.
    Orientation orientation = Orientation::automatic;
    base::Millis lost_after{3000};
};

class SentioDriver final : public ScanningDriver {
public:
    explicit SentioDriver(DriverSettings settings = {});

    [[nodiscard]] BoardKind kind() const override { return BoardKind::occupancy; }

    [[nodiscard]] DeviceInfo info() const override { return info_; }

    // Frames thrown away so far.
    [[nodiscard]] std::size_t damages() const { return damages_; }

private:
    void reset() override;

    void ask() override {} // it speaks all the time

    void read(std::span<const std::byte> bytes) override;
    void on_frame(const chess::Reading& raw);

    Turning turning_;
    NumberFrames reader_{ranks};
    DeviceInfo info_;
    // There is no checksum: what is seen counts when two frames say the same.
    std::optional<chess::Reading> once_;
    std::size_t damages_ = 0;
};

} // namespace ansage::devices::sentio
