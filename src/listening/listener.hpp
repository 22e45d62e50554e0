// SPDX-License-Identifier: GPL-3.0-or-later
// Sound in, the move that was announced out. Nothing heard acts: what is understood is read back to
// whoever spoke, and a key confirms it.
#pragma once

#include "base/instant.hpp"
#include "base/result.hpp"
#include "chess/position.hpp"
#include "listening/announcements.hpp"
#include "speech/hearing/recogniser.hpp"
#include "speech/hearing/verdict.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ansage::listening {

// A legal move that may have been said.
struct Candidate {
    chess::Move move;
    std::string words; // as the vocabulary announces it
    double cost = 0; // above any sounds, in nats a frame of its words
};

struct HeardSound {
    std::optional<chess::Move> move; // absent: not understood
    std::vector<Candidate> candidates; // the likeliest first, three at most
    speech::hearing::Verdict verdict;
    base::Millis spoken_for{0}; // how long the words of the likeliest lasted
};

class Listener {
public:
    // An error names a word of the vocabulary that cannot be heard.
    [[nodiscard]] static base::Result<Listener, base::Error> open(
        phonetics::Vocabulary vocabulary,
        speech::hearing::Recogniser recogniser,
        speech::hearing::AskPhonemes ask
    );

    // Which legal move of the position the sound announces; takes some tenths of its length.
    [[nodiscard]] base::Result<HeardSound, base::Error>
    hear(std::span<const std::int16_t> sound, const chess::Position& position);

    const phonetics::Vocabulary& vocabulary() const { return words_.vocabulary(); }

private:
    Listener(SpokenWords words, speech::hearing::Recogniser recogniser);

    SpokenWords words_;
    speech::hearing::Recogniser recogniser_;
};

} // namespace ansage::listening
