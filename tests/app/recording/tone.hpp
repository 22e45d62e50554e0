// SPDX-License-Identifier: GPL-3.0-or-later
// A tone that rises all the time, so that it tells how late it is, and what is missing of it.
#pragma once

#include "base/instant.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

namespace ansage::tests {

// A minute of it: 16 bit, one channel, no header.
void write_rising_tone(const std::filesystem::path& path, int rate);

// How late it was when the last tenths of a second of this sounded; the speaker began at 0.
[[nodiscard]] base::Millis told_by_tone(std::span<const std::int16_t> samples, int rate);

// A stretch of the tone, from where it first sounds to where it last does.
struct ToneStretch {
    base::Millis from{0}; // by the tone
    base::Millis to{0};
    // The speaker stumbled: silence, after which the tone goes on where it stopped.
    base::Millis silence{0};
    // The tone is so much further than the samples are: sound that is not there. Exact to some
    // milliseconds; silence makes it less exact by ten for each time.
    base::Millis missing{0};
};

// Absent if it hardly sounds.
[[nodiscard]] std::optional<ToneStretch> measure(std::span<const std::int16_t> samples, int rate);

// The part of a longer recording between two times of the tone.
[[nodiscard]] std::span<const std::int16_t>
part_between(std::span<const std::int16_t> samples, int rate, base::Millis from, base::Millis to);

} // namespace ansage::tests
