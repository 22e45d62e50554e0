// SPDX-License-Identifier: GPL-3.0-or-later
// Speakers without sound: for --speech none, --audio none and machines without an audio device.
#pragma once

#include "speech/duration.hpp"
#include "speech/report_box.hpp"
#include "speech/speaker.hpp"
#include "speech/virtual_speaker.hpp"

namespace ansage::speech {

// Everything is finished as soon as it is said.
class NullSpeaker : public Speaker {
public:
    void say(Utterance utterance) override { box_.put(Report{utterance.id, Outcome::finished}); }

    void stop_text(Audience /*audience*/) override {}

    [[nodiscard]] std::vector<Report> take_reports() override { return box_.take_reports(); }

    [[nodiscard]] int report_fd() const override { return box_.fd(); }

private:
    ReportBox box_;
};

// Everything takes as long as its words would, in virtual time: `VirtualSpeaker speaker(stage)`.
class SilentStage : public Stage {
public:
    std::optional<base::Millis>
    begin(const Utterance& utterance, base::Instant /*start*/) override {
        return estimated_duration(utterance);
    }

    void silence(Audience /*audience*/, base::Instant /*at*/) override {}
};

} // namespace ansage::speech
