// SPDX-License-Identifier: GPL-3.0-or-later
// A speaker in virtual time: it makes no sound itself, keeps the priorities and ends each utterance
// when its time has passed. The null speaker, and the speaker that writes a WAV file, are made of
// it.
#pragma once

#include "base/instant.hpp"
#include "base/interface.hpp"
#include "speech/duration.hpp"
#include "speech/queue.hpp"
#include "speech/report_box.hpp"
#include "speech/speaker.hpp"

#include <array>
#include <optional>

namespace ansage::speech {

// What becomes of the utterances of a VirtualSpeaker.
class Stage : public base::Interface {
public:
    // It begins; returns how long it takes, nothing if it cannot be spoken.
    virtual std::optional<base::Millis> begin(const Utterance& utterance, base::Instant start) = 0;
    // The one that begin() was last called with for that audience is silenced.
    virtual void silence(Audience audience, base::Instant at) = 0;
};

// Nobody hears it, and it takes the time of its words.
class SilentStage : public Stage {
public:
    std::optional<base::Millis>
    begin(const Utterance& utterance, base::Instant /*start*/) override {
        return estimated_duration(utterance);
    }

    void silence(Audience /*audience*/, base::Instant /*at*/) override {}
};

class VirtualSpeaker : public Speaker {
public:
    // The stage must live as long as the speaker.
    explicit VirtualSpeaker(Stage& stage)
        : stage_(&stage) {}

    // Time passes: what ends until then is reported, what waited begins at the instant the other
    // ended. An instant before the last one is taken for the last one.
    void advance_to(base::Instant now);
    // When the next utterance ends; nothing if all is quiet.
    std::optional<base::Instant> next_deadline() const;

    void say(Utterance utterance) override;
    void stop_text(Audience audience) override;

    [[nodiscard]] std::vector<Report> take_reports() override { return box_.take_reports(); }

    int report_fd() const override { return box_.fd(); }

private:
    struct Lane {
        Queue queue;
        base::Instant ends;
    };

    Lane& lane(Audience audience) { return lanes_.at(static_cast<std::size_t>(audience)); }

    void take_up(Audience audience, const QueueChange& change);
    void start_next(Audience audience, base::Instant start);
    void end_one(base::Instant deadline);

    Stage* stage_;
    base::Instant now_;
    std::array<Lane, all_audiences.size()> lanes_;
    ReportBox box_;
};

} // namespace ansage::speech
