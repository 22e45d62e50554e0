// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a Certabo board: frames to sensor events.
#pragma once

#include "devices/board/number_frames.hpp"
#include "devices/board/scanning.hpp"
#include "devices/board/turning.hpp"
#include "devices/certabo/protocol.hpp"

namespace ansage::devices::certabo {

struct DriverSettings {
    Orientation orientation = Orientation::automatic;
    base::Millis lost_after{3000};
    Chips chips; // of the set, where they are known; else they are learnt from the start position
};

class CertaboDriver final : public ScanningDriver {
public:
    explicit CertaboDriver(DriverSettings settings = {});

    [[nodiscard]] BoardKind kind() const override { return BoardKind::identity; }

    [[nodiscard]] DeviceInfo info() const override { return info_; }

    [[nodiscard]] std::optional<base::Error> problem() const override;

    [[nodiscard]] const Chips& chips() const { return chips_; }

    // Frames thrown away so far.
    [[nodiscard]] std::size_t damages() const { return damages_; }

private:
    void reset() override;

    void ask() override {} // it speaks all the time

    void read(std::span<const std::byte> bytes) override;
    void on_frame(const Frame& frame);

    Turning turning_;
    NumberFrames reader_{numbers_of_a_frame};
    Chips chips_;
    Calibration calibration_;
    std::size_t unlearnt_ = 0; // frames in which the set was not known
    DeviceInfo info_;
    // There is no checksum: what is seen counts when two frames say the same.
    std::optional<chess::Reading> once_;
    std::size_t damages_ = 0;
};

} // namespace ansage::devices::certabo
