// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/utterance.hpp"

namespace ansage::speech {

std::string words(const Utterance& utterance) {
    std::string line;
    for (const Segment& segment : utterance.segments) {
        if (!line.empty()) line += ' ';
        line += segment.text;
    }
    return line;
}

} // namespace ansage::speech
