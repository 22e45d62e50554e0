// SPDX-License-Identifier: GPL-3.0-or-later
// The speaker that is heard: a queue for each audience, one synthesiser, outputs.
#pragma once

#include "speech/output.hpp"
#include "speech/speaker.hpp"
#include "speech/synthesiser.hpp"

#include <memory>
#include <thread>

namespace ansage::speech::live {

// say() hands the words to the synthesiser, which puts the sound into the output as it is made:
// that is the whole way to the ear. A thread of its own moves what did not fit at once, and sees
// what has ended. An utterance for an audience without an output is reported as failed.
class LiveSpeaker : public Speaker {
public:
    LiveSpeaker(std::shared_ptr<Synthesiser> synthesiser, std::shared_ptr<Output> output);
    LiveSpeaker(const LiveSpeaker&) = delete;
    LiveSpeaker& operator=(const LiveSpeaker&) = delete;
    // Silences everything at once; what was not reported is not reported any more.
    ~LiveSpeaker() override;

    void say(Utterance utterance) override;
    void stop_text(Audience audience) override;
    [[nodiscard]] std::vector<Report> take_reports() override;
    [[nodiscard]] std::vector<OutputChange> take_output_changes() override;
    int report_fd() const override;

private:
    std::shared_ptr<Synthesiser> synthesiser_;
    // Shared with syntheses that may end later than the speaker.
    class State;
    std::shared_ptr<State> state_;
    std::thread mover_;
};

} // namespace ansage::speech::live
