// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/recorder/recorder.hpp"

#include "base/try.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace ansage::speech::recorder {

using base::Error;
using base::Millis;
using base::Result;

namespace {

using namespace std::chrono_literals;

constexpr auto step = 50ms;
constexpr std::size_t step_frames = recording_rate / 5; // four steps' worth: after a stall
constexpr auto sync_every = 2s;
constexpr auto look_at_disk_every = 1s;
// For the rest of what was said, beyond its own length, where the machine has much to do.
constexpr auto longest_wait = 1s;
// Noise of -60 dBFS takes about half of it, speech less than all.
constexpr std::uint64_t bytes_a_second = 32'000;

} // namespace

std::uint64_t free_bytes_at(const std::filesystem::path& path) {
    std::error_code error;
    const auto space =
        std::filesystem::space(path.parent_path().empty() ? "." : path.parent_path(), error);
    return error ? 0 : space.available;
}

class Recorder::Worker {
public:
    Worker(std::unique_ptr<Input> input, RecorderSettings settings, SoundWriter writer)
        : input_(std::move(input)),
          settings_(std::move(settings)),
          writer_(std::move(writer)),
          is_pressed_(settings_.is_continuous) {
        thread_ = std::thread{[this] { run(); }};
    }

    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    ~Worker() {
        {
            const std::scoped_lock lock(mutex_);
            is_ending_ = true;
        }
        wake_.notify_all();
        thread_.join();
    }

    Millis begin() {
        const std::scoped_lock lock(mutex_);
        // What is missing of the pre-roll was written after the key went up the last time.
        const std::uint64_t wanted = frames_of(settings_.pre_roll);
        const std::uint64_t written = wanted - std::min<std::uint64_t>(wanted, pre_roll_.size());
        const std::uint64_t frames = writer_.frames();
        if (!settings_.is_continuous && !is_pressed_ && !is_stopped_) {
            is_pressed_ = true;
            post_roll_ = 0;
            const Sound sound{pre_roll_.begin(), pre_roll_.end()};
            pre_roll_.clear();
            write(sound);
            note_loss_in_pre_roll(sound.size());
        }
        return time_of(frames - std::min(frames, written));
    }

    Millis end() {
        const std::scoped_lock lock(mutex_);
        if (is_pressed_ && !settings_.is_continuous) {
            take_samples();
            is_pressed_ = false;
            post_roll_ = is_stopped_ ? 0 : frames_of(settings_.post_roll);
        }
        writer_sync();
        return time_of(writer_.frames() + post_roll_);
    }

    Millis finish() {
        std::unique_lock lock(mutex_);
        is_pressed_ = is_pressed_ && settings_.is_continuous;
        const auto longest = settings_.post_roll + longest_wait;
        static_cast<void>(wake_.wait_for(lock, longest, [this] {
            return post_roll_ == 0 || is_stopped_;
        }));
        if (!is_stopped_) {
            take_samples();
            is_stopped_ = true;
            is_unused_ = true;
            static_cast<void>(writer_.close());
        }
        return time_of(writer_.frames());
    }

    Millis length() const {
        const std::scoped_lock lock(mutex_);
        return time_of(writer_.frames());
    }

    bool is_recording() const {
        const std::scoped_lock lock(mutex_);
        return !is_stopped_;
    }

    bool is_writing() const {
        const std::scoped_lock lock(mutex_);
        return !is_stopped_ && (is_pressed_ || post_roll_ > 0);
    }

    [[nodiscard]] std::vector<News> take_news() {
        const std::scoped_lock lock(mutex_);
        return std::exchange(news_, {});
    }

private:
    using Clock = std::chrono::steady_clock;

    void run() {
        std::unique_lock lock(mutex_);
        while (!is_ending_) {
            take_samples();
            look_after_disk();
            let_go(lock);
            wake_.wait_for(lock, step, [this] { return is_ending_; });
        }
        if (!is_stopped_) {
            take_samples();
            static_cast<void>(writer_.close());
        }
    }

    // Closing a device may take long, above all if it is gone; meanwhile nobody waits for this
    // recorder.
    void let_go(std::unique_lock<std::mutex>& lock) {
        if (input_ && is_unused_) {
            std::unique_ptr<Input> gone = std::move(input_);
            lock.unlock();
            gone.reset();
            lock.lock();
        }
    }

    // The rest of these hold the mutex.
    void take_samples() {
        if (!input_) return;
        const std::uint64_t from = writer_.frames();
        std::array<std::int16_t, step_frames> samples{};
        while (const std::size_t count = input_->read(samples)) {
            const std::span read{samples.data(), count};
            const std::size_t written = is_pressed_
                ? count
                : static_cast<std::size_t>(std::min<std::uint64_t>(count, post_roll_));
            write(read.first(written));
            keep(read.subspan(written));
            post_roll_ -= std::min<std::uint64_t>(post_roll_, written);
        }
        note_losses(from);
        if (post_roll_ == 0) wake_.notify_all();
        if (!input_->alive() && !is_stopped_) {
            is_unused_ = true;
            stop(
                News::Kind::microphone_gone,
                Error{
                    base::phrase("the microphone is gone"),
                    settings_.file.string(),
                    base::phrase("connect it again")}
            );
        }
    }

