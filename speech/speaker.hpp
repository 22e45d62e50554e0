// SPDX-License-Identifier: GPL-3.0-or-later
// The one interface through which the program speaks.
#pragma once

#include "base/interface.hpp"
#include "speech/utterance.hpp"

#include <vector>

namespace ansage::speech {

// An audience's output went away, or came back.
struct OutputChange {
    Audience audience = Audience::room;
    bool available = false;
    bool operator==(const OutputChange&) const = default;
};

// Takes utterances, speaks them by the rules of queue.hpp, one queue an audience, and reports how
// each ended. All functions are called from one thread, the event loop's; none of them waits for
// sound.
class Speaker : public base::Interface {
public:
    // Never fails by itself: what cannot be spoken is reported as failed.
    virtual void say(Utterance utterance) = 0;
    // A key was pressed: what that audience hears with priority `text` stops at once.
    virtual void stop_text(Audience audience) = 0;
    // The reports since the last call, in the order in which things ended.
    [[nodiscard]] virtual std::vector<Report> take_reports() = 0;

    // Outputs lost or back since the last call; only a speaker with real devices has any.
    [[nodiscard]] virtual std::vector<OutputChange> take_output_changes() { return {}; }

    // Readable while reports or output changes wait. The speaker owns it: watch it (or a dup), do
    // not read it.
    virtual int report_fd() const = 0;
};

} // namespace ansage::speech
