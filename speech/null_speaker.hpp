// SPDX-License-Identifier: GPL-3.0-or-later
// A speaker without sound: for --speech none, --audio none and machines without an audio device.
#pragma once

#include "speech/report_box.hpp"
#include "speech/speaker.hpp"

namespace ansage::speech {

// Everything is finished as soon as it is said.
class NullSpeaker : public Speaker {
public:
    void say(Utterance utterance) override { box_.put(Report{utterance.id, Outcome::finished}); }

    void stop_text(Audience /*audience*/) override {}

    [[nodiscard]] std::vector<Report> take_reports() override { return box_.take_reports(); }

    int report_fd() const override { return box_.fd(); }

private:
    ReportBox box_;
};

} // namespace ansage::speech