    // What was lost, was lost in what came since the last look, or comes next.
    void note_losses(std::uint64_t from) {
        const std::uint64_t losses = input_->losses();
        if (losses == std::exchange(losses_, losses) || is_stopped_) return;
        const std::uint64_t frames = writer_.frames();
        if (is_pressed_ || post_roll_ > 0 || frames > from) {
            report_loss(from, frames > from ? frames : from + frames_of(step));
        } else kept_since_loss_ = 0;
    }

    // The last `frames` of the file were kept before the key went down.
    void note_loss_in_pre_roll(std::uint64_t frames) {
        const auto since = std::exchange(kept_since_loss_, std::nullopt);
        if (since && *since < frames && !is_stopped_)
            report_loss(writer_.frames() - frames, writer_.frames() - *since);
    }

    // One row for what nobody has taken yet, however often it happens.
    void report_loss(std::uint64_t from, std::uint64_t to) {
        const auto pending = std::ranges::find(news_, News::Kind::samples_lost, &News::kind);
        if (pending != news_.end()) {
            pending->to = time_of(to);
            return;
        }
        news_.push_back({News::Kind::samples_lost, time_of(to), {}, time_of(from)});
    }

    void keep(std::span<const std::int16_t> samples) {
        if (kept_since_loss_) *kept_since_loss_ += samples.size();
        pre_roll_.insert(pre_roll_.end(), samples.begin(), samples.end());
        const auto most = static_cast<std::size_t>(frames_of(settings_.pre_roll));
        if (pre_roll_.size() > most) {
            const auto surplus = static_cast<std::ptrdiff_t>(pre_roll_.size() - most);
            pre_roll_.erase(pre_roll_.begin(), pre_roll_.begin() + surplus);
        }
    }

    void write(std::span<const std::int16_t> samples) {
        if (is_stopped_ || samples.empty()) return;
        if (auto written = writer_.write(samples); !written)
            stop(News::Kind::stopped, written.error());
    }

    void writer_sync() {
        if (!is_stopped_) writer_.sync();
        synced_at_ = Clock::now();
    }

    void look_after_disk() {
        const auto now = Clock::now();
        if (is_stopped_ || now - looked_at_ < look_at_disk_every) return;
        looked_at_ = now;
        if (now - synced_at_ >= sync_every && is_pressed_) writer_sync();
        const std::uint64_t free = settings_.free_bytes(settings_.file);
        if (free <= settings_.least_free) {
            stop(
                News::Kind::stopped,
                Error{
                    base::phrase("the disk is full"),
                    settings_.file.string(),
                    base::phrase("make room; the recording is kept")}
            );
        } else if (free < settings_.low_free && !is_low_) {
            is_low_ = true;
            const auto seconds = (free - settings_.least_free) / bytes_a_second;
            news_.push_back(
                {News::Kind::disk_low, Millis{static_cast<std::int64_t>(seconds) * 1000}, {}}
            );
        }
    }

    // What was written stays, and is closed as it should be.
    void stop(News::Kind kind, Error why) {
        is_stopped_ = true;
        is_pressed_ = false;
        static_cast<void>(writer_.close());
        news_.push_back({kind, time_of(writer_.frames()), std::move(why)});
    }

    std::unique_ptr<Input> input_;
    RecorderSettings settings_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    SoundWriter writer_;
    std::deque<std::int16_t> pre_roll_;
    std::vector<News> news_;
    Clock::time_point looked_at_{};
    Clock::time_point synced_at_ = Clock::now();
    std::uint64_t losses_ = 0; // of the input, that were noted
    std::optional<std::uint64_t> kept_since_loss_; // frames, since one while no key was down
    std::uint64_t post_roll_ = 0; // frames that are still to be written, though the key is up
    bool is_pressed_;
    bool is_stopped_ = false;
    bool is_low_ = false;
    bool is_unused_ = false; // the microphone: it is gone, or nothing is recorded any more
    bool is_ending_ = false;
    std::thread thread_; // last: it uses all the others
};

Recorder::Recorder(std::unique_ptr<Worker> worker)
    : worker_(std::move(worker)) {}

Recorder::~Recorder() = default;

Result<std::unique_ptr<Recorder>, Error>
Recorder::open(std::unique_ptr<Input> input, RecorderSettings settings) {
    if (!settings.free_bytes) settings.free_bytes = free_bytes_at;
    auto writer = ANSAGE_TRY(SoundWriter::create(settings.file, settings.codec));
    return std::unique_ptr<Recorder>(new Recorder(
        std::make_unique<Worker>(std::move(input), std::move(settings), std::move(writer))
    )); // the constructor is private
}

Millis Recorder::begin() { return worker_->begin(); }

Millis Recorder::end() { return worker_->end(); }

Millis Recorder::finish() { return worker_->finish(); }

Millis Recorder::length() const { return worker_->length(); }

bool Recorder::is_recording() const { return worker_->is_recording(); }

bool Recorder::is_writing() const { return worker_->is_writing(); }

std::vector<News> Recorder::take_news() { return worker_->take_news(); }

} // namespace ansage::speech::recorder
