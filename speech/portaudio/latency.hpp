// SPDX-License-Identifier: GPL-3.0-or-later
// How much sound a device keeps before it is heard.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

namespace ansage::speech::portaudio {

// Begins short, so that a key is answered at once, and is made longer for a device, or a machine,
// that keeps running dry. For one stream after another.
//
// PipeWire's ALSA plugin takes as much at a time as PipeWire's quantum says, 1,024 frames in every
// virtual machine, and calls seldom or never whoever keeps less. So its new streams are on trial:
// they play silence until they are called as often as they should be.
class Latency {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Millis = std::chrono::milliseconds;

    static constexpr Millis shortest{6};
    // More than PipeWire takes at a time at most (8,192 frames at 48 kHz).
    static constexpr Millis longest{192};
    // A crackle in an hour is no reason to answer later; several within this time are.
    static constexpr std::chrono::seconds memory{30};
    static constexpr std::uint64_t most_underflows = 4;

    // What is seen of a stream now; of its underflows and callbacks all since it was opened.
    struct Look {
        Time now;
        std::uint64_t beats = 0;
        std::uint64_t underflows = 0;
    };

    enum class Trial : std::uint8_t { goes_on, passed, open_again };

    Millis wanted() const { return wanted_; }

    void on_open(Time now) {
        since_ = now;
        forgiven_ = 0;
        last_beat_ = now;
        beats_ = 0;
        seen_ = 0;
        looks_ = 0;
        tried_since_.reset();
        begin_second(now);
    }

    // Callbacks of a device that never runs dry, and whether it takes what a quantum says.
    void expect(double beats_a_second, bool has_quantum) {
        beats_a_second_ = beats_a_second;
        has_quantum_ = has_quantum;
    }

    // For a stream on trial, every hundredth of a second or so. It is to be opened again for
    // `wanted()`.
    Trial judge(const Look& look) {
        note_beats(look);
        const bool is_missed = look.now - last_beat_ > longest_wait;
        const bool is_late = look.underflows > most_late_in_trial;
        if (has_quantum_ && (is_missed || is_late) && wanted_ < longest) {
            much_longer();
            return Trial::open_again;
        }
        if (look.beats == 0) return Trial::goes_on;
        if (!tried_since_) {
            tried_since_ = look.now;
            begin_second(look.now);
        }
        if (has_quantum_ && look.now - *tried_since_ < trial) return Trial::goes_on;
        if (has_quantum_ && share(look.now) < least_share_in_trial && wanted_ < longest) {
            much_longer();
            return Trial::open_again;
        }
        begin_second(look.now);
        seen_ = look.underflows;
        return Trial::passed;
    }

    // For a stream that plays, a few times a second. True: it is heard in pieces, and should be
    // opened again at once, for `wanted()`.
    bool is_torn(const Look& look) {
        note_beats(look);
        const std::uint64_t late = look.underflows - std::exchange(seen_, look.underflows);
        looks_ = late == 0 ? 0 : looks_ + 1;
        const bool is_torn = late >= torn_from || looks_ >= torn_looks || is_slow(look.now);
        if (!has_quantum_ || !is_torn || wanted_ == longest) return false;
        much_longer();
        return true;
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
    // Three times the longest quantum that people set (2,048 frames).
    static constexpr Millis trial{130};
    static constexpr Millis longest_wait{200};
    // One late callback is the machine's, more of them are the device's.
    static constexpr std::uint64_t most_late_in_trial = 1;
    // Late callbacks between two looks, or looks in a row with one, that tear words to pieces.
    static constexpr std::uint64_t torn_from = 4;
    static constexpr int torn_looks = 3;
    // Callbacks come in bursts, of which a trial sees three at least.
    static constexpr double least_share_in_trial = 0.5;
    static constexpr double least_share = 0.8;

    void note_beats(const Look& look) {
        if (std::exchange(beats_, look.beats) != look.beats) last_beat_ = look.now;
    }

    void begin_second(Time now) {
        second_since_ = now;
        beats_before_second_ = beats_;
    }

    // Of the callbacks that there should have been since this second began, how many there were.
    double share(Time now) const {
        const std::chrono::duration<double> time = now - second_since_;
        const auto beats = static_cast<double>(beats_ - beats_before_second_);
        return beats / (beats_a_second_ * time.count());
    }

    // Once a second.
    bool is_slow(Time now) {
        if (now - second_since_ < std::chrono::seconds{1}) return false;
        const bool is_slow = share(now) < least_share;
        begin_second(now);
        return is_slow;
    }

    Millis wanted_ = shortest;
    Time since_;
    std::uint64_t forgiven_ = 0;

    std::uint64_t beats_ = 0;
    Time last_beat_;

    std::optional<Time> tried_since_; // its first callback
    std::uint64_t seen_ = 0;
    int looks_ = 0; // in a row that saw a late callback
    double beats_a_second_ = 0;
    bool has_quantum_ = false;
    Time second_since_;
    std::uint64_t beats_before_second_ = 0;
};

} // namespace ansage::speech::portaudio
