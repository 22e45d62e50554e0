// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/tone.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ansage::speech {
namespace {

constexpr double full_loudness = 8'000; // at volume 100: as loud as the voice
constexpr int ramp_millis = 5; // a beep that begins at once clicks

int samples_in(int millis) { return millis * sample_rate / 1000; }

double loudness_at(int sample, int length) {
    const int ramp = samples_in(ramp_millis);
    const int edge = std::min({sample, length - 1 - sample, ramp});
    return static_cast<double>(edge) / ramp;
}

void add_beep(Samples& samples, const Tone& tone, double loudness) {
    const int length = samples_in(tone.millis);
    const double step = 2 * std::numbers::pi * tone.hertz / sample_rate;
    for (int sample = 0; sample < length; ++sample) {
        const double value = loudness * loudness_at(sample, length) * std::sin(step * sample);
        samples.push_back(static_cast<std::int16_t>(std::lround(value)));
    }
}

} // namespace

Samples render(const Tone& tone, int volume) {
    Samples samples;
    const double loudness = full_loudness * std::clamp(volume, 0, 200) / 100;
    for (int time = 0; time < tone.times; ++time) {
        if (time > 0)
            samples.resize(samples.size() + static_cast<std::size_t>(samples_in(tone.millis)));
        add_beep(samples, tone, loudness);
    }
    return samples;
}

} // namespace ansage::speech
