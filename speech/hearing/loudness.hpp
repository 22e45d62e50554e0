// SPDX-License-Identifier: GPL-3.0-or-later
// How loud a sound is, frame by frame: whoever announces a move is nearer than those who talk
// behind.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ansage::speech::hearing {

// Frames of a sound, the last one included; each lasts 10 ms.
struct Stretch {
    int first = 0;
    int last = -1;

    int frames() const { return last - first + 1; }

    bool operator==(const Stretch&) const = default;
};

// What distinguishes an announcement from what else is heard. Chosen with the six people whose
// sounds found the verdict's limits; half and double the costs, and a decibel or two more or less,
// made little difference.
struct LoudnessLimits {
    double below_words = 9; // decibels; what is louder is as loud as words are
    // Where the background is loud, what is heard between words is often that: as loud as words is
    // then only what is at most this part of the background's decibels below them, but always what
    // is less than these below.
    double part_of_background = 0.25;
    double least_below_words = 5;
    double quiet_word = 8; // decibels by which a word may be less loud for nothing
    double silence_cost = 2; // nats, of a frame that is as loud as words and of no word
    double quiet_cost = 0.2; // nats, of a word's frame for each decibel that it is quieter
    double beginning = 10; // decibels below words: there an announcement begins and ends
    int margin = 25; // frames before and after that which also belong to it
};

inline constexpr LoudnessLimits measured_loudness{};

class Loudness {
public:
    // At hearing_rate.
    Loudness(std::span<const std::int16_t> sound, int frames);

    // From shortly before the first loud frame to shortly after the last.
    Stretch spoken() const;

    // Of these frames only; how loud words are is not asked again.
    Loudness part(const Stretch& stretch) const;

    // In nats, of words at these places and of silence everywhere else: what is as loud as words
    // and no word, or a word and much quieter, is not what was announced.
    double cost(const std::vector<Stretch>& words) const;

    // The frames that are as loud as words, and of none of these.
    int loud_besides(const std::vector<Stretch>& words) const;

private:
    double power(const Stretch& stretch) const;
    double loud_power() const;

    std::vector<double> powers_; // of each frame
    std::vector<double> smoothed_;
    double words_ = 1; // the power of words
    double background_ = 1; // the power of what is heard where nobody announces
};

} // namespace ansage::speech::hearing
