// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/queue.hpp"

#include "base/check.hpp"

#include <algorithm>
#include <utility>

namespace ansage::speech {
namespace {

// The priority by which an utterance is judged: a repeat is never treated as a mere notification.
Priority rank(const Utterance& utterance) {
    return utterance.repeat ? std::min(utterance.priority, Priority::text) : utterance.priority;
}

bool is_text(const Utterance& utterance) { return rank(utterance) == Priority::text; }

// What happens to an utterance, spoken or waiting, when another comes.
enum class Fate : std::uint8_t { stays, waits_again, ends };

Fate fate_when_waiting(const Utterance& utterance, const Utterance& newcomer) {
    switch (rank(newcomer)) {
    case Priority::important: return rank(utterance) <= Priority::text ? Fate::stays : Fate::ends;
    case Priority::message:
        return rank(utterance) <= Priority::message || utterance.repeat ? Fate::stays : Fate::ends;
    case Priority::text: return rank(utterance) <= Priority::message ? Fate::stays : Fate::ends;
    case Priority::notification: return Fate::stays;
    case Priority::progress:
        return rank(utterance) == Priority::progress ? Fate::ends : Fate::stays;
    }
    base::fail_check("a priority has a rule", __FILE__, __LINE__);
}

Fate fate_when_speaking(const Utterance& utterance, const Utterance& newcomer) {
    switch (rank(newcomer)) {
    case Priority::important:
        if (rank(utterance) == Priority::important) return Fate::stays;
        return rank(utterance) == Priority::message || utterance.repeat ? Fate::waits_again
                                                                        : Fate::ends;
    case Priority::message:
        if (rank(utterance) <= Priority::message) return Fate::stays;
        return utterance.repeat ? Fate::waits_again : Fate::ends;
    case Priority::text: return rank(utterance) <= Priority::message ? Fate::stays : Fate::ends;
    case Priority::notification:
    case Priority::progress: return Fate::stays;
    }
    base::fail_check("a priority has a rule", __FILE__, __LINE__);
}

} // namespace

bool Queue::admits(const Utterance& utterance) const {
    const auto is_progress = [](const Utterance& other) {
        return rank(other) == Priority::progress;
    };
    switch (rank(utterance)) {
    case Priority::important:
    case Priority::message:
    case Priority::text: return true;
    case Priority::notification: return !speaking_ && waiting_.empty();
    case Priority::progress:
        return (!speaking_ || is_progress(*speaking_)) &&
            std::ranges::all_of(waiting_, is_progress);
    }
    base::fail_check("a priority has a rule", __FILE__, __LINE__);
}

QueueChange Queue::push(Utterance utterance) {
    QueueChange change;
    if (!admits(utterance)) {
        change.reports.push_back({utterance.id, Outcome::dropped});
        return change;
    }
    drop_waiting(utterance, change);
    yield_current(utterance, change);
    line_up(std::move(utterance));
    return change;
}

void Queue::yield_current(const Utterance& newcomer, QueueChange& change) {
    if (!speaking_) return;
    const Fate fate = fate_when_speaking(*speaking_, newcomer);
    if (fate == Fate::stays) return;
    change.silence = true;
    Utterance interrupted = *std::exchange(speaking_, std::nullopt);
    if (fate == Fate::ends) {
        change.reports.push_back({interrupted.id, Outcome::cut});
        return;
    }
    // Before its equals: it was the first of them.
    const auto place = std::ranges::find_if(waiting_, [&interrupted](const Utterance& other) {
        return rank(other) >= rank(interrupted);
    });
    waiting_.insert(place, std::move(interrupted));
}

void Queue::drop_waiting(const Utterance& newcomer, QueueChange& change) {
    std::erase_if(waiting_, [&newcomer, &change](const Utterance& utterance) {
        const bool ends = fate_when_waiting(utterance, newcomer) == Fate::ends;
        if (ends) change.reports.push_back({utterance.id, Outcome::dropped});
        return ends;
    });
}

void Queue::line_up(Utterance utterance) {
    const auto place = std::ranges::find_if(waiting_, [&utterance](const Utterance& other) {
        return rank(other) > rank(utterance);
    });
    waiting_.insert(place, std::move(utterance));
}

QueueChange Queue::stop_text() {
    QueueChange change;
    if (speaking_ && is_text(*speaking_)) {
        change.silence = true;
        change.reports.push_back({speaking_->id, Outcome::cut});
        speaking_.reset();
    }
    std::erase_if(waiting_, [&change](const Utterance& utterance) {
        const bool stops = is_text(utterance);
        if (stops) change.reports.push_back({utterance.id, Outcome::dropped});
        return stops;
    });
    return change;
}

std::optional<Utterance> Queue::start_next() {
    if (speaking_ || waiting_.empty()) return std::nullopt;
    speaking_ = std::move(waiting_.front());
    waiting_.pop_front();
    return speaking_;
}

Report Queue::end_current(Outcome outcome) {
    ANSAGE_CHECK(speaking_.has_value());
    return {std::exchange(speaking_, std::nullopt)->id, outcome};
}

} // namespace ansage::speech
