// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/virtual_speaker.hpp"

#include <algorithm>
#include <utility>

namespace ansage::speech {

void VirtualSpeaker::say(Utterance utterance) {
    const Audience audience = utterance.audience;
    take_up(audience, lane(audience).queue.push(std::move(utterance)));
}

void VirtualSpeaker::stop_text(Audience audience) {
    take_up(audience, lane(audience).queue.stop_text());
}

void VirtualSpeaker::take_up(Audience audience, const QueueChange& change) {
    if (change.silence) stage_->silence(audience, now_);
    box_.put(change.reports);
    start_next(audience, now_);
}

void VirtualSpeaker::start_next(Audience audience, base::Instant start) {
    Lane& its = lane(audience);
    while (const std::optional<Utterance> next = its.queue.start_next()) {
        const std::optional<base::Millis> duration = stage_->begin(*next, start);
        if (duration) {
            its.ends = start + *duration;
            return;
        }
        box_.put(its.queue.end_current(Outcome::failed));
    }
}

std::optional<base::Instant> VirtualSpeaker::next_deadline() const {
    std::optional<base::Instant> earliest;
    for (const Lane& its : lanes_)
        if (its.queue.speaking() && (!earliest || its.ends < *earliest)) earliest = its.ends;
    return earliest;
}

void VirtualSpeaker::end_one(base::Instant deadline) {
    const auto ending = std::ranges::find_if(all_audiences, [this, deadline](Audience audience) {
        return lane(audience).queue.speaking() && lane(audience).ends == deadline;
    });
    if (ending != all_audiences.end()) {
        box_.put(lane(*ending).queue.end_current(Outcome::finished));
        start_next(*ending, deadline);
    }
}

void VirtualSpeaker::advance_to(base::Instant now) {
    for (std::optional<base::Instant> deadline = next_deadline(); deadline && *deadline <= now;
         deadline = next_deadline()) {
        now_ = std::max(now_, *deadline);
        end_one(*deadline);
    }
    now_ = std::max(now_, now);
}

} // namespace ansage::speech
