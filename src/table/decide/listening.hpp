// SPDX-License-Identifier: GPL-3.0-or-later
// What a table that hears made of a window. Nothing heard acts: it is read back to whoever spoke,
// and counts when he confirms it, as a typed line does (read_back.hpp). Private to table/.
#pragma once

#include "table/making/decision.hpp"

namespace ansage::table {

// Also what holds for the microphone, and not for one window.
void on(Decision& decision, const HearingReported& input);
// Nobody is listened to until a microphone is reported anew; told to nobody.
void lose_microphone(Decision& decision);

} // namespace ansage::table
