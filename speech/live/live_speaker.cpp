// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/live/live_speaker.hpp"

#include "speech/queue.hpp"
#include "speech/report_box.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace ansage::speech::live {
namespace {

using namespace std::chrono_literals;

// While something is spoken: the mover looks twice within the shortest buffer.
constexpr auto busy_interval = 10ms;
// While all is quiet it only looks whether outputs went or came back.
constexpr auto idle_interval = 250ms;

} // namespace

class LiveSpeaker::State : public std::enable_shared_from_this<State> {
public:
    State(Synthesiser& synthesiser, std::shared_ptr<Output> output);

    void say(Utterance utterance);
    void stop_text(Audience audience);
    void move_until_stopped();
    void stop();

    [[nodiscard]] ReportBox& box() { return box_; }

private:
    // What is spoken on one output.
    struct Lane {
        Queue queue;
        std::uint64_t serial = 0; // of the synthesis that may still add samples
        bool synthesised = false;
        bool failed = false;
        Samples pending; // made, and not yet taken by the output
        std::size_t moved = 0;
    };

    Lane& lane(Audience audience) { return lanes_.at(static_cast<std::size_t>(audience)); }

    // All of these need the mutex.
    void take_up(Audience owner, const QueueChange& change);
    void start_next(Audience owner);
    void begin(Audience owner, const Utterance& utterance);
    void silence(Audience owner);
    void move(Audience owner);
    void move_samples(Audience owner);
    void note_outputs();
    bool busy() const;

    // On the synthesiser's thread.
    bool take(Audience owner, std::uint64_t serial, std::span<const std::int16_t> samples);
    void end(Audience owner, std::uint64_t serial, bool failed);

    // Used only until stop(): the speaker owns it, for the last owner must not be one of its own
    // syntheses.
    Synthesiser* synthesiser_;
    std::shared_ptr<Output> output_;
    ReportBox box_;

    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopping_ = false;
    std::uint64_t last_serial_ = 0;
    std::array<Lane, all_audiences.size()> lanes_;
    std::array<bool, all_audiences.size()> was_available_{};
};

LiveSpeaker::State::State(Synthesiser& synthesiser, std::shared_ptr<Output> output)
    : synthesiser_(&synthesiser),
      output_(std::move(output)) {
    for (const Audience audience : all_audiences)
        was_available_.at(static_cast<std::size_t>(audience)) = output_->available(audience);
}

void LiveSpeaker::State::say(Utterance utterance) {
    const std::scoped_lock lock(mutex_);
    const Audience owner = output_->shared_with(utterance.audience);
    if (!output_->available(utterance.audience)) {
        box_.put(Report{utterance.id, Outcome::failed});
        return;
    }
    take_up(owner, lane(owner).queue.push(std::move(utterance)));
    wake_.notify_one();
}

void LiveSpeaker::State::stop_text(Audience audience) {
    const std::scoped_lock lock(mutex_);
    const Audience owner = output_->shared_with(audience);
    take_up(owner, lane(owner).queue.stop_text());
}

void LiveSpeaker::State::take_up(Audience owner, const QueueChange& change) {
    if (change.silence) silence(owner);
    box_.put(change.reports);
    start_next(owner);
}

void LiveSpeaker::State::silence(Audience owner) {
    lane(owner).serial = 0;
    lane(owner).pending.clear();
    lane(owner).moved = 0;
    output_->discard(owner);
}

void LiveSpeaker::State::start_next(Audience owner) {
    if (const std::optional<Utterance> next = lane(owner).queue.start_next()) begin(owner, *next);
}

void LiveSpeaker::State::begin(Audience owner, const Utterance& utterance) {
    Lane& its = lane(owner);
    its.serial = ++last_serial_;
    its.synthesised = false;
    its.failed = false;
    its.pending.clear();
    its.moved = 0;
    synthesiser_->start(
        utterance.segments,
        utterance.voice,
        {.take = [self = shared_from_this(), owner, serial = its.serial](
                     std::span<const std::int16_t> samples
                 ) { return self->take(owner, serial, samples); },
         .done = [self = shared_from_this(), owner, serial = its.serial](
                     const std::optional<base::Error>& error
                 ) { self->end(owner, serial, error.has_value()); }}
    );
}

bool LiveSpeaker::State::take(
    Audience owner, std::uint64_t serial, std::span<const std::int16_t> samples
) {
    const std::scoped_lock lock(mutex_);
    Lane& its = lane(owner);
    if (stopping_ || its.serial != serial) return false;
    its.pending.insert(its.pending.end(), samples.begin(), samples.end());
    move_samples(owner);
    return true;
}

void LiveSpeaker::State::end(Audience owner, std::uint64_t serial, bool failed) {
    const std::scoped_lock lock(mutex_);
    Lane& its = lane(owner);
    if (its.serial == serial) {
        its.synthesised = true;
        its.failed = failed;
        wake_.notify_one();
    }
}

void LiveSpeaker::State::move_samples(Audience owner) {
    Lane& its = lane(owner);
    its.moved += output_->write(owner, std::span(its.pending).subspan(its.moved));
    if (its.moved == its.pending.size()) {
        its.pending.clear();
        its.moved = 0;
    }
}

void LiveSpeaker::State::move(Audience owner) {
    Lane& its = lane(owner);
    if (!its.queue.speaking()) return;
    if (!output_->available(owner) || its.failed) {
        silence(owner);
        box_.put(its.queue.end_current(Outcome::failed));
        start_next(owner);
        return;
    }
    move_samples(owner);
    if (its.synthesised && its.pending.empty() && output_->drained(owner)) {
        box_.put(its.queue.end_current(Outcome::finished));
        start_next(owner);
    }
}

void LiveSpeaker::State::note_outputs() {
    for (const Audience audience : all_audiences) {
        const bool available = output_->available(audience);
        if (std::exchange(was_available_.at(static_cast<std::size_t>(audience)), available) !=
            available)
            box_.put(OutputChange{audience, available});
    }
}

bool LiveSpeaker::State::busy() const {
    return std::ranges::any_of(lanes_, [](const Lane& its) {
        return its.queue.speaking().has_value();
    });
}

void LiveSpeaker::State::move_until_stopped() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        note_outputs();
        for (const Audience owner : all_audiences) move(owner);
        wake_.wait_for(lock, busy() ? std::chrono::milliseconds(busy_interval) : idle_interval);
    }
}

void LiveSpeaker::State::stop() {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
    for (const Audience owner : all_audiences) silence(owner);
    wake_.notify_one();
}

LiveSpeaker::LiveSpeaker(std::shared_ptr<Synthesiser> synthesiser, std::shared_ptr<Output> output)
    : synthesiser_(std::move(synthesiser)),
      state_(std::make_shared<State>(*synthesiser_, std::move(output))),
      mover_([state = state_] { state->move_until_stopped(); }) {}

LiveSpeaker::~LiveSpeaker() {
    state_->stop();
    mover_.join();
}

void LiveSpeaker::say(Utterance utterance) { state_->say(std::move(utterance)); }

void LiveSpeaker::stop_text(Audience audience) { state_->stop_text(audience); }

std::vector<Report> LiveSpeaker::take_reports() { return state_->box().take_reports(); }

std::vector<OutputChange> LiveSpeaker::take_output_changes() {
    return state_->box().take_output_changes();
}

int LiveSpeaker::report_fd() const { return state_->box().fd(); }

} // namespace ansage::speech::live
