// SPDX-License-Identifier: GPL-3.0-or-later
// Speech faster or slower, as high as it was.
#pragma once

#include "speech/recorder/sound_file.hpp"

namespace ansage::speech::recorder {

inline constexpr double slowest = 0.5;
inline constexpr double fastest = 6;

// 2 is twice as fast.
Sound at_speed(const Sound& sound, double speed);

} // namespace ansage::speech::recorder
