// SPDX-License-Identifier: GPL-3.0-or-later
// Samples from one thread to an audio callback: neither ever waits, locks or allocates.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace ansage::speech::portaudio {

template <std::size_t capacity>
class Ring {
public:
    // The writer's side.

    std::size_t room() const {
        return capacity -
            static_cast<std::size_t>(
                   written_.load(std::memory_order_relaxed) - read_.load(std::memory_order_acquire)
            );
    }

    // Returns how many were taken.
    std::size_t write(std::span<const std::int16_t> samples) {
        const std::uint64_t end = written_.load(std::memory_order_relaxed);
        const std::size_t count = std::min(samples.size(), room());
        for (std::size_t index = 0; index < count; ++index)
            (*samples_)[(end + index) % capacity] = samples[index];
        written_.store(end + count, std::memory_order_release);
        return count;
    }

    // What was written until now will not be read any more.
    void discard() {
        discarded_.store(written_.load(std::memory_order_relaxed), std::memory_order_release);
    }

    // Nothing that was written is left, and the reader has been given at least `silence` frames
    // since.
    bool drained(std::uint64_t silence) const {
        return read_.load(std::memory_order_acquire) == written_.load(std::memory_order_relaxed) &&
            silent_.load(std::memory_order_acquire) >= silence;
    }

    // The reader's side: calls `put(frame, sample)` for up to `frames` frames, fewer if fewer are
    // there.
    template <class Put>
    void read(std::size_t frames, Put put) {
        const std::uint64_t start = std::max(
            read_.load(std::memory_order_relaxed), discarded_.load(std::memory_order_acquire)
        );
        const auto there =
            static_cast<std::size_t>(written_.load(std::memory_order_acquire) - start);
        const std::size_t count = std::min(frames, there);
        for (std::size_t frame = 0; frame < count; ++frame)
            put(frame, (*samples_)[(start + frame) % capacity]);
        const std::uint64_t silence = count == 0 ? silent_.load(std::memory_order_relaxed) : 0;
        silent_.store(silence + (frames - count), std::memory_order_relaxed);
        read_.store(start + count, std::memory_order_release);
    }

private:
    // Positions only ever grow; 64 bits last longer than any game.
    static constexpr std::size_t cache_line = 64;
    alignas(cache_line) std::atomic<std::uint64_t> written_{0};
    std::atomic<std::uint64_t> discarded_{0};
    alignas(cache_line) std::atomic<std::uint64_t> read_{0};
    std::atomic<std::uint64_t> silent_{0}; // frames since the last sample
    std::unique_ptr<std::array<std::int16_t, capacity>> samples_ =
        std::make_unique<std::array<std::int16_t, capacity>>();

    static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
};

// Towards an output: 3 seconds at 22,050 Hz, 1.4 at 48,000.
inline constexpr std::size_t sample_ring_capacity = 65'536;
using SampleRing = Ring<sample_ring_capacity>;

} // namespace ansage::speech::portaudio
