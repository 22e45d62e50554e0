// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a Certabo board: frames to sensor events.
#pragma once

#include "devices/board/number_frames.hpp"
#include "devices/board/scanning.hpp"
#include "devices/certabo/protocol.hpp"

namespace ansage::devices::certabo {

// The chips of a set are learnt from the start position.
class CertaboDriver final : public ScanningDriver {
public:
    explicit CertaboDriver(const BoardOptions& options = {}, LineTime time = LineTime::real);

    [[nodiscard]] std::optional<base::Error> problem() const override;

    const Chips& chips() const { return chips_; }

private:
    void reset() override { reader_.reset(); }

    void ask() override {} // it speaks all the time

    void read(std::span<const std::byte> bytes) override;
    void on_frame(const Frame& frame);

    NumberFrames reader_{numbers_of_a_frame};
    Chips chips_;
    Calibration calibration_;
    std::size_t unlearnt_ = 0; // frames in which the set was not known
};

} // namespace ansage::devices::certabo
