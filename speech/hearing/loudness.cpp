// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/hearing/loudness.hpp"

#include "speech/hearing/recogniser.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ansage::speech::hearing {

namespace {

constexpr std::size_t step_samples = hearing_rate / frames_a_second;
constexpr std::size_t heard_samples = 400; // of a frame; the next one begins a step later
constexpr double least_power = 1e-4; // a logarithm needs some

// Of the differences between samples: the hum of a room counts less so, and an s more.
double power_at(std::span<const std::int16_t> sound, std::size_t from) {
    const std::size_t end = std::min(from + heard_samples, sound.size());
    double power = 0;
    for (std::size_t i = std::max<std::size_t>(from, 1); i < end; ++i) {
        const double step = sound[i] - sound[i - 1];
        power += step * step;
    }
    return std::max(least_power, power / static_cast<double>(heard_samples));
}

// Each with its neighbours: a word has pauses of its own.
std::vector<double> smoothed(const std::vector<double>& powers) {
    constexpr std::size_t around = 4; // frames
    std::vector<double> means;
    for (std::size_t frame = 0; frame < powers.size(); ++frame) {
        const std::size_t first = frame - std::min(frame, around);
        const std::size_t last = std::min(powers.size() - 1, frame + around);
        double sum = 0;
        for (std::size_t each = first; each <= last; ++each) sum += powers[each];
        means.push_back(sum / static_cast<double>(last - first + 1));
    }
    return means;
}

double decibels(double ratio) { return 10 * std::log10(ratio); }

double ratio_of(double decibels) { return std::pow(10, decibels / 10); }

} // namespace

Loudness::Loudness(std::span<const std::int16_t> sound, int frames) {
    for (std::size_t frame = 0; frame < static_cast<std::size_t>(frames); ++frame)
        powers_.push_back(power_at(sound, frame * step_samples));
    if (powers_.empty()) return;
    smoothed_ = smoothed(powers_);
    // Where the loudest tenth begins: a knock is shorter than that.
    std::vector<double> sorted = smoothed_;
    std::ranges::sort(sorted);
    words_ = sorted[sorted.size() * 9 / 10]; // NOLINT(readability-magic-numbers)
    background_ = sorted[sorted.size() / 5]; // NOLINT(readability-magic-numbers)
}

Stretch Loudness::spoken() const {
    const double limit = words_ * ratio_of(-measured_loudness.beginning);
    const int frames = static_cast<int>(smoothed_.size());
    Stretch stretch{.first = frames, .last = -1};
    for (int frame = 0; frame < frames; ++frame) {
        if (smoothed_[static_cast<std::size_t>(frame)] < limit) continue;
        stretch.first = std::min(stretch.first, frame);
        stretch.last = frame;
    }
    stretch.first = std::max(0, stretch.first - measured_loudness.margin);
    stretch.last = std::min(frames - 1, stretch.last + measured_loudness.margin);
    return stretch;
}

Loudness Loudness::part(const Stretch& stretch) const {
    Loudness part = *this;
    const auto cut = [&](std::vector<double>& values) {
        values.erase(values.begin() + stretch.last + 1, values.end());
        values.erase(values.begin(), values.begin() + stretch.first);
    };
    cut(part.powers_);
    cut(part.smoothed_);
    return part;
}

double Loudness::cost(const std::vector<Stretch>& words) const {
    double cost = measured_loudness.silence_cost * loud_besides(words);
    for (const Stretch& word : words) {
        const double below = decibels(words_ / power(word)) - measured_loudness.quiet_word;
        cost += measured_loudness.quiet_cost * std::max(0.0, below) * word.frames();
    }
    return cost;
}

int Loudness::loud_besides(const std::vector<Stretch>& words) const {
    const double least = loud_power();
    std::vector<bool> is_loud;
    for (const double power : smoothed_) is_loud.push_back(power > least);
    for (const Stretch& word : words) {
        for (int frame = word.first; frame <= word.last; ++frame)
            is_loud[static_cast<std::size_t>(frame)] = false;
    }
    return static_cast<int>(std::ranges::count(is_loud, true));
}

// What is louder is as loud as words are.
double Loudness::loud_power() const {
    const double below = std::clamp(
        measured_loudness.part_of_background * decibels(words_ / background_),
        measured_loudness.least_below_words,
        measured_loudness.below_words
    );
    return words_ * ratio_of(-below);
}

double Loudness::power(const Stretch& stretch) const {
    double sum = 0;
    for (int frame = stretch.first; frame <= stretch.last; ++frame)
        sum += powers_[static_cast<std::size_t>(frame)];
    return sum / stretch.frames();
}

} // namespace ansage::speech::hearing
