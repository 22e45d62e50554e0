// SPDX-License-Identifier: GPL-3.0-or-later
// One running PortAudio stream, and the lines of sound that it carries. For this folder only.
#pragma once

#include "speech/portaudio/resampler.hpp"
#include "speech/portaudio/ring.hpp"
#include "speech/portaudio/sinks.hpp"

#include <portaudio.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ansage::speech::portaudio {

// A line of sound: filled by one thread, emptied by the callback of whatever stream carries it now.
class Line {
public:
    explicit Line(Route route)
        : route_(std::move(route)) {}

    const Route& route() const { return route_; }

    bool carried() const { return carried_; }

    bool drained() const { return ring_.drained(latency_); }

    // The filling thread.
    [[nodiscard]] std::size_t write(std::span<const std::int16_t> samples);
    void discard();

    // The thread that opens streams. A line that is carried takes samples; while its stream is
    // opened anew it keeps them.
    void carry(int rate, std::uint64_t latency_frames);

    void drop() { carried_ = false; }

    // The callback: adds the next frames to the interleaved output.
    void play(std::span<std::int16_t> output, int channels);

private:
    void add_to_frame(std::span<std::int16_t> frame, std::int16_t sample) const;

    Route route_;
    SampleRing ring_;
    std::atomic<bool> carried_ = false;
    std::atomic<int> rate_ = 0;
    std::atomic<std::uint64_t> latency_ = 0; // frames between the callback and the ear
    int resampler_rate_ = 0;
    std::optional<Resampler> resampler_;
    std::vector<std::int16_t> resampled_;
};

// It plays silence until the device has shown how much it takes at a time; the lines keep meanwhile
// what is written to them.
class Stream {
public:
    // Opens it; nothing if the device refuses. The lines must live longer; they stay carried when
    // the stream ends, until somebody drops them.
    [[nodiscard]] static std::unique_ptr<Stream>
    open(PaDeviceIndex device, std::vector<Line*> lines, std::chrono::milliseconds latency);
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream();

    // The callbacks begin; false if the device refuses. Once.
    [[nodiscard]] bool start();

    bool is_started() const { return is_started_; }

    // What is said to its lines from now on is taken.
    void carry_lines();

    // ... and heard.
    void play_lines() { plays_ = true; }

    bool plays() const { return plays_; }

    // Callbacks so far: a stream whose count stands still is dead.
    std::uint64_t beats() const { return beats_; }

    // Of a device that never runs dry.
    double beats_a_second() const { return beats_a_second_; }

    // How often the device ran dry: heard as a crackle.
    std::uint64_t underflows() const { return underflows_; }

    // False once the library itself has given up.
    bool active() const { return Pa_IsStreamActive(handle_) == 1; }

private:
    Stream(std::vector<Line*> lines, int channels)
        : lines_(std::move(lines)),
          channels_(channels) {}

    static int callback(
        const void* input,
        void* output,
        unsigned long frames,
        const PaStreamCallbackTimeInfo* time,
        PaStreamCallbackFlags flags,
        void* stream
    );

    [[nodiscard]] bool take(PaDeviceIndex device, std::chrono::milliseconds latency);
    [[nodiscard]] bool was_late();

    std::vector<Line*> lines_;
    int channels_;
    PaStream* handle_ = nullptr;
    bool is_started_ = false;
    std::atomic<std::uint64_t> beats_ = 0;
    std::atomic<std::uint64_t> underflows_ = 0;
    std::atomic<bool> plays_ = false;
    int rate_ = 0;
    double beats_a_second_ = 0;
    std::uint64_t latency_frames_ = 0;
    std::chrono::microseconds kept_{}; // of sound; a longer gap is a crackle
    std::chrono::steady_clock::time_point last_beat_; // the callback's own
};

} // namespace ansage::speech::portaudio
