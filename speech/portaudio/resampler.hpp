// SPDX-License-Identifier: GPL-3.0-or-later
// Speech at 22,050 Hz for devices that refuse that rate: cubic interpolation, good enough for a
// voice.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ansage::speech::portaudio {

class Resampler {
public:
    // Both rates in samples a second.
    Resampler(int from, int to);

    // Appends to `out`; what it kept of earlier samples goes before these.
    void process(std::span<const std::int16_t> in, std::vector<std::int16_t>& out);
    // Forgets the earlier samples.
    void reset();

private:
    std::int16_t between() const;

    double step_;
    double phase_ = 0; // from the second to the third of the last four samples
    std::array<double, 4> last_{};
};

} // namespace ansage::speech::portaudio
