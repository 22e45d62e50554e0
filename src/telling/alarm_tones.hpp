// SPDX-License-Identifier: GPL-3.0-or-later
// Which tone is heard at which low-time alarm.
#pragma once

#include "base/instant.hpp"
#include "speech/utterance.hpp"

namespace ansage::telling {

// The less time, the more and the higher the beeps; the last ten seconds tick.
speech::Tone alarm_tone(base::Millis left);

} // namespace ansage::telling
