// SPDX-License-Identifier: GPL-3.0-or-later
// eSpeak NG and PortAudio put together.
#pragma once

#include "base/result.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/portaudio/sinks.hpp"
#include "speech/speaker.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace ansage::speech::live {

struct Live {
    std::unique_ptr<Speaker> speaker;
    // What is missing, each to be said once, in text: no audio device, no device of a name. Not
    // errors: the speaker reports what nobody can hear as failed.
    std::vector<base::Error> problems;
    // Two of the names are one device: nobody may be spoken to.
    std::optional<base::Error> clash{};
    // Who can hear something now; empty on a machine without sound.
    std::vector<Audience> heard_by;
};

// The only error is eSpeak NG's: no voice data. The engine may also be used for files at the same
// time.
[[nodiscard]] base::Result<Live, base::Error> make_live_speaker(const portaudio::Routes& routes);
Live make_live_speaker(const portaudio::Routes& routes, std::shared_ptr<espeak::Engine> engine);

} // namespace ansage::speech::live
