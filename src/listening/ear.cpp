// SPDX-License-Identifier: GPL-3.0-or-later
#include "listening/ear.hpp"

#include "base/descriptor.hpp"
#include "speech/hearing/sound.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <fmt/format.h>
#include <mutex>
#include <thread>
#include <utility>

namespace ansage::listening {

using base::Error;
using speech::hearing::Fault;
using speech::hearing::hearing_rate;
using speech::hearing::Sound;
using table::HearingNews;
using table::HearingReported;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

static_assert(speech::recording_rate == hearing_rate);

namespace {

// In samples since the microphone was opened.
using Place = std::int64_t;

constexpr Place samples_of(std::chrono::milliseconds time) {
    return time.count() * hearing_rate / 1000;
}

// People begin to speak as they press, and press again as they end.
constexpr Place before_window = samples_of(300ms);
constexpr Place after_window = samples_of(200ms);
// Half a second between the keys; no announcement is shorter.
constexpr Place shortest_window = samples_of(500ms) + before_window + after_window;
// The synthesiser's first sample may be on its way already, and a room still has its last.
constexpr Place before_own_voice = samples_of(50ms);
constexpr Place after_own_voice = samples_of(250ms);
// How long the room is measured when the microphone was opened.
constexpr Place measured_room = samples_of(1500ms);

constexpr auto take_every = 10ms;
constexpr auto look_again_after = 2s;
// The samples of a window are there by then, or never.
constexpr auto latest_samples = 1s;
// A sound is listened to and a microphone closed by then, or its driver hangs.
constexpr auto patience_at_end = 5s;

struct Stretch {
    Place from = 0;
    Place to = 0;
};

struct Closed {
    Window window;
    Stretch stretch;
    std::vector<Stretch> own_voice;
    Clock::time_point at;
};

HearingNews news_of(Fault fault) {
    switch (fault) {
    case Fault::silent: return HearingNews::silent;
    case Fault::narrow_band: return HearingNews::narrow_band;
    case Fault::too_quiet: return HearingNews::too_quiet;
    case Fault::clipped: return HearingNews::clipped;
    }
    return HearingNews::silent;
}

} // namespace

std::string in_numbers(const HeardSound& heard) {
    const speech::hearing::Verdict& verdict = heard.verdict;
    std::string text = speech::hearing::Recogniser::library();
    if (verdict.m) text += fmt::format(", m {:.3f}", *verdict.m);
    if (verdict.o) text += fmt::format(", o {:.3f}", *verdict.o);
    return text +
        fmt::format(
               ", x {:.3f}, l {:.3f}, r {:.3f}, b {:.3f}, worst word {:.3f}, shortest word {}, d "
               "{:.3f}",
               verdict.x,
               verdict.l,
               verdict.r,
               verdict.b,
               verdict.worst_word,
               verdict.shortest_word,
               verdict.d
        );
}

class Ear::Worker {
public:
    Worker(Listener listener, OpenMicrophone open)
        : listener_(std::move(listener)),
          open_(std::move(open)) {}

    // --- of its own thread
    // Until it is told to stop.
    void run() {
        std::unique_lock lock{mutex_};
        while (!is_ending_) {
            lock.unlock();
            if (!microphone_) look_for_microphone();
            if (microphone_) take_samples();
            lock.lock();
            if (auto closed = take_closed()) {
                lock.unlock();
                hear(*closed);
                lock.lock();
            }
            wake_.wait_for(lock, take_every, [this] { return is_ending_; });
        }
        lock.unlock();
        microphone_.reset();
    }

    // --- of the table's thread
    void stop() {
        {
            const std::lock_guard lock{mutex_};
            is_ending_ = true;
        }
        wake_.notify_all();
    }

    void open_window() {
        const std::lock_guard lock{mutex_};
        window_from_ = std::max<Place>(0, now() - before_window);
    }

