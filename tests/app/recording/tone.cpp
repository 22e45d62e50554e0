// SPDX-License-Identifier: GPL-3.0-or-later
#include "tone.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numbers>
#include <vector>

namespace ansage::tests {

using base::Millis;

namespace {

// The tone begins at so many hertz and rises by so many in a second.
constexpr double lowest = 300;
constexpr double rise = 100;
constexpr int longest_speech = 60; // seconds
constexpr int hushed = 1000; // a twelfth of the tone's height

using Samples = std::span<const std::int16_t>;

struct Place {
    double position = 0; // in the samples, in seconds
    double tone = 0; // in the tone, in seconds
};

// Between the first and the last upward zero crossing; the mean frequency of a tone that rises
// evenly is that of their middle.
std::optional<Place> place_in(Samples window, int rate) {
    double first = -1;
    double last = -1;
    int turns = 0;
    for (std::size_t i = 1; i < window.size(); ++i) {
        if (window[i - 1] < 0 && window[i] >= 0) {
            const double step = static_cast<double>(window[i]) - window[i - 1];
            last = static_cast<double>(i) - window[i] / step;
            turns += first < 0 ? 0 : 1;
            first = first < 0 ? last : first;
        }
    }
    if (turns < 5) return std::nullopt;
    const double hertz = turns * rate / (last - first);
    return Place{.position = (first + last) / 2 / rate, .tone = (hertz - lowest) / rise};
}

struct Gap {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Stretches longer than a zero crossing can be.
std::vector<Gap> silences(Samples samples, int rate) {
    const auto shortest = static_cast<std::size_t>(rate) / 200;
    std::vector<Gap> gaps;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= samples.size(); ++i) {
        if (i < samples.size() && std::abs(int{samples[i]}) < hushed) continue;
        if (i - begin > shortest) gaps.push_back({begin, i});
        begin = i + 1;
    }
    return gaps;
}

std::size_t window_of(int rate) { return static_cast<std::size_t>(rate) / 10; }

bool is_sounding(Gap window, const std::vector<Gap>& gaps) {
    return std::ranges::none_of(gaps, [&](const Gap& gap) {
        return gap.begin < window.end && window.begin < gap.end;
    });
}

struct Window {
    std::size_t begin = 0;
    Place place;
};

// Every tenth of a second that sounds throughout, a hundredth apart.
std::vector<Window> windows_of(Samples samples, int rate, const std::vector<Gap>& gaps) {
    const std::size_t length = window_of(rate);
    std::vector<Window> windows;
    for (std::size_t begin = 0; begin + length <= samples.size(); begin += length / 10) {
        if (!is_sounding({begin, begin + length}, gaps)) continue;
        if (auto place = place_in(samples.subspan(begin, length), rate)) {
            place->position += static_cast<double>(begin) / rate;
            windows.push_back({begin, *place});
        }
    }
    return windows;
}

Millis to_millis(double seconds) { return Millis{std::lround(seconds * 1000)}; }

} // namespace

// The phase is the integral of the frequency.
void write_rising_tone(const std::filesystem::path& path, int rate) {
    std::vector<std::int16_t> samples(
        static_cast<std::size_t>(longest_speech) * static_cast<std::size_t>(rate)
    );
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double second = static_cast<double>(i) / rate;
        const double turns = lowest * second + rise * second * second / 2;
        samples[i] =
            static_cast<std::int16_t>(std::lround(12'000 * std::sin(2 * std::numbers::pi * turns)));
    }
    std::ofstream file{path, std::ios::binary};
    const auto bytes = std::as_bytes(std::span{samples});
    file.write(
        reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())
    );
}

Millis told_by_tone(Samples samples, int rate) {
    const std::size_t window = 2 * window_of(rate);
    if (samples.size() < window) return Millis{0};
    const auto last = place_in(samples.last(window), rate);
    return last ? to_millis(last->tone) + Millis{100} : Millis{0};
}

std::optional<ToneStretch> measure(Samples samples, int rate) {
    const std::vector<Gap> gaps = silences(samples, rate);
    const std::vector<Window> windows = windows_of(samples, rate, gaps);
    if (windows.size() < 2) return std::nullopt;
    const Window& first = windows.front();
    const Window& last = windows.back();
    std::size_t silent = 0;
    for (const Gap& gap : gaps) {
        const bool is_between = first.begin < gap.begin && gap.end < last.begin + window_of(rate);
        silent += is_between ? gap.end - gap.begin : 0;
    }
    const double silence = static_cast<double>(silent) / rate;
    const double sounded = last.place.position - first.place.position - silence;
    return ToneStretch{
        .from = to_millis(first.place.tone),
        .to = to_millis(last.place.tone),
        .silence = to_millis(silence),
        .missing = to_millis(last.place.tone - first.place.tone - sounded)};
}

Samples part_between(Samples samples, int rate, Millis from, Millis to) {
    std::size_t begin = samples.size();
    std::size_t end = 0;
    for (const Window& window : windows_of(samples, rate, silences(samples, rate))) {
        const Millis tone = to_millis(window.place.tone);
        begin = tone >= from ? std::min(begin, window.begin) : begin;
        end = tone <= to ? std::max(end, window.begin + window_of(rate)) : end;
    }
    return begin < end ? samples.subspan(begin, end - begin) : Samples{};
}

} // namespace ansage::tests
