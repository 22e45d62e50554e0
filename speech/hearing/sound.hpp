// SPDX-License-Identifier: GPL-3.0-or-later
// Sound to be heard: read from what people have, and looked at for what spoils it.
#pragma once

#include "base/result.hpp"
#include "speech/hearing/recogniser.hpp"

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ansage::speech::hearing {

using Sound = std::vector<std::int16_t>; // at hearing_rate

// What spoils a sound, the worst first.
enum class Fault : std::uint8_t {
    silent, // not one sample that differs from nothing
    narrow_band, // nothing above 5 kHz: a telephone, or a headset in its telephone mode
    too_quiet,
    clipped, // louder than the recording can be
};

std::string_view to_string(Fault fault);

std::optional<Fault> fault_of(std::span<const std::int16_t> sound);

// How loud it is where nobody speaks: the loudness that a fifth of its fiftieths of a second do not
// reach, as a part of full scale; 0 of a sound that is shorter.
double noise_floor(std::span<const std::int16_t> sound);
// Of a noise floor: a quiet room is a tenth as loud, a hall that talks is louder.
inline constexpr double loudest_room = 0.01;

// WAV, FLAC and what else libsndfile reads, all channels as one, at most a minute.
// Errors: it cannot be read, is no sound, lasts longer, or has a rate below hearing_rate.
[[nodiscard]] base::Result<Sound, base::Error> read_sound(const std::filesystem::path& path);
// The same of a stream; `name` is how errors call it.
[[nodiscard]] base::Result<Sound, base::Error>
read_sound(std::istream& stream, const std::string& name);

// With the given number of samples a second instead of `rate`.
std::vector<float> resampled(std::span<const float> sound, int rate, int wanted);

} // namespace ansage::speech::hearing