    void close_window(const Window& window) {
        const std::lock_guard lock{mutex_};
        if (!window_from_) return;
        Closed closed{
            .window = window,
            .stretch = {*std::exchange(window_from_, std::nullopt), now() + after_window},
            .own_voice = own_voice_,
            .at = Clock::now()};
        if (speaks_since_)
            closed.own_voice.push_back({*speaks_since_ - before_own_voice, closed.stretch.to});
        closed_.push_back(std::move(closed));
    }

    void drop_window() {
        const std::lock_guard lock{mutex_};
        window_from_.reset();
    }

    void note_own_voice(bool speaks) {
        const std::lock_guard lock{mutex_};
        if (speaks && !speaks_since_) speaks_since_ = now();
        if (speaks || !speaks_since_) return;
        const Place since = *std::exchange(speaks_since_, std::nullopt);
        own_voice_.push_back({since - before_own_voice, now() + after_own_voice});
    }

    std::vector<HearingReported> take() {
        const std::lock_guard lock{mutex_};
        waits_.clear();
        return std::exchange(reports_, {});
    }

    std::optional<Error> take_problem() {
        const std::lock_guard lock{mutex_};
        return std::exchange(problem_, std::nullopt);
    }

    int event_fd() const { return waits_.descriptor(); }

private:
    // Where the microphone is now, though its samples may not have been taken yet.
    Place now() const {
        if (!is_open_) return taken_;
        const std::chrono::duration<double> since = Clock::now() - taken_at_;
        return taken_ + static_cast<Place>(since.count() * hearing_rate);
    }

    // --- of its own thread
    void look_for_microphone() {
        if (Clock::now() < look_at_) return;
        auto opened = open_();
        const std::lock_guard lock{mutex_};
        look_at_ = Clock::now() + look_again_after;
        if (opened) {
            microphone_ = *std::move(opened);
            is_open_ = true;
            taken_at_ = Clock::now();
            room_.clear();
            is_room_measured_ = false;
            report({.news = HearingNews::began});
        } else if (!std::exchange(is_missed_, true)) {
            problem_ = opened.error();
            report({.news = HearingNews::gone});
        }
    }

    void take_samples() {
        std::array<std::int16_t, 4096> samples{};
        while (const std::size_t count = microphone_->read(samples)) {
            const std::lock_guard lock{mutex_};
            sound_.insert(sound_.end(), samples.begin(), samples.begin() + count);
            taken_ += static_cast<Place>(count);
            taken_at_ = Clock::now();
            measure_room({samples.data(), count});
            forget_what_nobody_asked_for();
        }
        if (microphone_->alive()) return;
        microphone_.reset();
        const std::lock_guard lock{mutex_};
        is_open_ = false;
        is_missed_ = true;
        report({.news = HearingNews::gone});
    }

    void measure_room(std::span<const std::int16_t> samples) {
        if (is_room_measured_) return;
        room_.insert(room_.end(), samples.begin(), samples.end());
        if (static_cast<Place>(room_.size()) < measured_room) return;
        is_room_measured_ = true;
        if (speech::hearing::noise_floor(room_) > speech::hearing::loudest_room)
            report({.news = HearingNews::noisy});
        room_ = Sound{};
    }

    void forget_what_nobody_asked_for() {
        Place needed = taken_ - before_window;
        if (window_from_) needed = std::min(needed, *window_from_);
        for (const Closed& closed : closed_) needed = std::min(needed, closed.stretch.from);
        const Place kept_from = taken_ - static_cast<Place>(sound_.size());
        const auto forgotten = std::clamp<Place>(needed - kept_from, 0, std::ssize(sound_));
        sound_.erase(sound_.begin(), sound_.begin() + forgotten);
        std::erase_if(own_voice_, [&](const Stretch& each) { return each.to < needed; });
    }

    std::optional<Closed> take_closed() {
        if (closed_.empty()) return std::nullopt;
        const bool is_late = Clock::now() - closed_.front().at > latest_samples;
        if (taken_ < closed_.front().stretch.to && !is_late) return std::nullopt;
        Closed closed = std::move(closed_.front());
        closed_.erase(closed_.begin());
        return closed;
    }

