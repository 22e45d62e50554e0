// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/duration.hpp"

#include <algorithm>
#include <cstdint>
#include <sstream>

namespace ansage::speech {
namespace {

constexpr std::int64_t millis_per_minute = 60'000;

std::int64_t word_count(const std::string& text) {
    std::istringstream stream(text);
    std::string word;
    std::int64_t count = 0;
    while (stream >> word) ++count;
    return count;
}

} // namespace

base::Millis estimated_duration(const Utterance& utterance) {
    const std::int64_t rate = std::clamp(utterance.voice.words_per_minute, 80, 450);
    return base::Millis{word_count(words(utterance)) * millis_per_minute / rate};
}

} // namespace ansage::speech
