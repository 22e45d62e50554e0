// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/live/make.hpp"

#include "base/try.hpp"
#include "speech/live/live_speaker.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ansage::speech::live {

Live make_live_speaker(const portaudio::Routes& routes, std::shared_ptr<espeak::Engine> engine) {
    auto sinks = std::make_shared<portaudio::Sinks>(routes);
    Live live{.problems = sinks->problems()};
    if (const auto clash = sinks->clash()) live.clash = portaudio::to_error(*clash);
    std::ranges::copy_if(
        all_audiences,
        std::back_inserter(live.heard_by),
        [&sinks](Audience audience) { return sinks->available(audience); }
    );
    live.speaker = std::make_unique<LiveSpeaker>(std::move(engine), std::move(sinks));
    return live;
}

base::Result<Live, base::Error> make_live_speaker(const portaudio::Routes& routes) {
    auto engine = ANSAGE_TRY(espeak::Engine::shared());
    return make_live_speaker(routes, std::move(engine));
}

} // namespace ansage::speech::live