    // What of that stretch is nobody's own voice.
    Sound said_in(const Closed& closed) const {
        const std::lock_guard lock{mutex_};
        const Place first = taken_ - static_cast<Place>(sound_.size());
        Sound said;
        for (Place place = std::max(first, closed.stretch.from);
             place < std::min(taken_, closed.stretch.to);
             ++place) {
            const bool is_ours = std::ranges::any_of(closed.own_voice, [&](const Stretch& each) {
                return each.from <= place && place < each.to;
            });
            if (!is_ours) said.push_back(sound_[static_cast<std::size_t>(place - first)]);
        }
        return said;
    }

    void hear(const Closed& closed) {
        HearingReported made{
            .news = HearingNews::not_understood,
            .speaker = closed.window.speaker,
            .key = closed.window.key,
            .move = {},
            .how = {}};
        const Sound said = said_in(closed);
        const Place wanted = closed.stretch.to - closed.stretch.from;
        std::optional<Error> problem;
        if (std::ssize(said) < shortest_window) {
            made.news = is_fed(closed, wanted) ? HearingNews::too_short : HearingNews::stuck;
        } else if (const auto fault = speech::hearing::fault_of(said)) {
            made.news = news_of(*fault);
        } else if (auto heard = listener_.hear(said, closed.window.position)) {
            made.how = in_numbers(*heard);
            if (heard->move) {
                made.news = HearingNews::understood;
                made.move = table::HeardMove{.text = heard->candidates.front().words, .said = {}};
            }
        } else problem = heard.error();
        const std::lock_guard lock{mutex_};
        if (problem) problem_ = std::move(problem);
        report(std::move(made));
    }

    // Half of the window's samples came, so that it was short by itself.
    bool is_fed(const Closed& closed, Place wanted) const {
        const std::lock_guard lock{mutex_};
        return taken_ - closed.stretch.from >= wanted / 2;
    }

    void report(HearingReported made) {
        reports_.push_back(std::move(made));
        waits_.set();
    }

    // Of its own thread alone.
    Listener listener_;
    OpenMicrophone open_;
    std::unique_ptr<speech::Input> microphone_;
    Clock::time_point look_at_;
    bool is_missed_ = false; // and told so

    mutable std::mutex mutex_; // of all that follows
    std::condition_variable wake_;
    Sound sound_; // the last that was taken
    Sound room_; // what is measured of it
    bool is_room_measured_ = false;
    bool is_open_ = false;
    Place taken_ = 0; // so many samples so far
    Clock::time_point taken_at_;
    std::optional<Place> window_from_;
    std::vector<Closed> closed_;
    std::optional<Place> speaks_since_;
    std::vector<Stretch> own_voice_;
    std::vector<HearingReported> reports_;
    std::optional<Error> problem_;
    base::Wakeup waits_;
    bool is_ending_ = false;
};

Ear::Ear(Listener listener, OpenMicrophone open)
    : worker_(std::make_shared<Worker>(std::move(listener), std::move(open))) {
    std::promise<void> ended;
    ended_ = ended.get_future();
    std::thread([worker = worker_, ended = std::move(ended)]() mutable {
        worker->run();
        worker.reset();
        ended.set_value();
    }).detach();
}

// A driver may hang while it opens or closes; the program does not.
Ear::~Ear() {
    worker_->stop();
    worker_.reset();
    static_cast<void>(ended_.wait_for(patience_at_end));
}

void Ear::open_window() { worker_->open_window(); }

void Ear::close_window(const Window& window) { worker_->close_window(window); }

void Ear::drop_window() { worker_->drop_window(); }

void Ear::stop() { worker_->stop(); }

void Ear::note_own_voice(bool speaks) { worker_->note_own_voice(speaks); }

std::vector<HearingReported> Ear::take() { return worker_->take(); }

std::optional<Error> Ear::take_problem() { return worker_->take_problem(); }

int Ear::event_fd() const { return worker_->event_fd(); }

} // namespace ansage::listening
