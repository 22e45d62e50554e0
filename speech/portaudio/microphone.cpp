// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/portaudio/microphone.hpp"

#include "speech/portaudio/choose.hpp"
#include "speech/portaudio/library.hpp"
#include "speech/portaudio/resampler.hpp"
#include "speech/portaudio/ring.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace ansage::speech::portaudio {

using base::Error;
using base::Result;

namespace {

constexpr double wanted_latency = 0.1; // seconds: nobody listens along
// A stream without a callback for so long is dead; cold PulseAudio sources stall for 2.7 s.
constexpr std::chrono::seconds longest_stall{5};
// 21 seconds at 48,000 Hz: whoever reads may wait so long for a slow disk, and nothing is lost.
constexpr std::size_t ring_capacity = std::size_t{1} << 20U;

// Those that were there when it was opened first; nothing: it is opened first now.
using Before = std::optional<std::span<const std::string>>;

std::optional<PaDeviceIndex> find_input(const std::string& name, const Before& before) {
    const std::vector<PaDeviceIndex> indices = input_devices();
    if (indices.empty()) return std::nullopt;
    if (name.empty() || name == "default") {
        const PaDeviceIndex index = Pa_GetDefaultInputDevice();
        return index == paNoDevice ? indices.front() : index;
    }
    const std::vector<std::string> names = names_of(indices);
    const auto chosen = before ? choose_again(names, name, *before) : choose(names, name);
    return chosen ? std::optional{indices[*chosen]} : std::nullopt;
}

Error no_microphone(const std::string& name) {
    return {
        .what = name.empty() || name == "default"
            ? base::phrase("there is no microphone")
            : base::phrase("there is no one microphone called \"{}\" that can be opened", name),
        .where = "--record",
        .mend = base::phrase("connect one, or see \"ansage doctor\"")};
}

} // namespace

struct Microphone::Parts {
    std::optional<Session> session;
    std::string name;
    PaStream* handle = nullptr;
    Ring<ring_capacity> ring;
    std::atomic<std::uint64_t> beats = 0;
    std::atomic<std::uint64_t> losses =
        0; // callbacks before which, or of which, something is missing
    int rate = recording_rate;
    std::optional<Resampler> resampler;
    std::vector<std::int16_t> resampled; // read, and not yet given away
    std::int64_t sum = 0; // of the samples that are made one, where there are more than we keep
    int summed = 0;
    std::uint64_t seen_beats = 0;
    std::chrono::steady_clock::time_point last_beat = std::chrono::steady_clock::now();

    Parts() = default;
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;

    ~Parts() {
        const std::scoped_lock lock(library_mutex());
        if (handle != nullptr) {
            Pa_AbortStream(handle);
            Pa_CloseStream(handle);
        }
        session.reset();
    }

    // NOLINTNEXTLINE(readability-function-size): the library sets the parameters
    static int callback(
        const void* input,
        void* /*output*/,
        unsigned long frames,
        const PaStreamCallbackTimeInfo* /*time*/,
        PaStreamCallbackFlags flags,
        void* parts
    ) {
        auto& self = *static_cast<Parts*>(parts);
        const std::size_t taken = input == nullptr
            ? 0
            : self.ring.write({static_cast<const std::int16_t*>(input), frames});
        if ((flags & paInputOverflow) != 0 || taken < frames)
            self.losses.fetch_add(1, std::memory_order_relaxed);
        self.beats.fetch_add(1, std::memory_order_relaxed);
        return paContinue;
    }

    [[nodiscard]] bool start(PaDeviceIndex device) {
        name = Pa_GetDeviceInfo(device)->name;
        const PaStreamParameters parameters{
            .device = device,
            .channelCount = 1,
            .sampleFormat = paInt16,
            .suggestedLatency = wanted_latency,
            .hostApiSpecificStreamInfo = nullptr};
        const std::optional<int> taken = rate_for(&parameters, nullptr, recording_rate);
        if (!taken) return false;
        rate = *taken;
        const int whole = std::max(1, rate / recording_rate);
        if (rate != recording_rate * whole) resampler.emplace(rate, recording_rate * whole);
        const PaError opened =
            Pa_OpenStream(&handle, &parameters, nullptr, rate, 1024, paNoFlag, callback, this);
        if (opened != paNoError) {
            handle = nullptr;
            return false;
        }
        return Pa_StartStream(handle) == paNoError;
    }

