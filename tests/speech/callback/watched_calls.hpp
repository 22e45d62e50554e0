// SPDX-License-Identifier: GPL-3.0-or-later
// What an audio callback must not do, counted.
#pragma once

#include <cstdint>

namespace ansage::speech::portaudio {

struct WatchedCalls {
    std::uint64_t callbacks = 0;
    std::uint64_t frames = 0;
    std::uint64_t allocations = 0; // malloc and its kind, and free
    std::uint64_t locks = 0; // and waits for a condition, and sleeping
};

// Of every callback since the program began.
[[nodiscard]] WatchedCalls watched_calls();

// Counts as if this thread were in a callback: so that the test can see that counting works.
class PretendCallback {
public:
    PretendCallback();
    PretendCallback(const PretendCallback&) = delete;
    PretendCallback& operator=(const PretendCallback&) = delete;
    PretendCallback(PretendCallback&&) = delete;
    PretendCallback& operator=(PretendCallback&&) = delete;
    ~PretendCallback();
};

// Every callback with an input is told that samples were lost before it.
class PretendOverflow {
public:
    PretendOverflow();
    PretendOverflow(const PretendOverflow&) = delete;
    PretendOverflow& operator=(const PretendOverflow&) = delete;
    PretendOverflow(PretendOverflow&&) = delete;
    PretendOverflow& operator=(PretendOverflow&&) = delete;
    ~PretendOverflow();
};

} // namespace ansage::speech::portaudio
