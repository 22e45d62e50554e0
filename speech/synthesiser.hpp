// SPDX-License-Identifier: GPL-3.0-or-later
// Words to sound: the interface behind which eSpeak NG stands, and a fake one in tests.
#pragma once

#include "base/interface.hpp"
#include "base/result.hpp"
#include "speech/utterance.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace ansage::speech {

// The rate of everything a Synthesiser makes, in samples a second; 16 bit, one channel.
inline constexpr int sample_rate = 22'050;

using Samples = std::vector<std::int16_t>;

// Who listens to a synthesis that runs; both are called on the synthesiser's thread.
struct Listener {
    // The next samples; false ends the synthesis.
    std::function<bool(std::span<const std::int16_t>)> take;
    // The last call, also when `take` ended it; the error says why nothing (more) could be spoken.
    std::function<void(const std::optional<base::Error>&)> done;
};

class Synthesiser : public base::Interface {
public:
    // The whole sound; waits for it (milliseconds a sentence). An error names a voice that is
    // missing.
    [[nodiscard]] virtual base::Result<Samples, base::Error>
    render(const std::vector<Segment>& segments, VoiceSettings voice) = 0;
    // The same in pieces, as they are made; returns at once. Syntheses run one after another.
    virtual void start(std::vector<Segment> segments, VoiceSettings voice, Listener listener) = 0;
};

} // namespace ansage::speech
