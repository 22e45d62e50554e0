// SPDX-License-Identifier: GPL-3.0-or-later
#include "heard_words.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>

namespace ansage::speech::portaudio {
namespace {

constexpr std::size_t piece = 1102; // 50 ms
constexpr std::ptrdiff_t longest_shift = 1500; // what a lost or doubled buffer does
constexpr int loud = 200; // of 32,767
constexpr double alike = 0.7; // the same words have 0.74 and more, other ones 0.6 and less
constexpr double piece_millis = 50;

using Piece = std::span<const std::int16_t>;

std::size_t first_loud(const Samples& samples) {
    const auto found = std::find_if(samples.begin(), samples.end(), [](std::int16_t sample) {
        return std::abs(int{sample}) > loud;
    });
    return static_cast<std::size_t>(found - samples.begin());
}

double product(Piece one, Piece other) {
    double sum = 0;
    for (std::size_t i = 0; i < one.size(); ++i)
        sum += double{static_cast<double>(one[i])} * static_cast<double>(other[i]);
    return sum;
}

bool is_silent(Piece samples) {
    return product(samples, samples) < static_cast<double>(samples.size()) * loud * loud;
}

// 1 for the same waves, whatever their loudness.
double likeness(Piece one, Piece other) {
    const double both = product(one, one) * product(other, other);
    return both > 0 ? product(one, other) / std::sqrt(both) : 0;
}

// Of the stretches of nothing at all that begin there, the longest, in samples: an output that runs
// dry on a busy machine is silent for a while and then goes on where it was.
std::ptrdiff_t longest_gap(const Samples& recorded, std::ptrdiff_t begin, std::ptrdiff_t end) {
    const auto is_sound = [](std::int16_t sample) { return sample != 0; };
    const auto size = static_cast<std::ptrdiff_t>(recorded.size());
    const auto last = recorded.begin() + std::min(end, size);
    std::ptrdiff_t longest = 0;
    for (auto at = recorded.begin() + std::min(begin, size); at < last;) {
        const auto goes_on = std::find_if(at, recorded.end(), is_sound);
        longest = std::max(longest, goes_on - at);
        at = std::find(goes_on, recorded.end(), 0);
    }
    return longest;
}

// Where in the recording the piece is, near `expected` or after a gap there; absent: nowhere.
bool find_piece(Piece wanted, const Samples& recorded, std::ptrdiff_t& expected) {
    const auto last =
        static_cast<std::ptrdiff_t>(recorded.size()) - static_cast<std::ptrdiff_t>(wanted.size());
    const std::ptrdiff_t begin = std::max<std::ptrdiff_t>(0, expected - longest_shift);
    const std::ptrdiff_t near = expected + longest_shift;
    const std::ptrdiff_t end = std::min(last, near + longest_gap(recorded, begin, near));
    for (std::ptrdiff_t at = begin; at <= end; ++at) {
        const Piece there{recorded.data() + at, wanted.size()};
        if (likeness(wanted, there) > alike) {
            expected = at;
            return true;
        }
    }
    return false;
}

} // namespace

double longest_missing_millis(const Samples& rendered, const Samples& recorded) {
    double longest = 0;
    double missing = 0;
    std::size_t at = first_loud(rendered);
    auto expected = static_cast<std::ptrdiff_t>(first_loud(recorded));
    for (; at + piece <= rendered.size(); at += piece) {
        const Piece wanted{rendered.data() + at, piece};
        const bool counts = !is_silent(wanted);
        if (counts && find_piece(wanted, recorded, expected)) missing = 0;
        else if (counts) missing += piece_millis;
        longest = std::max(longest, missing);
        expected += static_cast<std::ptrdiff_t>(piece);
    }
    return longest;
}

int loudest(const Samples& samples) {
    int loudest = 0;
    for (const std::int16_t sample : samples) loudest = std::max(loudest, std::abs(int{sample}));
    return loudest;
}

std::pair<double, double> sounding(const Samples& samples) {
    const auto is_loud = [](std::int16_t sample) { return std::abs(int{sample}) > loud; };
    const auto first = std::find_if(samples.begin(), samples.end(), is_loud);
    const auto last = std::find_if(samples.rbegin(), samples.rend(), is_loud);
    const auto millis = [&](auto place) {
        return static_cast<double>(place - samples.begin()) * 1000 / sample_rate;
    };
    return first == samples.end() ? std::pair{0.0, 0.0}
                                  : std::pair{millis(first), millis(last.base())};
}

double sounding_millis(const Samples& samples) {
    const auto [first, last] = sounding(samples);
    return last - first;
}

} // namespace ansage::speech::portaudio
