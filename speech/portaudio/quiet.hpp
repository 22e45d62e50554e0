// SPDX-License-Identifier: GPL-3.0-or-later
// The libraries of sound keep their remarks to themselves. For this folder only.
#pragma once

namespace ansage::speech::portaudio {

// ALSA and JACK print up to a hundred lines each time devices are looked for, PortAudio three when
// one goes away, and a screen reader would read them all. File descriptor 2 itself stays what it
// is: others write there meanwhile. May be called again.
void be_quiet();

} // namespace ansage::speech::portaudio
