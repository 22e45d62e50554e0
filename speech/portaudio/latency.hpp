// SPDX-License-Identifier: GPL-3.0-or-later
// How much sound a device keeps before it is heard.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace ansage::speech::portaudio {

// Begins short, so that a key is answered at once, and is doubled for a device, or a machine, that
// keeps running dry. For one stream after another.
class Latency {
public:
    using Time = std::chrono::steady_clock::time_point;

    static constexpr std::chrono::milliseconds shortest{6};
    static constexpr std::chrono::milliseconds longest{96};
    // A crackle in an hour is no reason to answer later; several within this time are.
    static constexpr std::chrono::seconds memory{30};
    static constexpr std::uint64_t most_underflows = 4;

    std::chrono::milliseconds wanted() const { return wanted_; }

    void on_open(Time now) {
        since_ = now;
        forgiven_ = 0;
    }

    // `underflows` since the stream was opened. True: it should be opened again, for `longer()`.
    bool note(std::uint64_t underflows, Time now) {
        const bool too_many = underflows - forgiven_ > most_underflows;
        if (!too_many && now - since_ > memory) {
            since_ = now;
            forgiven_ = underflows;
        }
        return too_many && wanted_ < longest;
    }

    void longer() { wanted_ = std::min(2 * wanted_, longest); }

    // A device that took nothing at all may take more at a time than was kept for it.
    void much_longer() { wanted_ = std::min(4 * wanted_, longest); }

private:
    std::chrono::milliseconds wanted_ = shortest;
    Time since_;
    std::uint64_t forgiven_ = 0;
};

} // namespace ansage::speech::portaudio
