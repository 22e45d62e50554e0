// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/recorder/speed.hpp"

#include <algorithm>
#include <memory>
#include <sonic.h>

namespace ansage::speech::recorder {

Sound at_speed(const Sound& sound, double speed) {
    if (sound.empty()) return sound;
    const std::unique_ptr<sonicStreamStruct, void (*)(sonicStream)> stream{
        sonicCreateStream(recording_rate, 1), sonicDestroyStream};
    sonicSetSpeed(stream.get(), static_cast<float>(std::clamp(speed, slowest, fastest)));
    Sound input = sound; // the library's parameter is not const
    sonicWriteShortToStream(stream.get(), input.data(), static_cast<int>(input.size()));
    sonicFlushStream(stream.get());
    Sound output(static_cast<std::size_t>(sonicSamplesAvailable(stream.get())));
    const int count =
        sonicReadShortFromStream(stream.get(), output.data(), static_cast<int>(output.size()));
    output.resize(static_cast<std::size_t>(std::max(0, count)));
    return output;
}

} // namespace ansage::speech::recorder
