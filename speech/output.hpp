// SPDX-License-Identifier: GPL-3.0-or-later
// Where samples become sound: the interface behind which PortAudio stands, and a fake one in tests.
#pragma once

#include "base/interface.hpp"
#include "speech/utterance.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ansage::speech {

// One line of sound for each audience, at `sample_rate` of synthesiser.hpp. Nothing here waits.
// Calls for one audience come from one thread at a time.
class Output : public base::Interface {
public:
    // Whether anybody would hear it; changes when a device goes or comes back.
    virtual bool available(Audience audience) const = 0;
    // The first of the audiences that share its output, itself if it has one alone: those would
    // talk over each other, so they share a queue.
    virtual Audience shared_with(Audience audience) const = 0;
    // Returns how many samples were taken: as many as there is room for.
    [[nodiscard]] virtual std::size_t
    write(Audience audience, std::span<const std::int16_t> samples) = 0;
    // What was written and is not yet heard is not heard.
    virtual void discard(Audience audience) = 0;
    // All that was written was heard, or discarded.
    virtual bool drained(Audience audience) const = 0;
};

} // namespace ansage::speech