    // Cold sources stall; who speaks at once shall be heard. False if nothing comes at all.
    bool hears() const {
        using namespace std::chrono_literals;
        const auto end = std::chrono::steady_clock::now() + longest_stall;
        while (beats.load(std::memory_order_relaxed) == 0) {
            if (std::chrono::steady_clock::now() > end) return false;
            std::this_thread::sleep_for(10ms);
        }
        return true;
    }

    // Means of so many samples: what is too high to be kept must not come back as noise.
    void thin_out(std::span<const std::int16_t> samples) {
        const int whole = std::max(1, rate / recording_rate);
        for (const std::int16_t sample : samples) {
            sum += sample;
            if (++summed == whole) {
                resampled.push_back(static_cast<std::int16_t>(sum / whole));
                sum = 0;
                summed = 0;
            }
        }
    }

    void fetch(std::size_t frames) {
        std::vector<std::int16_t> fetched;
        fetched.reserve(frames);
        ring.read(frames, [&](std::size_t, std::int16_t sample) { fetched.push_back(sample); });
        if (resampler) {
            std::vector<std::int16_t> even;
            resampler->process(fetched, even);
            thin_out(even);
        } else {
            thin_out(fetched);
        }
    }
};

Microphone::Microphone(std::unique_ptr<Parts> parts)
    : parts_(std::move(parts)) {}

Microphone::~Microphone() = default;

std::vector<std::string> microphone_names() {
    const std::scoped_lock lock(library_mutex());
    const Session session;
    return session.started() ? names_of(input_devices()) : std::vector<std::string>{};
}

Result<std::unique_ptr<Microphone>, Error> Microphone::open(const std::string& device) {
    prepare_environment();
    return open_now(device, std::nullopt);
}

Result<std::unique_ptr<Microphone>, Error>
Microphone::open_again(const std::string& device, std::span<const std::string> before) {
    auto opened = open_now(device, before);
    if (!opened) wish_for_new_devices();
    return opened;
}

Result<std::unique_ptr<Microphone>, Error>
Microphone::open_now(const std::string& device, const Before& before) {
    auto parts = std::make_unique<Parts>();
    bool is_open = false;
    {
        const std::scoped_lock lock(library_mutex());
        parts->session.emplace();
        const auto index =
            parts->session->started() ? find_input(device, before) : std::optional<PaDeviceIndex>{};
        is_open = index && parts->start(*index);
    }
    is_open = is_open && parts->hears();
    if (!is_open) return tl::unexpected(no_microphone(device));
    return std::unique_ptr<Microphone>(new Microphone(std::move(parts))); // private constructor
}

const std::string& Microphone::name() const { return parts_->name; }

std::size_t Microphone::read(std::span<std::int16_t> samples) {
    std::vector<std::int16_t>& there = parts_->resampled;
    const auto ratio = static_cast<std::size_t>(std::max(1, parts_->rate / recording_rate)) + 1;
    if (there.size() < samples.size()) parts_->fetch((samples.size() - there.size()) * ratio);
    const std::size_t count = std::min(samples.size(), there.size());
    std::copy_n(there.begin(), count, samples.begin());
    there.erase(there.begin(), there.begin() + static_cast<std::ptrdiff_t>(count));
    return count;
}

std::uint64_t Microphone::losses() { return parts_->losses.load(std::memory_order_relaxed); }

bool Microphone::alive() {
    const auto now = std::chrono::steady_clock::now();
    const std::uint64_t beats = parts_->beats.load(std::memory_order_relaxed);
    if (beats != parts_->seen_beats) {
        parts_->seen_beats = beats;
        parts_->last_beat = now;
    }
    return now - parts_->last_beat < longest_stall;
}

} // namespace ansage::speech::portaudio
