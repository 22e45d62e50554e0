// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a recording has the words that it should have: it is held against eSpeak NG's own
// rendition, piece by piece.
#pragma once

#include "speech/synthesiser.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace ansage::speech::portaudio {

// The longest stretch of what was rendered that the recording lacks, in milliseconds, silences not
// counted. At most `same_words` for the same words, also where a busy machine dropped a buffer;
// more where a single word is another one.
[[nodiscard]] double longest_missing_millis(const Samples& rendered, const Samples& recorded);

constexpr double same_words = 100;

[[nodiscard]] int loudest(const Samples& samples);
// The first loud sample and the end of the last, in milliseconds; twice 0 if there is none.
[[nodiscard]] std::pair<double, double> sounding(const Samples& samples);
[[nodiscard]] double sounding_millis(const Samples& samples);

} // namespace ansage::speech::portaudio
