// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/portaudio/resampler.hpp"

#include <algorithm>
#include <cmath>

namespace ansage::speech::portaudio {

Resampler::Resampler(int from, int to)
    : step_(static_cast<double>(from) / to) {}

void Resampler::process(std::span<const std::int16_t> in, std::vector<std::int16_t>& out) {
    for (const std::int16_t sample : in) {
        last_ = {last_[1], last_[2], last_[3], static_cast<double>(sample)};
        for (; phase_ < 1; phase_ += step_) out.push_back(between());
        phase_ -= 1;
    }
}

void Resampler::reset() {
    phase_ = 0;
    last_ = {};
}

// The Catmull-Rom curve through the four samples.
std::int16_t Resampler::between() const {
    const auto [before, first, second, after] = last_;
    const double linear = (second - before) / 2;
    const double square = before - 2.5 * first + 2 * second - after / 2;
    const double cube = (after - before) / 2 + 1.5 * (first - second);
    const double value = ((cube * phase_ + square) * phase_ + linear) * phase_ + first;
    return static_cast<std::int16_t>(std::lround(std::clamp(value, -32'768.0, 32'767.0)));
}

} // namespace ansage::speech::portaudio
