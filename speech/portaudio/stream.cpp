// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/portaudio/stream.hpp"

#include "speech/portaudio/library.hpp"
#include "speech/synthesiser.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace ansage::speech::portaudio {
namespace {

std::int16_t added(std::int16_t a, std::int16_t b) {
    using Limits = std::numeric_limits<std::int16_t>;
    return static_cast<std::int16_t>(
        std::clamp(int{a} + int{b}, int{Limits::min()}, int{Limits::max()})
    );
}

bool plays_on(Side side, int channel, int channels) {
    switch (side) {
    case Side::both: return true;
    case Side::left: return channel == 0;
    case Side::right: return channel == std::min(1, channels - 1);
    }
    return true;
}

PaStreamParameters
parameters_for(PaDeviceIndex device, int channels, std::chrono::milliseconds latency) {
    return {
        .device = device,
        .channelCount = channels,
        .sampleFormat = paInt16,
        .suggestedLatency = std::chrono::duration<double>(latency).count(),
        .hostApiSpecificStreamInfo = nullptr};
}

// A power of two near 3 ms.
unsigned long frames_for(int rate) { return rate > 32'000 ? 128 : 64; }

} // namespace

std::size_t Line::write(std::span<const std::int16_t> samples) {
    const int rate = rate_;
    if (!carried_ || rate <= 0) return 0;
    if (rate == sample_rate) return ring_.write(samples);
    if (resampler_rate_ != rate) {
        resampler_.emplace(sample_rate, rate);
        resampler_rate_ = rate;
    }
    const std::size_t room = ring_.room() * sample_rate / static_cast<std::size_t>(rate);
    const std::size_t count = std::min(samples.size(), room > 8 ? room - 8 : 0);
    resampled_.clear();
    resampler_->process(samples.first(count), resampled_);
    static_cast<void>(ring_.write(resampled_));
    return count;
}

void Line::discard() {
    ring_.discard();
    if (resampler_) resampler_->reset();
}

void Line::carry(int rate, std::uint64_t latency_frames) {
    rate_ = rate;
    latency_ = latency_frames;
    carried_ = true;
}

void Line::play(std::span<std::int16_t> output, int channels) {
    const auto width = static_cast<std::size_t>(channels);
    ring_.read(output.size() / width, [&](std::size_t frame, std::int16_t sample) {
        add_to_frame(output.subspan(frame * width, width), sample);
    });
}

void Line::add_to_frame(std::span<std::int16_t> frame, std::int16_t sample) const {
    const int channels = static_cast<int>(frame.size());
    for (int channel = 0; channel < channels; ++channel) {
        if (plays_on(route_.side, channel, channels)) {
            std::int16_t& place = frame[static_cast<std::size_t>(channel)];
            place = added(place, sample);
        }
    }
}

std::unique_ptr<Stream>
Stream::open(PaDeviceIndex device, std::vector<Line*> lines, std::chrono::milliseconds latency) {
    const int channels = std::min(2, Pa_GetDeviceInfo(device)->maxOutputChannels);
    std::unique_ptr<Stream> stream(new Stream(std::move(lines), channels)
    ); // the constructor is private
    if (!stream->take(device, latency)) return nullptr;
    return stream;
}

bool Stream::take(PaDeviceIndex device, std::chrono::milliseconds wanted) {
    const PaStreamParameters parameters = parameters_for(device, channels_, wanted);
    const std::optional<int> rate = rate_for(nullptr, &parameters, sample_rate);
    if (!rate) return false;
    rate_ = *rate;
    const unsigned long frames = frames_for(rate_);
    kept_ = wanted + std::chrono::microseconds{1'000'000L * static_cast<long>(frames) / rate_};
    const PaError opened =
        Pa_OpenStream(&handle_, nullptr, &parameters, rate_, frames, paNoFlag, callback, this);
    if (opened != paNoError) {
        handle_ = nullptr;
        return false;
    }
    const double latency = Pa_GetStreamInfo(handle_)->outputLatency;
    beats_a_second_ = static_cast<double>(rate_) / static_cast<double>(frames);
    latency_frames_ = static_cast<std::uint64_t>(std::max(0.0, latency) * rate_);
    return true;
}

bool Stream::start() {
    is_started_ = true;
    return Pa_StartStream(handle_) == paNoError;
}

void Stream::carry_lines() {
    for (Line* line : lines_) line->carry(rate_, latency_frames_);
}

Stream::~Stream() {
    if (handle_ != nullptr) {
        Pa_AbortStream(handle_);
        Pa_CloseStream(handle_);
    }
}

// NOLINTNEXTLINE(readability-function-size): the library sets the parameters
int Stream::callback(
    const void* /*input*/,
    void* output,
    unsigned long frames,
    const PaStreamCallbackTimeInfo* /*time*/,
    PaStreamCallbackFlags flags,
    void* stream
) {
    auto& self = *static_cast<Stream*>(stream);
    const std::span samples(
        static_cast<std::int16_t*>(output), frames * static_cast<std::size_t>(self.channels_)
    );
    std::ranges::fill(samples, std::int16_t{0});
    if (self.plays_)
        for (Line* line : self.lines_) line->play(samples, self.channels_);
    self.beats_.fetch_add(1, std::memory_order_relaxed);
    if (self.was_late() || (flags & paOutputUnderflow) != 0)
        self.underflows_.fetch_add(1, std::memory_order_relaxed);
    return paContinue;
}

// A device that was given nothing for longer than it keeps sound has run dry, also where it does
// not say so: a PulseAudio server behind ALSA does not.
bool Stream::was_late() {
    const auto now = std::chrono::steady_clock::now();
    const bool is_first = last_beat_ == std::chrono::steady_clock::time_point{};
    return now - std::exchange(last_beat_, now) > kept_ && !is_first;
}

} // namespace ansage::speech::portaudio
