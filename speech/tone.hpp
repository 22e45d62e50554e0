// SPDX-License-Identifier: GPL-3.0-or-later
// Tones in the place of words, such as a clock's alarm.
#pragma once

#include "speech/synthesiser.hpp"

namespace ansage::speech {

// `volume` as in VoiceSettings.
Samples render(const Tone& tone, int volume);

} // namespace ansage::speech
