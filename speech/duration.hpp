// SPDX-License-Identifier: GPL-3.0-or-later
// How long an utterance takes, guessed from its words: for speech that nobody synthesises.
#pragma once

#include "base/instant.hpp"
#include "speech/utterance.hpp"

namespace ansage::speech {

// The words at the voice's rate; at least one word's time for anything that has text.
base::Millis estimated_duration(const Utterance& utterance);

} // namespace ansage::speech
